/**
 * Plan of a flatten: for each market the shares that are not paired, and both ways out of them with their figures.
 *
 * Units       Millionths. Prices of a route in the terms of the outcome that its order names.
 * Invariants  Pure. Pairs of both outcomes are complete sets and stay: they are worth a dollar whatever happens. Our own
 *             orders are no liquidity. Never plans more than is held.
 * Source      docs/exits.md#flatten
 */

import type { Level } from '../../market/book.ts';
import { type BookHealth, isTrusted } from '../../market/bookHealth.ts';
import { isTrading, type Market } from '../../market/market.ts';
import { bookColumn, type Direction, inYesTerms, otherSide, type Side } from '../../market/outcome.ts';
import type { Tick } from '../../market/tickGrid.ts';
import type { MarketId, OrderId } from '../../units/ids.ts';
import { type Price, toPrice } from '../../units/price.ts';
import { type Shares, toShares } from '../../units/shares.ts';
import type { Position } from '../account/account.ts';
import { type CommittingOrder, sellableShares } from '../commitments.ts';
import { isTerminal } from '../life.ts';
import { chooseRoute, type ExitQuote, type ExitRoute, floorToLot, isBeyond, mirrorLevels, quoteExit } from './quote.ts';

/** How much worse than the best price a panic may exit, in millionths. */
export const PANIC_DISTANCE = toPrice(50_000);

export type FlattenScope =
  | { readonly kind: 'position'; readonly market: MarketId; readonly side: Side }
  | { readonly kind: 'market'; readonly market: MarketId }
  | { readonly kind: 'event'; readonly eventId: number }
  | { readonly kind: 'all' };

/** An open order of the market; it locks shares or would match the exit. */
export interface OpenOrder extends CommittingOrder {
  readonly orderId: OrderId | null;
}

/** Prices as [price, shares, …] pairs in YES terms, best first. */
export interface MarketDepth {
  readonly health: BookHealth;
  readonly bids: ArrayLike<number>;
  readonly asks: ArrayLike<number>;
}

/** Why nothing can be placed for this market; the words are in shared/text/exits/exits.ts. */
export type FlattenBlock = 'marketClosed' | 'noBook' | 'bookEmpty' | 'matchesOwnOrder' | 'dust';

export interface PlannedOrder {
  readonly orderId: OrderId | null;
  readonly side: Side;
  readonly direction: Direction | null;
  readonly price: Price;
  readonly remaining: Shares;
}

export interface FlattenLeg {
  readonly market: MarketId;
  /** The outcome of which more is held. */
  readonly side: Side;
  readonly quantity: Shares;
  /** Held together with the other outcome: complete sets, worth a dollar each, freed by a merge. */
  readonly paired: Shares;
  /** Not paired, in whole lots: what the flatten exits. */
  readonly toExit: Shares;
  /** Can be sold without a cancel. */
  readonly sellable: Shares;
  /** Open orders of the market, which are cancelled first if the member agrees. */
  readonly orders: readonly PlannedOrder[];
  readonly book: BookHealth['at'];
  readonly sell: ExitQuote | null;
  readonly buyOther: ExitQuote | null;
  readonly route: ExitRoute | null;
  readonly block: FlattenBlock | null;
}

export interface LegInput {
  readonly market: MarketId;
  readonly listed: Market | null;
  readonly positions: readonly Position[];
  /** Of every market. */
  readonly orders: Iterable<OpenOrder>;
  readonly depth: MarketDepth | null;
  readonly tick: Tick;
  readonly feeRateMicros: number;
  readonly exchangeTimeMs: number;
  /** Whether the open orders of the market are cancelled first. */
  readonly cancelsOrders: boolean;
}

/** Held shares of both outcomes in the wallet. */
export function holdingsOf(positions: readonly Position[], market: MarketId): Readonly<Record<Side, Shares>> {
  const of = (side: Side): Shares =>
    positions.find((one) => one.market === market && one.outcome === side)?.quantity ?? toShares(0);
  return { yes: of('yes'), no: of('no') };
}

/** The outcome of which more is held, and by how much; null when both are equal. */
export function findExcess(
  positions: readonly Position[],
  market: MarketId,
): { readonly side: Side; readonly shares: Shares; readonly paired: Shares } | null {
  const { yes, no } = holdingsOf(positions, market);
  if (yes === no) return null;
  const paired = toShares(Math.min(yes, no));
  return { side: yes > no ? 'yes' : 'no', shares: toShares(Math.abs(yes - no)), paired };
}

