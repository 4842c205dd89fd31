/**
 * Chart view model: bars, lines of own orders, marks of own fills, texts.
 *
 * Units       In: rows of six in millionths (CandleFrame). Out: floats for the canvas only, times in Unix seconds.
 * Invariants  YES terms. A fill without a direction has a neutral mark.
 */
import type { OrderView } from '#shared/ipc/views.ts';
import type { Market } from '#shared/market/market.ts';
import { bookColumn, inYesTerms } from '#shared/market/outcome.ts';
import type { Fill } from '#shared/order/account.ts';
import { isTerminal } from '#shared/order/life.ts';
import {
  formatContracts,
  formatStrike,
  formatTickPrice,
  formatUnderlyingPrice,
  formatWholeContracts,
} from '#shared/text/numbers.ts';
import { toReal } from '#shared/units/numbers.ts';

export type SeriesPlan =
  | { readonly kind: 'none' }
  | { readonly kind: 'set' }
  /** Rows from `from` on: the last drawn one and later ones. */
  | { readonly kind: 'update'; readonly from: number };

/** Plans the update of a drawn series. A changed row is a new array, so rows are compared by identity. */
export function planSeries(drawn: readonly (readonly number[])[], rows: readonly (readonly number[])[]): SeriesPlan {
  if (drawn.length === 0 || rows.length < drawn.length) {
    return rows.length === 0 && drawn.length === 0 ? { kind: 'none' } : { kind: 'set' };
  }
  const from = drawn.findIndex((row, at) => row !== rows[at]);
  if (from === -1) return rows.length === drawn.length ? { kind: 'none' } : { kind: 'update', from: drawn.length };
  // The library updates the last row or appends; any other change replaces the series.
  if (from < drawn.length - 1 || rows[from]![0] !== drawn[from]![0]) return { kind: 'set' };
  return { kind: 'update', from };
}

export interface Bar {
  readonly time: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
}

export function toBar(row: readonly number[]): Bar {
  return {
    time: Math.floor(row[0]! / 1_000),
    open: toReal(row[1]!),
    high: toReal(row[2]!),
    low: toReal(row[3]!),
    close: toReal(row[4]!),
  };
}

export function toVolume(row: readonly number[]): { readonly time: number; readonly value: number } {
  return { time: Math.floor(row[0]! / 1_000), value: toReal(row[5]!) };
}

const MIN_RANGE = 0.06;

/** Range of the price scale: inside 0 … 1, and wide enough for one tick to look small. */
export function fitRange(low: number, high: number): { readonly from: number; readonly to: number } {
  const missing = Math.max(0, MIN_RANGE - (high - low)) / 2;
  const pad = (high - low) * 0.04;
  return { from: Math.max(0, low - missing - pad), to: Math.min(1, high + missing + pad) };
}

export interface OwnLine {
  /** Identifies the line across updates. */
  readonly key: string;
  readonly price: number;
  readonly title: string;
  readonly state: 'resting' | 'pending' | 'unknown';
}

/** One line per price and column; unknown orders are marked. */
export function buildOwnLines(orders: readonly OrderView[]): OwnLine[] {
  const sums = new Map<string, { price: number; label: string; shares: number; state: OwnLine['state'] }>();
  for (const order of orders) {
    if (isTerminal(order.life)) continue;
    const price = inYesTerms(order.side, order.price);
    const column = order.direction === null ? null : bookColumn(order.side, order.direction);
    const label = column === null ? 'Order' : column === 'bid' ? 'Bid' : 'Ask';
    const { at } = order.life;
    const state = at === 'unknown' ? 'unknown' : at === 'resting' ? 'resting' : 'pending';
    const key = `${label}:${price}`;
    const sum = sums.get(key);
    if (!sum) sums.set(key, { price, label, shares: order.remaining, state });
    else {
      sum.shares += order.remaining;
      if (state === 'unknown' || sum.state === 'resting') sum.state = state;
    }
  }
  return [...sums].map(([key, { price, label, shares, state }]) => ({
    key,
    price: toReal(price),
    title: `${label} ${formatContracts(shares)}${state === 'unknown' ? ' ?' : ''}`,
    state,
  }));
}

