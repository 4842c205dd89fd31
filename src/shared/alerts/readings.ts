/**
 * Readings of a book and of the account, for kinds of alerts that compare a value.
 *
 * Units       Millionths in the terms of the outcome.
 * Invariants  Null where nothing new is known: while a book is quiet, its last reading counts.
 */
import type { BookTop } from '../market/mark.ts';
import type { Side } from '../market/outcome.ts';
import { MICROS } from '../units/micros.ts';
import type { AccountAt, LookResult, UnwatchedReason } from './kind.ts';

/** Prices of a book, with their names. */
export const PRICE_SOURCES = {
  bid: 'Best bid',
  ask: 'Best ask',
  last: 'Last price',
  mid: 'Middle of the book',
} as const;
export type PriceSource = keyof typeof PRICE_SOURCES;

/** The value that `read` finds in a live book; `top` is null for a book that is not watched. */
export function readLiveBook(top: BookTop | null, read: (top: BookTop) => number | null): LookResult {
  if (top === null) return { code: 'book', parameters: { at: 'waiting' } };
  const { at } = top.health;
  if (at === 'quiet') return null;
  if (at !== 'live') return { code: 'book', parameters: { at } };
  return read(top) ?? { code: 'noPrice', parameters: {} };
}

/** Null for an account that is live, and for a market. */
export function whyNotOpen(at: AccountAt | null): UnwatchedReason | null {
  return at === null || at === 'live' ? null : { code: 'account', parameters: { at } };
}

/** A price of a book in the terms of an outcome; null where the book has none. */
export function readPrice(of: PriceSource, side: Side, { bestBid, bestAsk, lastPrice }: BookTop): number | null {
  const bid = side === 'yes' ? bestBid : mirror(bestAsk);
  const ask = side === 'yes' ? bestAsk : mirror(bestBid);
  switch (of) {
    case 'bid':
      return bid;
    case 'ask':
      return ask;
    case 'last':
      return side === 'yes' ? lastPrice : mirror(lastPrice);
    case 'mid':
      return bid === null || ask === null ? null : Math.floor((bid + ask) / 2);
  }
}

function mirror(price: number | null): number | null {
  return price === null ? null : MICROS - price;
}