/** Markets of the scope with more of one outcome than of the other. */
export function listMarketsToFlatten(
  scope: FlattenScope,
  positions: readonly Position[],
  eventOf: (market: MarketId) => number | null,
): MarketId[] {
  const markets = new Set<MarketId>();
  for (const { market, quantity } of positions) {
    if (quantity === 0 || findExcess(positions, market) === null) continue;
    if (scope.kind === 'event' && eventOf(market) !== scope.eventId) continue;
    if ((scope.kind === 'market' || scope.kind === 'position') && market !== scope.market) continue;
    if (scope.kind === 'position' && findExcess(positions, market)?.side !== scope.side) continue;
    markets.add(market);
  }
  return [...markets];
}

/** Null when both outcomes are held equally. */
export function planLeg(input: LegInput): FlattenLeg | null {
  const { market, positions, depth, tick, feeRateMicros, cancelsOrders } = input;
  const excess = findExcess(positions, market);
  if (excess === null) return null;
  const { side } = excess;
  const orders = [...input.orders].filter((order) => order.market === market && !isTerminal(order.life));
  const position = positions.find((one) => one.market === market && one.outcome === side) ?? null;
  const sellable = sellableShares(position, orders, market, side);
  const toExit = floorToLot(excess.shares, tick);
  const levels = depth === null ? [] : listLiquidity(depth, side, orders);
  const terms = { tick, feeRateMicros, worst: null };
  const toSell = floorToLot(cancelsOrders ? toExit : Math.min(toExit, sellable), tick);
  const sell = quoteExit('sell', toSell, levels, terms);
  const buyOther = quoteExit('buyOther', toExit, mirrorLevels(levels), terms);
  const route = chooseRoute(sell, buyOther);
  const quote = route === 'sell' ? sell : buyOther;
  return {
    market,
    side,
    quantity: position?.quantity ?? toShares(0),
    paired: excess.paired,
    toExit,
    sellable,
    orders: orders.map(({ orderId, side: of, direction, price, remaining }) => ({
      orderId,
      side: of,
      direction,
      price,
      remaining,
    })),
    book: depth?.health.at ?? 'waiting',
    sell,
    buyOther,
    route,
    block: findBlock(),
  };

  function findBlock(): FlattenBlock | null {
    if (toExit === 0) return 'dust';
    if (input.listed === null || !isTrading(input.listed, input.exchangeTimeMs)) return 'marketClosed';
    if (depth === null || depth.health.at === 'waiting') return 'noBook';
    if (route === null || quote === null) return isTrusted(depth.health) ? 'bookEmpty' : null;
    return !cancelsOrders && matchesOwnOrder(route, quote.limit, side, orders) ? 'matchesOwnOrder' : null;
  }
}

/** True when an exit at this price would trade with one of our own orders. */
export function matchesOwnOrder(route: ExitRoute, limit: Price, side: Side, orders: readonly OpenOrder[]): boolean {
  const column = bookColumn(side, 'sell') === 'ask' ? 'bid' : 'ask';
  const ordered = route === 'sell' ? side : otherSide(side);
  return orders.some((order) => {
    if (order.direction === null || bookColumn(order.side, order.direction) !== column) return false;
    return !isBeyond(route, inYesTerms(ordered, inYesTerms(order.side, order.price)), limit);
  });
}

/** Bids for `side` without our own orders, in its terms, best first. */
export function listLiquidity(
  depth: Pick<MarketDepth, 'bids' | 'asks'>,
  side: Side,
  orders: readonly OpenOrder[],
): Level[] {
  const column = side === 'yes' ? 'bid' : 'ask';
  const pairs = side === 'yes' ? depth.bids : depth.asks;
  const own = new Map<number, number>();
  for (const { direction, side: of, price, remaining } of orders) {
    if (direction === null || bookColumn(of, direction) !== column) continue;
    const yesPrice = inYesTerms(of, price);
    own.set(yesPrice, (own.get(yesPrice) ?? 0) + remaining);
  }
  const levels: Level[] = [];
  for (let at = 0; at + 1 < pairs.length; at += 2) {
    const yesPrice = pairs[at]! as Price;
    const shares = pairs[at + 1]! - (own.get(yesPrice) ?? 0);
    if (shares > 0) levels.push({ price: inYesTerms(side, yesPrice), shares: toShares(shares) });
  }
  return levels;
}
