/**
 * What is held, what it is worth now, and what selling all of it would take.
 *
 * Units       Marks in the terms of the position's outcome; Usd in millionths.
 */
import type { BookFrame } from '#shared/ipc/frame.ts';
import { isTrusted } from '#shared/market/bookHealth.ts';
import type { Market } from '#shared/market/market.ts';
import type { Side } from '#shared/market/outcome.ts';
import { nearestOnTick, type Tick } from '#shared/market/tickGrid.ts';
import type { Position } from '#shared/order/account.ts';
import { unrealizedPnl } from '#shared/order/pnl.ts';
import { MICROS } from '#shared/units/micros.ts';
import type { Price } from '#shared/units/price.ts';
import { toUsd, type Usd } from '#shared/units/usd.ts';

export interface Mark {
  readonly price: Price;
  /** Where it comes from: the middle of a live book is the best that can be known. */
  readonly from: 'mid' | 'last' | 'catalogue' | 'result';
  /** The book it comes from is not live. */
  readonly isOld: boolean;
}

/** The middle of the book, else its last trade, else the catalogue's price; null when nobody ever gave one. */
export function markOf(side: Side, market: Market | null, book: BookFrame | null): Mark | null {
  if (market?.result === 'yes' || market?.result === 'no') {
    // A share that won is worth a dollar, which is not a price: one millionth less keeps the sign of what is shown.
    return { price: (market.result === side ? MICROS - 1 : 1) as Price, from: 'result', isOld: false };
  }
  const isOld = book !== null && !isTrusted(book.health);
  const bid = book?.bids[0];
  const ask = book?.asks[0];
  if (bid !== undefined && ask !== undefined && bid > 0 && ask > 0) {
    return { price: inTermsOf(side, Math.floor((bid + ask) / 2)), from: 'mid', isOld };
  }
  const last = book?.lastPrice ?? null;
  if (last !== null) return { price: inTermsOf(side, last), from: 'last', isOld };
  const listed = market?.yesPrice ?? market?.lastPrice ?? null;
  return listed === null ? null : { price: inTermsOf(side, listed), from: 'catalogue', isOld: true };
}

function inTermsOf(side: Side, yesMicros: number): Price {
  return (side === 'yes' ? yesMicros : MICROS - yesMicros) as Price;
}

/** Open and closed positions with something to say, the largest cost first; order does not follow prices. */
export function listPositions(positions: readonly Position[]): readonly Position[] {
  const cost = (position: Position): bigint => BigInt(position.averagePrice ?? MICROS) * BigInt(position.quantity);
  return positions
    .filter((position) => position.quantity > 0 || position.realizedPnl !== 0n)
    .toSorted((a, b) => {
      const step = cost(b) - cost(a);
      if (step !== 0n) return step > 0n ? 1 : -1;
      return a.market < b.market ? -1 : a.market > b.market ? 1 : 0;
    });
}

export interface Totals {
  readonly unrealized: Usd;
  readonly realized: Usd;
  /** False when a position has no mark or no average: the sum is then of the others. */
  readonly isWhole: boolean;
}

export function sumPositions(positions: readonly Position[], markFor: (position: Position) => Mark | null): Totals {
  let unrealized = 0n;
  let realized = 0n;
  let isWhole = true;
  for (const position of positions) {
    realized += position.realizedPnl;
    if (position.quantity === 0) continue;
    const gain = unrealizedPnl(position, markFor(position)?.price ?? null);
    if (gain === null) isWhole = false;
    else unrealized += gain;
  }
  return { unrealized: toUsd(unrealized), realized: toUsd(realized), isWhole };
}

/** Where a sale of everything would start: the best bid for that outcome, on the grid; null without one. */
export function sellPriceOf(side: Side, book: BookFrame | null, tick: Tick): Price | null {
  const yes = side === 'yes' ? book?.bids[0] : book?.asks[0];
  return yes === undefined ? null : nearestOnTick(inTermsOf(side, yes), tick);
}
