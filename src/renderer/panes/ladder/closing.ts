/**
 * Closing order of a ladder's row: what a click on its P&L prepares, and what it would bring.
 *
 * Units       Prices in the terms of the net outcome.
 * Invariants  Pure. The order sells what is not paired; complete sets need a merge, not an order.
 */
import type { BookFrame } from '#shared/ipc/frames/frame.ts';
import type { Side } from '#shared/market/outcome.ts';
import type { Tick } from '#shared/market/tickGrid.ts';
import { oppositeColumn, valueOfWalk, walkBook } from '#shared/order/bookWalk.ts';
import { floorToLot } from '#shared/order/exits/quote.ts';
import { netOf, resultOfExit, type Stake } from '#shared/order/exposure/exposure.ts';
import { formatContracts, formatExactContracts, formatGain, formatTickPrice } from '#shared/text/numbers.ts';
import { mirrorPrice, type Price } from '#shared/units/price.ts';
import type { Shares } from '#shared/units/shares.ts';
import { toUsd } from '#shared/units/usd.ts';
import { formatWalk } from '../../domain/orders/orderFigures.ts';
import type { Hint } from './hint.ts';

export interface ClosingOrder {
  readonly side: Side;
  readonly direction: 'sell';
  readonly price: Price;
  readonly shares: Shares;
}

/** @param price of the row, in the terms of `visible`; null where nothing is to close by an order. */
export function buildClosing(stake: Stake | null, visible: Side, price: Price, tick: Tick): ClosingOrder | null {
  const net = stake === null ? null : netOf(stake);
  if (net === null) return null;
  const shares = floorToLot(net.shares, tick);
  if (shares === 0) return null;
  return { side: net.side, direction: 'sell', price: net.side === visible ? price : mirrorPrice(price), shares };
}

/** 'To the ticket: sell 200 yes at 0.65', and what of it would trade now. */
export function buildCloseHint(
  order: ClosingOrder | null,
  stake: Stake | null,
  book: BookFrame | null,
  feeRateMicros: number,
  decimals: number,
): Hint | null {
  if (order === null) {
    const sets = stake === null ? 0 : Math.min(stake.yes, stake.no);
    if (sets === 0) return null;
    return {
      text: `${formatContracts(sets)} complete sets: a dollar each at every price`,
      more: 'A merge frees them',
      tone: 'plain',
    };
  }
  const { side, price, shares } = order;
  const text = `To the ticket: sell ${formatExactContracts(shares)} ${side} at ${formatTickPrice(price, decimals)}`;
  const column = book?.[oppositeColumn(side, 'sell')] ?? null;
  if (column === null || stake === null) return { text, more: null, tone: 'plain' };
  const walk = walkBook(column, order, feeRateMicros);
  const result = resultOfExit(stake, { value: toUsd(valueOfWalk(walk, order) - walk.fee) });
  const brings = result === null ? '' : ` · ${formatGain(result)} if all of it fills`;
  return { text, more: `Trades now: ${formatWalk(walk, decimals)}${brings}`, tone: 'plain' };
}
