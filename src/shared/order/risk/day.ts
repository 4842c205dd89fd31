/**
 * Loss of the day: what the account lost since 00:00 UTC, realised and unrealised, with fees.
 *
 * Units       Usd in millionths; a negative loss is a gain.
 * Shape       Equity is all collateral and every holding at its mark; the loss is the day's baseline less the equity now.
 * Invariants  Pure. A deposit counts as a gain and a withdrawal as a loss, because the interface reports neither.
 * Source      docs/risk.md#day-loss; docs/assumptions.md#transfers.
 */
import { findMark } from '../../market/mark.ts';
import type { Price } from '../../units/price.ts';
import { startOfDay } from '../../units/time.ts';
import { costCeil, costFloor, toUsd, type Usd, ZERO_USD } from '../../units/usd.ts';
import { maxTakerFee } from '../fees.ts';
import type { OrderIntent } from '../intent.ts';
import type { RiskContext } from './context.ts';

export type Valuation = Pick<RiskContext, 'balance' | 'positions' | 'market' | 'book'>;

/** Null until balance and positions were read. */
export function equityOf({ balance, positions, market, book }: Valuation): Usd | null {
  if (balance === null || positions === null) return null;
  let sum: bigint = balance.total;
  for (const { market: id, outcome, quantity, averagePrice } of positions) {
    if (quantity === 0) continue;
    const value = findMark(outcome, market(id), book(id))?.value ?? averagePrice;
    if (value !== null) sum += costFloor(value as Price, quantity);
  }
  return toUsd(sum);
}

/** Null while it is not known. */
export function dayLoss(state: Valuation & Pick<RiskContext, 'baseline' | 'nowMs'>): Usd | null {
  const { baseline, nowMs } = state;
  const equity = equityOf(state);
  if (baseline === null || equity === null || baseline.startsAtMs !== startOfDay(nowMs)) return null;
  return toUsd(baseline.equity - equity);
}

/** What an order loses at once if it fills at its price: against the mark, with the taker's fee. */
export function lossAtOnce(
  { market, side, direction, price, shares }: Pick<OrderIntent, 'market' | 'side' | 'direction' | 'price' | 'shares'>,
  state: Pick<RiskContext, 'market' | 'book' | 'feeRateMicros'>,
): Usd {
  const mark = (findMark(side, state.market(market), state.book(market))?.value ?? price) as Price;
  const gap =
    direction === 'buy'
      ? costCeil(price, shares) - costFloor(mark, shares)
      : costCeil(mark, shares) - costFloor(price, shares);
  return gap <= 0n ? ZERO_USD : toUsd(gap + maxTakerFee(price, shares, state.feeRateMicros));
}
