/**
 * Depth of a book: the sums of contracts and dollars from the best price to each level, in the terms of an outcome.
 *
 * Units       Prices and contracts in millionths; dollars as bigint millionths. Book arrays are [price, shares, …], best first, YES.
 * Invariants  Pure. Contracts and dollars never fall with the distance from the best price; the last sum is of the whole side.
 */
import type { Side } from '#shared/market/outcome.ts';
import { formatContracts, formatMoney, formatTickPrice } from '#shared/text/numbers.ts';
import { MICROS } from '#shared/units/micros.ts';
import { toUsd, type Usd } from '#shared/units/usd.ts';
import type { OwnLevels } from '../../domain/markets/bookLevels.ts';
import type { DepthRange } from './state.ts';

export interface DepthLevel {
  readonly price: number;
  /** Of this level and all better ones. */
  readonly shares: number;
  readonly value: Usd;
}

export interface Depth {
  /** Best first. */
  readonly bids: readonly DepthLevel[];
  readonly asks: readonly DepthLevel[];
}

export interface BookSides {
  readonly bids: ArrayLike<number>;
  readonly asks: ArrayLike<number>;
}

/** In terms of NO the asks of YES are bids at 1 − p. */
export function buildDepth({ bids, asks }: BookSides, view: Side): Depth {
  return view === 'yes'
    ? { bids: sumLevels(bids, false), asks: sumLevels(asks, false) }
    : { bids: sumLevels(asks, true), asks: sumLevels(bids, true) };
}

function sumLevels(levels: ArrayLike<number>, isMirrored: boolean): DepthLevel[] {
  const sums: DepthLevel[] = [];
  let shares = 0;
  let value = 0n;
  for (let at = 0; at + 1 < levels.length; at += 2) {
    const price = isMirrored ? MICROS - levels[at]! : levels[at]!;
    shares += levels[at + 1]!;
    value += BigInt(price) * BigInt(levels[at + 1]!);
    sums.push({ price, shares, value: toUsd(value / BigInt(MICROS)) });
  }
  return sums;
}

export interface PriceWindow {
  readonly low: number;
  readonly high: number;
}

/** Prices in sight: the whole book, or so many cents on each side of the middle, inside 0 … 1. Null without a level. */
export function findWindow({ bids, asks }: Depth, range: DepthRange): PriceWindow | null {
  const bid = bids[0]?.price ?? null;
  const ask = asks[0]?.price ?? null;
  if (bid === null && ask === null) return null;
  if (range !== 'all') {
    const middle = ((bid ?? ask!) + (ask ?? bid!)) / 2;
    const half = Number.parseInt(range, 10) * 10_000;
    return { low: Math.max(0, middle - half), high: Math.min(MICROS, middle + half) };
  }
  const low = bids.at(-1)?.price ?? ask!;
  const high = asks.at(-1)?.price ?? bid!;
  const pad = Math.max(10_000, (high - low) * 0.03);
  return { low: Math.max(0, low - pad), high: Math.min(MICROS, high + pad) };
}

/** The deepest level of a side that is in sight. */
export function deepestIn(levels: readonly DepthLevel[], { low, high }: PriceWindow): DepthLevel | null {
  return levels.findLast(({ price }) => price >= low && price <= high) ?? null;
}

export interface DepthPoint {
  readonly side: 'bid' | 'ask';
  /** The level that the sums reach. */
  readonly level: DepthLevel;
  /** Dollars per contract to there; a float in millionths, for display. */
  readonly average: number;
}

/** The sums up to a price: of bids at it and above, of asks at it and below; null inside the spread. */
export function pointAt({ bids, asks }: Depth, price: number): DepthPoint | null {
  const bid = bids.findLast((level) => level.price >= price);
  const ask = asks.findLast((level) => level.price <= price);
  const found = bid ? { side: 'bid' as const, level: bid } : ask ? { side: 'ask' as const, level: ask } : null;
  return found && { ...found, average: averageOf(found.level) };
}

function averageOf({ shares, value }: DepthLevel): number {
  return shares === 0 ? 0 : Math.round((Math.round(toMillionths(value)) * MICROS) / shares);
}

function toMillionths(value: Usd): number {
  // Exact below nine billion dollars; an average for display needs no more.
  return Number.parseInt(value.toString(), 10);
}

export interface DepthText {
  readonly price: string;
  readonly contracts: string;
  readonly dollars: string;
  readonly average: string;
}

export function formatPoint({ level, average }: DepthPoint, decimals: number): DepthText {
  return {
    price: formatTickPrice(level.price, decimals),
    contracts: formatContracts(level.shares),
    dollars: formatMoney(level.value),
    average: formatTickPrice(average, decimals + 2),
  };
}

export interface OwnDepth {
  readonly price: number;
  readonly side: 'bid' | 'ask';
  readonly shares: number;
}

/** Own open orders by price and side, in the terms of the shown outcome; `own` is in YES terms. */
export function listOwn({ bid, ask }: OwnLevels, view: Side): OwnDepth[] {
  const list = (levels: ReadonlyMap<number, number>, side: 'bid' | 'ask'): OwnDepth[] =>
    [...levels].map(([price, shares]) => ({ price: view === 'yes' ? price : MICROS - price, side, shares }));
  return view === 'yes' ? [...list(bid, 'bid'), ...list(ask, 'ask')] : [...list(ask, 'bid'), ...list(bid, 'ask')];
}

/** Round steps of an axis that reaches `most`: 1, 2 or 5 times a power of ten, at most `count` of them. */
export function listSteps(most: number, count: number): number[] {
  if (most <= 0 || count <= 0) return [];
  let step = 1;
  for (let factors = [2, 2.5, 2], at = 0; most / step > count; at += 1) step *= factors[at % 3]!;
  return Array.from({ length: Math.floor(most / step) }, (_, at) => step * (at + 1));
}
