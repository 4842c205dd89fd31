/**
 * Event pane model: the outcomes of one event side by side, the sum of their prices, and ways to hold and to leave each.
 *
 * Units       Prices and shares in millionths, prices in YES terms; amounts in Usd.
 * Invariants  Pure. Only live books of trading markets are part of a way, and other markets only in an exclusive event.
 * Source      docs/event-prices.md
 */
import type { BookFrame } from '#shared/ipc/frames/frame.ts';
import type { AccountView, OrderView } from '#shared/ipc/views.ts';
import { compareInEvent, type Market, type MarketPhase, phaseOf } from '#shared/market/market.ts';
import type { Side } from '#shared/market/outcome.ts';
import { sellableShares } from '#shared/order/commitments.ts';
import { findWaysToHold, findWaysToLeave, type MarketAsks, type Way, type Ways } from '#shared/order/eventWays.ts';
import { findExcess, holdingsOf, listLiquidity } from '#shared/order/exits/flattenPlan.ts';
import { mirrorLevels } from '#shared/order/exits/quote.ts';
import type { Exposure } from '#shared/order/exposure/exposure.ts';
import { isTerminal } from '#shared/order/life.ts';
import { formatGain } from '#shared/text/numbers.ts';
import type { MarketId } from '#shared/units/ids.ts';
import { MICROS } from '#shared/units/micros.ts';
import { toNumber } from '#shared/units/numbers.ts';
import type { Shares } from '#shared/units/shares.ts';
import { toUsd, type Usd } from '#shared/units/usd.ts';
import { isAccountKnown } from '../../domain/account/accountStatus.ts';

/** Books that one pane follows; a longer event names the outcomes without one. */
export const MOST_FOLLOWED = 40;

/** The markets of the event that `market` belongs to, by the exchange's order; the market alone without an event. */
export function listEventMarkets(markets: readonly Market[], market: Market): readonly Market[] {
  const { eventId, eventSlug } = market;
  if (eventId === null && eventSlug === null) return [market];
  const same = markets.filter((one) => (eventId === null ? one.eventSlug === eventSlug : one.eventId === eventId));
  const anyRanked = same.some(({ eventRank }) => eventRank !== null);
  return same.toSorted((a, b) => compareInEvent(a, b, anyRanked));
}

/** The outcomes whose books are followed: those that trade, and the first ones where there are more than can be. */
export function listFollowed(outcomes: readonly Market[], exchangeTimeMs: number): readonly MarketId[] {
  return outcomes
    .filter((market) => phaseOf(market, exchangeTimeMs) === 'trading')
    .slice(0, MOST_FOLLOWED)
    .map(({ id }) => id);
}

export interface OutcomeRow {
  readonly market: Market;
  readonly phase: MarketPhase;
  /** State of the book; null where it is not followed. */
  readonly book: string | null;
  readonly bid: number | null;
  readonly ask: number | null;
  readonly last: number | null;
  /** Null while the account is not known. */
  readonly holding: { readonly yes: Shares; readonly no: Shares } | null;
  /** What the position brings in its worst result, without orders; null where that is not known. */
  readonly worst: Usd | null;
  /** The largest loss with every open order filled or not, as the limits count it; null while the account is not known. */
  readonly lossWithOrders: Usd | null;
  readonly orders: number;
  /** The cheapest way to hold yes of the wanted size. */
  readonly hold: Way | null;
}

export interface EventInput {
  readonly outcomes: readonly Market[];
  readonly exchangeTimeMs: number;
  readonly account: AccountView | null;
  readonly wanted: Shares | null;
  readonly isExclusive: boolean;
  readonly feeRateMicros: number;
  book(market: MarketId): BookFrame | null;
  /** State of a book: 'live' or why it is not. */
  stateOf(book: BookFrame): string;
  exposureOf(market: MarketId): Exposure | null;
  lossOf(market: MarketId): Usd;
}

export function buildOutcomes(input: EventInput): readonly OutcomeRow[] {
  const { outcomes, account, exchangeTimeMs, wanted } = input;
  const isKnown = isAccountKnown(account);
  const asks = listAsks(input);
  return outcomes.map((market) => {
    const book = input.book(market.id);
    const own = asks.get(market.id);
    return {
      market,
      phase: phaseOf(market, exchangeTimeMs),
      book: book === null ? null : input.stateOf(book),
      bid: book?.bids[0] ?? null,
      ask: book?.asks[0] ?? null,
      last: book?.lastPrice ?? market.lastPrice,
      holding: isKnown ? holdingsOf(account.positions, market.id) : null,
      worst: isKnown ? worstEnd(input.exposureOf(market.id)) : null,
      lossWithOrders: isKnown ? input.lossOf(market.id) : null,
      orders: listOpenOrders(account, market.id).length,
      hold: own === undefined || wanted === null ? null : findHold(input, asks, own, 'yes', wanted).best,
    };
  });
}

function worstEnd(exposure: Exposure | null): Usd | null {
  if (exposure === null) return toUsd(0n);
  const { ifYes, ifNo, ifVoid } = exposure;
  if (ifYes === null || ifNo === null || ifVoid === null) return null;
  const worst = ifYes < ifNo ? ifYes : ifNo;
  return worst < ifVoid ? worst : ifVoid;
}

function listOpenOrders(account: AccountView | null, market: MarketId): readonly OrderView[] {
  return account?.orders.filter((order) => order.market === market && !isTerminal(order.life)) ?? [];
}

