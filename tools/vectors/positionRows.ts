/** Golden position ids: condition, collections, positions, and collections under a parent. */
import type { z } from 'zod';
import type { Address, Hex32 } from '#shared/units/ids.ts';
import { toNumber } from '#shared/units/numbers.ts';
import {
  buildCollectionId,
  buildConditionId,
  buildPositionId,
  INDEX_SET_NO,
  INDEX_SET_YES,
} from '#wire/eip712/positionId.ts';
import { rowCheck, type VectorKind } from './kind.ts';
import type { Row } from './row.ts';
import { address, decimal, fields, hex32, integer, list, text, uint } from './schemas.ts';

const header = fields({ indexSetYes: integer.optional(), indexSetNo: integer.optional() });
const position = { indexSet: uint, collectionId: hex32, positionId: decimal, positionIdHex: text.optional() };
const positionRow = fields({
  oracle: address,
  questionId: hex32,
  outcomeSlotCount: uint,
  conditionId: hex32,
  collateral: address,
  positions: list(fields(position)),
  nested: fields({ ...position, parentCollectionId: hex32, conditionId: hex32 }).nullish(),
});
type Position = Pick<z.output<ReturnType<typeof fields<typeof position>>>, keyof typeof position>;

export const positionKind: VectorKind = {
  name: 'position ids',
  marks: ['conditionId', 'positions'],
  header: rowCheck(header, (row) => {
    if (row.has('indexSetYes')) row.expect('indexSetYes', toNumber(INDEX_SET_YES));
    if (row.has('indexSetNo')) row.expect('indexSetNo', toNumber(INDEX_SET_NO));
  }),
  groups: [{ key: 'vectors', check: rowCheck(positionRow, checkPositions) }],
};

function checkPositions(row: Row<z.output<typeof positionRow>>): void {
  const condition = buildConditionId(row.get('oracle'), row.get('questionId'), row.get('outcomeSlotCount'));
  const collateral = row.get('collateral');
  row.expect('conditionId', condition);
  const positions = row.rows('positions');
  if (positions.length === 0) row.fail('positions', 'is empty');
  for (const each of positions) {
    checkPosition(each, buildCollectionId(condition, each.get('indexSet')), collateral);
  }
  if (!row.get('nested')) return;
  const nested = row.row('nested');
  const parent = nested.get('parentCollectionId');
  const collection = buildCollectionId(nested.get('conditionId'), nested.get('indexSet'), parent);
  checkPosition(nested, collection, collateral);
}

function checkPosition<T extends Position>(row: Row<T>, collection: Hex32, collateral: Address): void {
  row.expect('collectionId', collection);
  const id = BigInt(buildPositionId(collateral, collection));
  row.expect('positionId', id);
  if (row.has('positionIdHex')) row.expect('positionIdHex', `0x${id.toString(16).padStart(64, '0')}`);
}
