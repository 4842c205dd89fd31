/**
 * Plan of a dry run: the day that these terms run on, begun at what the terminal sees of their markets now.
 *
 * Units       Price and Shares in millionths; times in ms of the exchange's clock.
 * Invariants  Pure. Terms that could not be armed have no dry run, but it needs neither a position nor armed trading.
 * Source      docs/conditionals.md#dry-run
 */
import type {
  DayActivity,
  DayMarketDriver,
  DayMarketStart,
  DayStart,
  DryRunHolding,
  DryRunRefusal,
  DryRunRequest,
} from '#shared/ipc/conditionals/dryRun.ts';
import { isTrusted } from '#shared/market/bookHealth.ts';
import type { Market } from '#shared/market/market.ts';
import { DEFAULT_TICK, type Tick } from '#shared/market/tickGrid.ts';
import type { OutcomeRef } from '#shared/order/conditional/observation.ts';
import { type ConditionalTerms, listOutcomes, sharesOf } from '#shared/order/conditional/terms.ts';
import type { MarketId } from '#shared/units/ids.ts';
import { MICROS } from '#shared/units/micros.ts';
import type { Price } from '#shared/units/price.ts';
import { type Shares, toShares } from '#shared/units/shares.ts';
import { findArmRefusal } from '../armCheck.ts';
import type { WatchedBook } from '../ports.ts';
import { findWatched } from '../watched.ts';

export interface DryRunContext {
  /** A whole second. */
  readonly nowMs: number;
  readonly grid: Tick;
  hasListed(market: MarketId): boolean;
  hasUnderlying(symbol: string): boolean;
  isTrading(market: MarketId): boolean;
  market(id: MarketId): Market | null;
  /** Null when it is not watched. */
  book(id: MarketId): WatchedBook | null;
  /** Newest price of an underlying; null before its first tick. */
  priceOf(symbol: string): number | null;
  /** Free to sell; null before the account is read. */
  available(outcome: OutcomeRef): Shares | null;
}

export type DryRunPlan =
  | { readonly outcome: 'request'; readonly request: DryRunRequest }
  | { readonly outcome: 'refused'; readonly reason: DryRunRefusal };

/** Why these terms cannot have a dry run in any market, or null. */
export function findDryRunRefusal(
  terms: ConditionalTerms,
  given: DayStart | null,
  context: DryRunContext,
): DryRunRefusal | null {
  const refusal = findArmRefusal(terms, {
    nowMs: given?.startMs ?? context.nowMs,
    tick: context.grid,
    active: 0,
    isArmed: true,
    hasListed: context.hasListed,
    hasUnderlying: context.hasUnderlying,
    isTrading: context.isTrading,
    quantityOf: () => terms.shares,
    isExit: () => true,
    checkTogether: () => [],
  });
  if (refusal !== null) return { code: 'notArmable', parameters: { reason: refusal } };
  if (context.grid !== DEFAULT_TICK) return { code: 'otherGrid', parameters: {} };
  return given !== null && !isStartOf(given, terms) ? { code: 'otherStart', parameters: {} } : null;
}

/** `given`: the start of an earlier day, to be run again. */
export function planDryRun(
  terms: ConditionalTerms,
  seed: number,
  given: DayStart | null,
  context: DryRunContext,
): DryRunPlan {
  const start = findDryRunRefusal(terms, given, context) ?? given ?? buildStart(terms, context);
  if ('code' in start) return { outcome: 'refused', reason: start };
  return { outcome: 'request', request: { terms, seed, start, holdings: listHoldings(terms, context) } };
}

/** Underlyings of its triggers, and those that decide its markets. */
export function listDayUnderlyings(terms: ConditionalTerms, market: DryRunContext['market']): readonly string[] {
  const { markets, underlyings } = findWatched(terms);
  const own = markets.flatMap((id) => strikeOf(market(id))?.symbol ?? []);
  return [...new Set([...underlyings, ...own])];
}

/** Shares at the start of the day: the available ones; for a sale without any, its own quantity is assumed. */
function listHoldings(terms: ConditionalTerms, context: DryRunContext): readonly DryRunHolding[] {
  return listOutcomes(terms).flatMap((outcome): DryRunHolding[] => {
    const shares = context.available(outcome) ?? toShares(0);
    if (shares > 0) return [{ outcome, shares, isAssumed: false }];
    return terms.direction === 'sell' ? [{ outcome, shares: sharesOf(terms, outcome), isAssumed: true }] : [];
  });
}

function isStartOf(start: DayStart, terms: ConditionalTerms): boolean {
  const { markets, underlyings } = findWatched(terms);
  const has = new Set([...start.markets.map(({ market }) => market), ...start.underlyings.map(({ symbol }) => symbol)]);
  const drivers = start.markets.map(({ driver }) => driver);
  return (
    markets.every((market) => has.has(market)) &&
    underlyings.every((symbol) => has.has(symbol)) &&
    drivers.every((driver) => driver.kind !== 'strike' || has.has(driver.symbol))
  );
}