/** What can be bought in each market of the event whose book is live. */
function listAsks(input: EventInput): ReadonlyMap<MarketId, MarketAsks> {
  const asks = new Map<MarketId, MarketAsks>();
  for (const { id: market, ...rest } of input.outcomes) {
    const book = input.book(market);
    if (book === null || input.stateOf(book) !== 'live') continue;
    if (phaseOf({ id: market, ...rest }, input.exchangeTimeMs) !== 'trading') continue;
    const orders = listOpenOrders(input.account, market);
    asks.set(market, {
      id: market,
      yes: mirrorLevels(listLiquidity(book, 'no', orders)),
      no: mirrorLevels(listLiquidity(book, 'yes', orders)),
    });
  }
  return asks;
}

function listOthers(
  input: EventInput,
  asks: ReadonlyMap<MarketId, MarketAsks>,
  own: MarketAsks,
): readonly MarketAsks[] {
  return input.isExclusive ? [...asks.values()].filter((one) => one !== own) : [];
}

function findHold(
  input: EventInput,
  asks: ReadonlyMap<MarketId, MarketAsks>,
  own: MarketAsks,
  side: Side,
  shares: Shares,
): Ways {
  const { feeRateMicros } = input;
  return findWaysToHold({ market: own, side, shares, others: listOthers(input, asks, own), feeRateMicros });
}

/** The ways of one outcome, each for its own number of shares. */
export interface OutcomeWays {
  readonly kind: 'hold' | 'leave';
  readonly side: Side;
  readonly wanted: Shares;
  readonly ways: Ways;
}

/** To hold yes and no of the wanted size, and to leave what is not paired; null while the book is not live. */
export function buildWays(input: EventInput, market: MarketId): readonly OutcomeWays[] | null {
  const asks = listAsks(input);
  const own = asks.get(market);
  if (own === undefined) return null;
  const found: OutcomeWays[] = [];
  for (const side of ['yes', 'no'] as const) {
    if (input.wanted === null) continue;
    found.push({ kind: 'hold', side, wanted: input.wanted, ways: findHold(input, asks, own, side, input.wanted) });
  }
  const { account, feeRateMicros } = input;
  const excess = account === null ? null : findExcess(account.positions, market);
  if (account === null || excess === null) return found;
  const { side, shares } = excess;
  const position = account.positions.find((one) => one.market === market && one.outcome === side) ?? null;
  const sellable = sellableShares(position, account.orders, market, side);
  const others = listOthers(input, asks, own);
  const ways = findWaysToLeave({ market: own, side, shares, others, feeRateMicros, sellable });
  return [...found, { kind: 'leave', side, wanted: shares, ways }];
}

/** Decimals of the price of a way. */
export const WAY_DECIMALS = 4;
const WAY_STEP = BigInt(MICROS / 10 ** WAY_DECIMALS);

/** Average cost of a share, rounded up to the decimals that are shown; of a way out what a share brings, rounded down. */
export function priceOfWay({ net, shares }: Way, kind: OutcomeWays['kind']): number {
  const [amount, count] = [kind === 'hold' ? net : -net, BigInt(shares) * WAY_STEP];
  const scaled = amount * BigInt(MICROS);
  const down = scaled / count - (scaled < 0n && scaled % count !== 0n ? 1n : 0n);
  return toNumber((kind === 'hold' && down * count !== scaled ? down + 1n : down) * WAY_STEP);
}

/** How many other markets a way uses. */
export function countOthers({ orders }: Way, market: MarketId): number {
  return orders.filter((order) => order.market !== market).length;
}

export interface Sum {
  readonly sum: number;
  /** Outcomes that have a price, of all that trade. */
  readonly count: number;
}

export interface PriceSums {
  readonly bids: Sum;
  readonly asks: Sum;
  /** Outcomes that trade. */
  readonly of: number;
}

export function sumPrices(rows: readonly OutcomeRow[]): PriceSums {
  const trading = rows.filter(({ phase }) => phase === 'trading');
  const sumOf = (prices: readonly (number | null)[]): Sum => {
    const known = prices.filter((price) => price !== null);
    return { sum: known.reduce((sum, price) => sum + price, 0), count: known.length };
  };
  return {
    bids: sumOf(trading.map(({ bid }) => bid)),
    asks: sumOf(trading.map(({ ask }) => ask)),
    of: trading.length,
  };
}

/** What the sums mean; `isNotable` where they differ from a fair event in the member's favour, before fees. */
export function explainSums({ bids, asks, of }: PriceSums, isExclusive: boolean): { text: string; isNotable: boolean } {
  if (of < 2) return { text: 'One outcome trades: there is nothing to add up', isNotable: false };
  if (!isExclusive) {
    return {
      text: 'Not marked as exclusive: several outcomes may win, so the sums mean little',
      isNotable: false,
    };
  }
  if (bids.sum > MICROS) {
    return { text: 'Bids above 1: no of every outcome costs less than it pays, before fees', isNotable: true };
  }
  if (asks.count === of && asks.sum < MICROS) {
    return { text: 'Asks below 1: yes of every outcome pays 1 if one of them wins, before fees', isNotable: true };
  }
  return {
    text: 'At most one outcome wins: bids below 1 and asks above 1 leave nothing for certain',
    isNotable: false,
  };
}

/** A worst-case loss as the result that it is: '−44.00', and '+56.00' where nothing can be lost. */
export function formatWorst(loss: Usd): string {
  return formatGain(toUsd(-loss));
}
