/**
 * Pre-trade context from the mirror: the input of checkIntent on the page.
 *
 * Units       Exchange time in ms: this machine's clock plus the measured offset.
 * Invariants  Missing data is null or 'waiting', which denies the order.
 */
import { type Direction, inYesTerms, type Side } from '#shared/market/outcome.ts';
import { DEFAULT_TICK } from '#shared/market/tickGrid.ts';
import { isPositionCertain } from '#shared/order/account/unreadableRows.ts';
import type { PreTradeContext } from '#shared/order/check.ts';
import { sellableShares } from '#shared/order/commitments.ts';
import { DEFAULT_FEE_RATE } from '#shared/order/fees.ts';
import type { MarketId } from '#shared/units/ids.ts';
import type { Price } from '#shared/units/price.ts';
import { toUsd } from '#shared/units/usd.ts';
import type { Mirror } from '../../feed/mirror.ts';
import { readReadiness } from '../account/readiness.ts';
import { readRiskState } from '../risk/risk.ts';

/** Best bid and ask of `side`, in the terms of that side; null where the book is empty. */
export function readBest(mirror: Mirror, market: MarketId, side: Side): { bid: Price | null; ask: Price | null } {
  const book = mirror.book(market);
  const bid = (book?.bids[0] ?? null) as Price | null;
  const ask = (book?.asks[0] ?? null) as Price | null;
  if (side === 'yes') return { bid, ask };
  return { bid: ask === null ? null : inYesTerms('no', ask), ask: bid === null ? null : inYesTerms('no', bid) };
}

export function readPreTradeContext(
  mirror: Mirror,
  market: MarketId | null,
  side: Side,
  direction: Direction,
  nowMs: number,
): PreTradeContext {
  const catalogue = mirror.catalogue();
  const account = mirror.account();
  const book = market === null ? null : mirror.book(market);
  const best = market === null ? { bid: null, ask: null } : readBest(mirror, market, side);
  const position = account?.positions.find((one) => one.market === market && one.outcome === side) ?? null;
  const orders = account?.orders ?? [];
  const feeRateMicros = account?.feeRateMicros ?? DEFAULT_FEE_RATE;
  // The same sums as in main: pending orders are subtracted before a balance includes them.
  const rows = account?.unreadableRows ?? null;
  const isRead = position !== null || (account?.reconciledAtMs ?? null) !== null;
  const isPositionKnown =
    market !== null && isRead && isPositionCertain(rows, { market, outcome: side }, position !== null);
  const balance = rows !== null && rows.balances.length > 0 ? null : (account?.balance ?? null);
  return {
    readiness: readReadiness(mirror),
    market: catalogue?.markets.find((one) => one.id === market) ?? null,
    isMarketChanged: mirror.wallet()?.custody.changedMarkets.some((one) => one.market === market) ?? false,
    tick: catalogue?.tick ?? DEFAULT_TICK,
    feeRateMicros,
    exchangeTimeMs: nowMs + (mirror.clockOffsetMs() ?? 0),
    bookHealth: book?.health ?? { at: 'waiting' },
    crossPrice: direction === 'buy' ? best.ask : best.bid,
    available: balance === null ? null : toUsd(balance.available - (account?.committed ?? 0n)),
    sellable: isPositionKnown ? sellableShares(position, orders, market, side) : null,
    risk: readRiskState(mirror, nowMs),
    isConfirmed: true,
  };
}
