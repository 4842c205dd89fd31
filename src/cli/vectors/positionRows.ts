/** Golden position ids: condition, collections, positions, and collections under a parent. */
import type { Address, parseHex32 } from '#shared/units/ids.ts';
import { toNumber } from '#shared/units/numbers.ts';
import {
  buildCollectionId,
  buildConditionId,
  buildPositionId,
  INDEX_SET_NO,
  INDEX_SET_YES,
} from '#wire/eip712/positionId.ts';
import type { VectorKind } from './kind.ts';
import type { Row } from './row.ts';

export const positionKind: VectorKind = {
  name: 'position ids',
  marks: ['conditionId', 'positions'],
  checkHeader(header) {
    if (header.has('indexSetYes')) header.expect('indexSetYes', toNumber(INDEX_SET_YES));
    if (header.has('indexSetNo')) header.expect('indexSetNo', toNumber(INDEX_SET_NO));
  },
  groups: [{ key: 'vectors', check: checkPositions }],
};

function checkPositions(row: Row): void {
  const condition = buildConditionId(row.address('oracle'), row.hex32('questionId'), row.uint('outcomeSlotCount'));
  const collateral = row.address('collateral');
  row.expect('conditionId', condition);
  const positions = row.rows('positions');
  if (positions.length === 0) row.fail('positions', 'is empty');
  for (const position of positions) {
    checkPosition(position, buildCollectionId(condition, position.uint('indexSet')), collateral);
    position.finish();
  }
  if (row.raw('nested') === undefined || row.raw('nested') === null) return;
  const nested = row.row('nested');
  const parent = nested.hex32('parentCollectionId');
  checkPosition(nested, buildCollectionId(nested.hex32('conditionId'), nested.uint('indexSet'), parent), collateral);
  nested.finish();
}

function checkPosition(row: Row, collection: ReturnType<typeof parseHex32>, collateral: Address): void {
  row.expect('collectionId', collection);
  const position = buildPositionId(collateral, collection);
  row.expect('positionId', BigInt(position));
  if (row.has('positionIdHex')) row.expect('positionIdHex', `0x${BigInt(position).toString(16).padStart(64, '0')}`);
}
