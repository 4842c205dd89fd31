/**
 * P&L column of a ladder: the result *at this row*, if the market trades at its price.
 *
 * Units       Millionths of a dollar; row 0 is the highest price of the shown outcome.
 * Invariants  Depends on the position alone, not on the book: the same array while position, fee rate and rows are the same.
 */
import type { Side } from '#shared/market/outcome.ts';
import type { Tick } from '#shared/market/tickGrid.ts';
import { isFlat, resultAtRow, type Stake } from '#shared/order/exposure/exposure.ts';
import { toNumber } from '#shared/units/numbers.ts';
import { inShownTerms } from './model.ts';

interface Rows {
  readonly side: Side;
  readonly tick: Tick;
  readonly top: number;
  readonly rows: number;
}

export type ResultColumn = (stake: Stake | null, feeRateMicros: number, rows: Rows) => Float64Array | null;

/** Null without a position or a cost. */
export function openResultColumn(): ResultColumn {
  let stake: Stake | null = null;
  let rate = 0;
  let place: Rows | null = null;
  let results: Float64Array | null = null;
  return (next, feeRateMicros, rows) => {
    if (rate === feeRateMicros && place !== null && isSameRows(place, rows) && isSameStake(stake, next)) return results;
    [stake, rate, place] = [next, feeRateMicros, rows];
    results = null;
    if (next === null || next.cost === null || isFlat(next)) return null;
    results = new Float64Array(rows.rows);
    for (let row = 0; row < rows.rows; row += 1) {
      const price = inShownTerms(rows.side, rows.top - row * rows.tick);
      results[row] = toNumber(resultAtRow(next, price, feeRateMicros)!);
    }
    return results;
  };
}

function isSameRows(a: Rows, b: Rows): boolean {
  return a.side === b.side && a.tick === b.tick && a.top === b.top && a.rows === b.rows;
}

function isSameStake(a: Stake | null, b: Stake | null): boolean {
  return a === b || (a !== null && b !== null && a.yes === b.yes && a.no === b.no && a.cost === b.cost);
}
