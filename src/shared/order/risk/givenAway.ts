/**
 * Value that an order gives away against the live book, and the distance of its price beyond the market's.
 *
 * Units       Usd in millionths, rounded up; prices in the terms of the order's side.
 * Invariants  Pure. A sale is compared with what the bids would pay, a buy with what the asks would cost; shares beyond the
 *             book's depth with the best price, and with the last price where that side is empty. A book that is not live is
 *             compared with the last price too, and the worse result counts. Without any price, the whole value is at risk.
 * Source      docs/risk.md#given-away.
 */
import { isTrusted } from '../../market/bookHealth.ts';
import { type Direction, inYesTerms, type Side } from '../../market/outcome.ts';
import { MICROS } from '../../units/micros.ts';
import type { Price } from '../../units/price.ts';
import { toUsd, type Usd, ZERO_USD } from '../../units/usd.ts';
import { oppositeColumn } from '../bookWalk.ts';
import type { OrderIntent } from '../intent.ts';
import type { RiskBook } from './context.ts';

/** Product of a price and shares, both in millionths. */
const SCALE = 1_000_000n;

/** What an order is compared with, in the terms of its side. */
interface Reference {
  /** Levels of the opposite side, best first. */
  readonly count: number;
  priceAt(level: number): number;
  sharesAt(level: number): number;
  readonly lastPrice: number | null;
}

const NO_BOOK: Reference = { count: 0, priceAt: () => 0, sharesAt: () => 0, lastPrice: null };

/** Reads the book in place: an order is compared with few of its levels. */
function findReference(book: RiskBook | null, side: Side, direction: Direction): Reference {
  if (book === null) return NO_BOOK;
  const inTerms = (price: number): number => inYesTerms(side, price as Price);
  const pairs = book[oppositeColumn(side, direction)];
  return {
    count: pairs.length >> 1,
    priceAt: (level) => inTerms(pairs[level * 2]!),
    sharesAt: (level) => pairs[level * 2 + 1]!,
    lastPrice: book.lastPrice === null ? null : inTerms(book.lastPrice),
  };
}

export function valueGivenAway(
  { side, direction, price, shares }: Pick<OrderIntent, 'side' | 'direction' | 'price' | 'shares'>,
  book: RiskBook | null,
): Usd {
  const { count, priceAt, sharesAt, lastPrice } = findReference(book, side, direction);
  const sign = direction === 'sell' ? 1n : -1n;
  const total = BigInt(price) * BigInt(shares);
  const against = (reference: bigint): Usd => {
    const gap = sign * (reference - total);
    return gap <= 0n ? ZERO_USD : toUsd((gap + SCALE - 1n) / SCALE);
  };
  const last = (): bigint => BigInt(lastPrice ?? (direction === 'sell' ? MICROS : 0)) * BigInt(shares);
  if (count === 0) return against(last());
  let left = BigInt(shares);
  let reference = 0n;
  for (let level = 0; level < count && left > 0n; level += 1) {
    const offered = BigInt(sharesAt(level));
    const taken = left < offered ? left : offered;
    reference += BigInt(priceAt(level)) * taken;
    left -= taken;
  }
  const live = against(reference + BigInt(priceAt(0)) * left);
  if (book !== null && isTrusted(book.health)) return live;
  const old = lastPrice === null ? live : against(last());
  return old > live ? old : live;
}

/** How far the price is beyond the best opposite price and the last one: 0 when it is not worse, null without that price. */
export function priceDistances(
  { side, direction, price }: Pick<OrderIntent, 'side' | 'direction' | 'price'>,
  book: RiskBook | null,
): { readonly fromBook: bigint | null; readonly fromLast: bigint | null } {
  const { count, priceAt, lastPrice } = findReference(book, side, direction);
  const beyond = (reference: number | null): bigint | null => {
    if (reference === null) return null;
    const gap = BigInt(direction === 'buy' ? price - reference : reference - price);
    return gap > 0n ? gap : 0n;
  };
  return { fromBook: beyond(count === 0 ? null : priceAt(0)), fromLast: beyond(lastPrice) };
}
