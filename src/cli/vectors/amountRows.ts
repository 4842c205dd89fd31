/** Golden amounts: the product's exact integers against a client that computes in floats, and whether the two agree. */
import { buildAmounts } from '#shared/order/amounts.ts';
import { UnitError } from '#shared/units/errors.ts';
import { parsePrice } from '#shared/units/price.ts';
import { parseShares } from '#shared/units/shares.ts';
import { costFloor, isExactCost } from '#shared/units/usd.ts';
import type { FileFacts, VectorKind } from './kind.ts';
import { checkTick } from './orderRows.ts';
import type { Row } from './row.ts';

const SIZE_DECIMALS = 2;

export const amountKind: VectorKind = {
  name: 'amounts',
  marks: ['clob', 'exact', 'agree'],
  checkHeader(header) {
    if (header.has('ROUNDING_CONFIG')) checkRounding(header.row('ROUNDING_CONFIG'));
  },
  groups: [{ key: 'vectors', check: checkAmounts }],
};

/** Decimals that the other client keeps: of the price as many as its tick has, of an amount two more. */
function checkRounding(config: Row): void {
  for (const tick of config.keys()) {
    const decimals = tick.split('.')[1]?.length ?? 0;
    const row = config.row(tick);
    row.expect('price', decimals);
    row.expect('size', SIZE_DECIMALS);
    row.expect('amount', decimals + SIZE_DECIMALS);
    row.finish();
  }
}

function checkAmounts(row: Row, { header }: FileFacts): void {
  const side = row.text('side');
  if (side !== 'BUY' && side !== 'SELL') throw new Error(`${row.path}.side is neither BUY nor SELL`);
  const direction = side === 'BUY' ? 'buy' : 'sell';
  const price = parsePrice(row.text('price'));
  const shares = parseShares(row.text('size'));
  checkTick(row, price);
  const known = header.ROUNDING_CONFIG;
  if (typeof known === 'object' && known !== null && !Object.hasOwn(known, row.text('tick'))) {
    row.fail('tick', 'is not in the rounding table');
  }
  const exact = row.row('exact');
  const isExact = isExactCost(price, shares);
  exact.expect('exactDivision', isExact);
  const collateral: bigint = costFloor(price, shares);
  const tokens = BigInt(shares);
  exact.expect('makerAmount', direction === 'buy' ? collateral : tokens);
  exact.expect('takerAmount', direction === 'buy' ? tokens : collateral);
  exact.finish();
  try {
    const amounts = buildAmounts(direction, price, shares);
    if (!isExact) row.fail('exact', 'is rounded silently');
    exact.expect('makerAmount', amounts.makerAmount);
    exact.expect('takerAmount', amounts.takerAmount);
  } catch (error) {
    if (isExact || !(error instanceof UnitError)) throw error;
  }
  const clob = row.row('clob');
  const isSame =
    clob.uint('makerAmount') === exact.uint('makerAmount') && clob.uint('takerAmount') === exact.uint('takerAmount');
  clob.finish();
  row.expect('agree', isSame);
}
