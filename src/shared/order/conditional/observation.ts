/**
 * Observations that triggers are evaluated on: books, trades and ticks, as main received them.
 *
 * Units       Price and Shares in millionths, YES terms; times in ms of the exchange's clock.
 * Invariants  Pure. A book that is not usable has no price at all: `usableBook` is the one place that decides it.
 * Source      docs/conditionals.md#data.
 */
import type { Level } from '../../market/book.ts';
import { type BookHealth, isTrusted } from '../../market/bookHealth.ts';
import { bookColumn, type Direction, type Side } from '../../market/outcome.ts';
import type { MarketId } from '../../units/ids.ts';
import { mirrorPrice, type Price } from '../../units/price.ts';
import { toShares } from '../../units/shares.ts';
import { STALE_BOOK_MS, STALE_TICK_MS } from './defaults.ts';

/** One outcome of a market. */
export interface OutcomeRef {
  readonly market: MarketId;
  readonly side: Side;
}

export interface BookObservation {
  readonly market: MarketId;
  /** Rises with every snapshot: within one epoch no increment is missing. */
  readonly epoch: number;
  readonly sequence: number;
  /** Newest proof that the book is as the exchange has it: a message of its stream, or a REST book that agrees. */
  readonly provedAtMs: number;
  readonly health: BookHealth['at'];
  /** A book that was read by REST, and stands in for the streamed one; its epochs are negative. */
  readonly isRest?: true;
  /** Without the member's own orders, best first; as many levels as main keeps for conditionals. */
  readonly bids: readonly Level[];
  readonly asks: readonly Level[];
}

export interface TradeObservation {
  readonly market: MarketId;
  /** The exchange's id of the match. */
  readonly id: string;
  readonly price: Price;
  readonly shares: number;
  readonly exchangeTimeMs: number;
}

export interface TickObservation {
  readonly symbol: string;
  /** A price of the underlying, never money. */
  readonly price: number;
  readonly exchangeTimeMs: number;
}

/** A book in the terms of one outcome. */
export interface OutcomeBook {
  readonly bids: readonly Level[];
  readonly asks: readonly Level[];
}

/** An own order that rests, in the terms of its outcome. */
export interface OwnOrder {
  readonly side: Side;
  readonly direction: Direction;
  readonly price: Price;
  readonly remaining: number;
}

/** Why a book has no price now; null for a book that has. */
export type BookProblem = 'absent' | 'notLive' | 'old' | 'crossed';

export function checkBook(book: BookObservation | undefined, nowMs: number): BookProblem | null {
  if (book === undefined) return 'absent';
  if (!isTrusted({ at: book.health } as BookHealth)) return 'notLive';
  if (!isFresh(book.provedAtMs, STALE_BOOK_MS, nowMs)) return 'old';
  const [bid] = book.bids;
  const [ask] = book.asks;
  return bid !== undefined && ask !== undefined && bid.price >= ask.price ? 'crossed' : null;
}

/**
 * True while the book continues from an earlier look at it: no snapshot came, and its proofs never ceased for longer than a book may
 * be without. A sleep of the machine can lie between two looks.
 */
export function isSameBook(
  seen: Pick<BookObservation, 'epoch' | 'provedAtMs'> | null,
  { epoch, provedAtMs }: BookObservation,
): boolean {
  return seen !== null && seen.epoch === epoch && provedAtMs - seen.provedAtMs <= STALE_BOOK_MS;
}

/** True for a tick that is recent enough to be compared. */
export function isFreshTick(tick: TickObservation | undefined, nowMs: number): tick is TickObservation {
  return tick !== undefined && isFresh(tick.exchangeTimeMs, STALE_TICK_MS, nowMs);
}

/** What is far in the future is of another clock than this one, and as little known as what is old. */
function isFresh(atMs: number, maxMs: number, nowMs: number): boolean {
  return Math.abs(nowMs - atMs) <= maxMs;
}

/** The book in the terms of `side`; null when it has no usable price. */
export function usableBook(book: BookObservation | undefined, side: Side, nowMs: number): OutcomeBook | null {
  if (book === undefined || checkBook(book, nowMs) !== null) return null;
  return side === 'yes' ? book : mirrorBook(book);
}

/** One for all conditional orders that look at the same book. */
const mirrored = new WeakMap<BookObservation, OutcomeBook>();

function mirrorBook(book: BookObservation): OutcomeBook {
  const known = mirrored.get(book) ?? { bids: mirror(book.asks), asks: mirror(book.bids) };
  mirrored.set(book, known);
  return known;
}

/** The levels of a YES book without the member's own orders on either outcome. */
export function lessOwnOrders(levels: readonly Level[], column: 'bid' | 'ask', own: readonly OwnOrder[]): Level[] {
  const atPrice = new Map<number, number>();
  for (const { side, direction, price, remaining } of own) {
    if (bookColumn(side, direction) !== column) continue;
    const yesPrice = side === 'yes' ? price : mirrorPrice(price);
    atPrice.set(yesPrice, (atPrice.get(yesPrice) ?? 0) + remaining);
  }
  return levels.flatMap(({ price, shares }) => {
    const left = shares - (atPrice.get(price) ?? 0);
    return left > 0 ? [{ price, shares: toShares(left) }] : [];
  });
}

/** Shares of all levels at `limit` or better for whoever takes them: bids at or above, asks at or below. */
export function sharesWithin(levels: readonly Level[], column: 'bid' | 'ask', limit: number): number {
  let sum = 0;
  for (const { price, shares } of levels) {
    if (column === 'bid' ? price < limit : price > limit) break;
    sum += shares;
  }
  return sum;
}

/** The price up to which the best levels sum to `shares`; null when they don't. */
export function priceOfSize(levels: readonly Level[], shares: number): Price | null {
  let sum = 0;
  for (const level of levels) {
    sum += level.shares;
    if (sum >= shares) return level.price;
  }
  return null;
}

function mirror(levels: readonly Level[]): Level[] {
  return levels.map(({ price, shares }) => ({ price: mirrorPrice(price), shares }));
}
