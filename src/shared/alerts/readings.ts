/**
 * Readings of one market for the conditions that compare a value.
 *
 * Units       Millionths in the terms of the outcome; durations in ms.
 * Invariants  Null where nothing new is known: while a book is quiet, its last reading counts.
 */
import type { BookTop } from '../market/mark.ts';
import type { Market } from '../market/market.ts';
import type { Side } from '../market/outcome.ts';
import { MICROS } from '../units/micros.ts';
import type { AlertCondition, PriceSource } from './alert.ts';
import type { Reading, UnwatchedReason } from './life.ts';

type Of<K extends AlertCondition['kind']> = Extract<AlertCondition, { readonly kind: K }>;

const NO_PRICE: Reading = { kind: 'unwatched', reason: { code: 'noPrice', parameters: {} } };

export function unwatched(reason: UnwatchedReason): Reading {
  return { kind: 'unwatched', reason };
}

/** The value of a price or spread condition in a book; `top` is null for a book that is not watched. */
export function readBook(condition: Of<'price' | 'spread'>, top: BookTop | null): Reading | null {
  const problem = checkBook(top);
  if (problem !== 'live') return problem;
  const value = condition.kind === 'spread' ? spreadOf(top!) : readPrice(condition.of, condition.side, top!);
  return value === null ? NO_PRICE : readLevel(condition, value);
}

/** The reading of a value that is known to be live, such as the price of a trade. */
export function readLevel(condition: Of<'price' | 'spread'>, value: number): Reading {
  const { level, crosses } = condition;
  if (condition.kind === 'spread') {
    return { kind: 'value', value, fact: { code: 'spread', parameters: { crosses, level, value } } };
  }
  const { of, side } = condition;
  return { kind: 'value', value, fact: { code: 'price', parameters: { of, side, crosses, level, value } } };
}

/** Contracts in the window. */
export function readVolume({ level, windowMs }: Of<'volume'>, value: number, top: BookTop | null): Reading | null {
  const problem = checkBook(top);
  if (problem !== 'live') return problem;
  return { kind: 'value', value, fact: { code: 'volume', parameters: { level, windowMs, value } } };
}

export function readTimeToClose(market: Pick<Market, 'closeAtMs'>, exchangeTimeMs: number): Reading {
  if (market.closeAtMs === null || market.closeAtMs <= exchangeTimeMs)
    return unwatched({ code: 'closed', parameters: {} });
  const leftMs = market.closeAtMs - exchangeTimeMs;
  return { kind: 'value', value: leftMs, fact: { code: 'timeToClose', parameters: { leftMs } } };
}

/** How long a stream has not been live; 0 while it is. */
export function readStream({ of }: Of<'stream'>, forMs: number): Reading {
  return { kind: 'value', value: forMs, fact: { code: 'stream', parameters: { of, forMs } } };
}

function checkBook(top: BookTop | null): Reading | null | 'live' {
  if (top === null) return unwatched({ code: 'book', parameters: { at: 'waiting' } });
  const { at } = top.health;
  if (at === 'live') return 'live';
  return at === 'quiet' ? null : unwatched({ code: 'book', parameters: { at } });
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

function spreadOf({ bestBid, bestAsk }: BookTop): number | null {
  return bestBid === null || bestAsk === null ? null : bestAsk - bestBid;
}

function mirror(price: number | null): number | null {
  return price === null ? null : MICROS - price;
}