function buildStart(terms: ConditionalTerms, context: DryRunContext): DayStart | DryRunRefusal {
  const watched = findWatched(terms);
  const underlyings = listDayUnderlyings(terms, context.market).flatMap((symbol) => {
    const price = context.priceOf(symbol);
    return price === null || price <= 0 ? [] : [{ symbol, price }];
  });
  const symbols = new Set(underlyings.map(({ symbol }) => symbol));
  const missing = watched.underlyings.find((symbol) => !symbols.has(symbol));
  if (missing !== undefined) return { code: 'noUnderlyingPrice', parameters: { symbol: missing } };
  const markets: DayMarketStart[] = [];
  for (const id of watched.markets) {
    const start = buildMarketStart(id, symbols, context);
    if (start === null) return { code: 'noPrice', parameters: { market: id } };
    markets.push(start);
  }
  return { startMs: context.nowMs, markets: joinEvents(markets, context), underlyings };
}

function buildMarketStart(id: MarketId, symbols: ReadonlySet<string>, context: DryRunContext): DayMarketStart | null {
  const listed = context.market(id);
  const book = context.book(id);
  const seen = book !== null && isTrusted(book.health) ? readBook(book) : null;
  const price = seen?.price ?? listed?.lastPrice ?? listed?.yesPrice ?? null;
  if (price === null) return null;
  const strike = strikeOf(listed);
  return {
    market: id,
    price: Math.min(MICROS - DEFAULT_TICK, Math.max(DEFAULT_TICK, price)) as Price,
    isGuessed: seen === null,
    activity: seen?.activity ?? 'mid',
    levelShares: seen?.levelShares ?? null,
    driver: strike !== null && symbols.has(strike.symbol) ? strike : { kind: 'alone' },
    closeAtMs: listed?.closeAtMs ?? null,
  };
}

/** Number of levels near the best price from which the usual level size is taken. */
const NEAR_LEVELS = 5;
const BUSY_SPREAD = 10_000;
const MID_SPREAD = 30_000;

interface Seen {
  readonly price: number;
  readonly activity: DayActivity;
  readonly levelShares: Shares;
}

/** Null for a book without both sides. */
function readBook({ bids, asks }: WatchedBook): Seen | null {
  const [bid, ask] = [bids[0], asks[0]];
  if (bid === undefined || ask === undefined || bid >= ask) return null;
  const near = [...nearShares(bids), ...nearShares(asks)];
  const spread = ask - bid;
  return {
    price: Math.round((bid + ask) / 2),
    activity: spread <= BUSY_SPREAD ? 'busy' : spread <= MID_SPREAD ? 'mid' : 'thin',
    levelShares: toShares(Math.round(near.reduce((sum, shares) => sum + shares, 0) / near.length)),
  };
}

function nearShares(pairs: ArrayLike<number>): number[] {
  const shares: number[] = [];
  for (let at = 1; at < pairs.length && shares.length < NEAR_LEVELS; at += 2) shares.push(pairs[at]!);
  return shares;
}

/** Comparators for which yes is the price at or above the level. */
const UPWARD: ReadonlySet<string | null> = new Set([null, 'gte', 'gt', 'between']);

/** The level of an underlying that decides it; null for any other market. */
function strikeOf(market: Market | null): Extract<DayMarketDriver, { readonly kind: 'strike' }> | null {
  const symbol = market?.terms?.underlying?.symbol ?? null;
  const level = market?.priceTarget ?? null;
  const target = level?.floorStrike ?? level?.threshold ?? null;
  if (symbol === null || level === null || target === null || target <= 0 || !UPWARD.has(level.comparator)) return null;
  const cap = level.capStrike !== null && level.capStrike > target ? level.capStrike : null;
  return { kind: 'strike', symbol, target, cap };
}

/** Markets of one event whose prices leave room for no more than one true outcome move against each other. */
function joinEvents(markets: readonly DayMarketStart[], { market }: DryRunContext): readonly DayMarketStart[] {
  const events = new Map<number, DayMarketStart[]>();
  for (const start of markets) {
    const event = market(start.market)?.eventId ?? null;
    if (event !== null && start.driver.kind === 'alone') events.set(event, [...(events.get(event) ?? []), start]);
  }
  return markets.map((start) => {
    const event = market(start.market)?.eventId ?? null;
    const group = event === null ? [] : (events.get(event) ?? []);
    const sum = group.reduce((total, { price }) => total + price, 0);
    if (!group.includes(start) || group.length < 2 || sum > MICROS) return start;
    return { ...start, driver: { kind: 'share', group: String(event) } };
  });
}