export interface FillMark {
  readonly id: string;
  readonly time: number;
  readonly price: number;
  /** In YES terms. */
  readonly kind: 'bought' | 'sold' | 'unattributed';
  readonly text: string;
}

/**
 * Marks of fills on their candles; fills older than the first candle are left out.
 * Fills of one candle, price and kind share one mark with their sum, because marks on one point are unreadable.
 */
export function buildFillMarks(fills: readonly Fill[], rows: readonly (readonly number[])[]): FillMark[] {
  const marks = new Map<string, Omit<FillMark, 'text'> & { shares: number }>();
  for (const fill of fills) {
    const row = rows.findLast((one) => one[0]! <= fill.exchangeTimeMs);
    if (!row || fill.side === null) continue;
    const column = fill.direction === null ? null : bookColumn(fill.side, fill.direction);
    const kind = column === null ? 'unattributed' : column === 'bid' ? 'bought' : 'sold';
    const price = inYesTerms(fill.side, fill.price);
    const key = `${row[0]} ${price} ${kind}`;
    const mark = marks.get(key);
    if (mark) mark.shares += fill.shares;
    else {
      marks.set(key, {
        id: fill.id,
        time: Math.floor(row[0]! / 1_000),
        price: toReal(price),
        kind,
        shares: fill.shares,
      });
    }
  }
  return [...marks.values()]
    .map(({ shares, ...mark }) => ({ ...mark, text: formatContracts(shares) }))
    .sort((a, b) => a.time - b.time);
}

export interface Legend {
  readonly open: string;
  readonly high: string;
  readonly low: string;
  readonly close: string;
  readonly volume: string;
  readonly isUp: boolean;
}

export function buildLegend(row: readonly number[], decimals: number): Legend {
  return {
    open: formatTickPrice(row[1]!, decimals),
    high: formatTickPrice(row[2]!, decimals),
    low: formatTickPrice(row[3]!, decimals),
    close: formatTickPrice(row[4]!, decimals),
    volume: formatWholeContracts(row[5]!),
    isUp: row[4]! >= row[1]!,
  };
}

const SYMBOL = /^[A-Za-z0-9-]{1,40}$/;

/** Underlying product that decides this market; null for others and for a name that no stream can have. */
export function underlyingOf(market: Market | null): string | null {
  const symbol = market?.terms?.underlying?.symbol ?? null;
  return symbol !== null && SYMBOL.test(symbol) ? symbol : null;
}

const COMPARATORS: Readonly<Record<string, string>> = {
  gte: '≥',
  greater_equal: '≥',
  gt: '>',
  greater: '>',
  lte: '≤',
  less_equal: '≤',
  lt: '<',
  less: '<',
};

/** '≥ 96,000', '94,000 to 96,000'; an unknown comparator as the exchange spells it; null without a target. */
export function formatTarget(market: Market | null): string | null {
  const target = market?.priceTarget ?? null;
  const terms = market?.terms ?? null;
  const floor = target?.floorStrike ?? terms?.floorStrike ?? target?.threshold ?? null;
  const cap = target?.capStrike ?? terms?.capStrike ?? null;
  const comparator = target?.comparator ?? terms?.strikeType ?? null;
  if (floor !== null && cap !== null) return `${formatStrike(floor)} to ${formatStrike(cap)}`;
  const level = floor ?? cap;
  if (level === null) return null;
  return `${comparator === null ? '' : `${COMPARATORS[comparator] ?? comparator} `}${formatStrike(level)}`;
}

/** 'BTC-USD 95,870.12', with a dash before the first tick. */
export function formatUnderlying(symbol: string, price: number | null): string {
  return `${symbol} ${price === null ? '–' : formatUnderlyingPrice(price)}`;
}
