/** Golden amounts: exact integers against a client that computes in floats, and whether the two agree. */
import { z } from 'zod';
import { buildAmounts } from '#shared/order/amounts.ts';
import { UnitError } from '#shared/units/errors.ts';
import { parsePrice } from '#shared/units/price.ts';
import { parseShares } from '#shared/units/shares.ts';
import { costFloor, isExactCost } from '#shared/units/usd.ts';
import { rowCheck, type VectorKind } from './kind.ts';
import { checkTick, direction } from './orderRows.ts';
import type { Row } from './row.ts';
import { decimal, fields, flag, integer, text } from './schemas.ts';

const SIZE_DECIMALS = 2;

const header = fields({
  ROUNDING_CONFIG: z.record(z.string(), z.strictObject({ price: integer, size: integer, amount: integer })).optional(),
});
const amountRow = fields({
  tick: text,
  side: direction,
  price: text,
  size: text,
  clob: fields({ makerAmount: decimal, takerAmount: decimal }),
  exact: fields({ makerAmount: decimal, takerAmount: decimal, exactDivision: flag }),
  agree: flag,
});

export const amountKind: VectorKind = {
  name: 'amounts',
  marks: ['clob', 'exact', 'agree'],
  header: rowCheck(header, (row) => {
    if (row.has('ROUNDING_CONFIG')) checkRounding(row.row('ROUNDING_CONFIG'));
  }),
  groups: [
    {
      key: 'vectors',
      check: rowCheck(amountRow, (row, file) => {
        checkAmounts(row);
        const rounding = header.safeParse(file.header).data?.ROUNDING_CONFIG;
        if (rounding && !Object.hasOwn(rounding, row.get('tick'))) row.fail('tick', 'is not in the rounding table');
      }),
    },
  ],
};

/** Decimals that the other client keeps: of the price as many as its tick has, of an amount two more. */
function checkRounding(config: Row<Record<string, { price: number; size: number; amount: number }>>): void {
  for (const tick of config.keys()) {
    const decimals = tick.split('.')[1]?.length ?? 0;
    const row = config.row(tick);
    row.expect('price', decimals);
    row.expect('size', SIZE_DECIMALS);
    row.expect('amount', decimals + SIZE_DECIMALS);
  }
}

function checkAmounts(row: Row<z.output<typeof amountRow>>): void {
  const isBuy = row.get('side') === 'BUY';
  const price = parsePrice(row.get('price'));
  const shares = parseShares(row.get('size'));
  checkTick(row, price);
  const exact = row.row('exact');
  const isExact = isExactCost(price, shares);
  exact.expect('exactDivision', isExact);
  const collateral: bigint = costFloor(price, shares);
  const tokens = BigInt(shares);
  exact.expect('makerAmount', isBuy ? collateral : tokens);
  exact.expect('takerAmount', isBuy ? tokens : collateral);
  try {
    const amounts = buildAmounts(isBuy ? 'buy' : 'sell', price, shares);
    if (!isExact) row.fail('exact', 'is rounded silently');
    exact.expect('makerAmount', amounts.makerAmount);
    exact.expect('takerAmount', amounts.takerAmount);
  } catch (error) {
    if (isExact || !(error instanceof UnitError)) throw error;
  }
  const clob = row.row('clob');
  const isSame =
    clob.get('makerAmount') === exact.get('makerAmount') && clob.get('takerAmount') === exact.get('takerAmount');
  row.expect('agree', isSame);
}
