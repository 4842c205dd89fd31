/**
 * Mark: what one share of an outcome is worth now, and where that figure comes from.
 *
 * Units       Millionths of a dollar, 0 … 1,000,000, in the terms of the outcome.
 */
import { MICROS } from '../units/micros.ts';
import { type BookHealth, isTrusted } from './bookHealth.ts';
import { type Market, resultOf } from './market.ts';
import type { Side } from './outcome.ts';

export interface Mark {
  readonly value: number;
  /** `mid` is the middle of the book; `catalogue` is the listed price. */
  readonly from: 'mid' | 'last' | 'catalogue' | 'result';
  /** The book it comes from is not live, or there is none. */
  readonly isOld: boolean;
}

/** Best prices and last trade of the YES book. */
export interface BookTop {
  readonly health: BookHealth;
  readonly bestBid: number | null;
  readonly bestAsk: number | null;
  readonly lastPrice: number | null;
}

/** The result (a void: half a dollar, docs/assumptions.md#void-pays-half), else the middle of the book, else its last trade, else the listed price; null when none is known. */
export function findMark(side: Side, market: Market | null, top: BookTop | null): Mark | null {
  const result = market === null ? null : resultOf(market);
  if (result !== null) {
    const value = result === 'void' ? MICROS / 2 : result === side ? MICROS : 0;
    return { value, from: 'result', isOld: false };
  }
  const isOld = top !== null && !isTrusted(top.health);
  if (top !== null && top.bestBid !== null && top.bestAsk !== null) {
    return { value: inTermsOf(side, Math.floor((top.bestBid + top.bestAsk) / 2)), from: 'mid', isOld };
  }
  if (top !== null && top.lastPrice !== null) return { value: inTermsOf(side, top.lastPrice), from: 'last', isOld };
  const listed = market?.yesPrice ?? market?.lastPrice ?? null;
  return listed === null ? null : { value: inTermsOf(side, listed), from: 'catalogue', isOld: true };
}

function inTermsOf(side: Side, yesValue: number): number {
  return side === 'yes' ? yesValue : MICROS - yesValue;
}
