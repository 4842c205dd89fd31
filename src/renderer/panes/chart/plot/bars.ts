/**
 * Bars of the chart: what changed since they were drawn, their view in YES or NO terms, the range of the scale.
 *
 * Units       In: rows of six in millionths (CandleFrame). Out: floats for the canvas only, times in Unix seconds.
 * Invariants  The cost of an update does not depend on the number of bars.
 */
import type { Side } from '#shared/market/outcome.ts';
import { MICROS } from '#shared/units/micros.ts';
import { toReal } from '#shared/units/numbers.ts';

/** openTimeMs, open, high, low, close, volume. */
export type Row = readonly number[];

/** A series as the mirror has it; its rows are changed in place. */
export interface BarSource {
  readonly rows: readonly Row[];
  /** Rises whenever a row before the newest one changed. */
  readonly generation: number;
}

export const NO_BARS: BarSource = { rows: [], generation: 0 };

/** What is needed to find out what changed since a series was drawn. */
export interface DrawnBars {
  readonly generation: number;
  readonly length: number;
  readonly last: Row | null;
}

export const NOTHING_DRAWN: DrawnBars = { generation: -1, length: 0, last: null };

export type SeriesPlan =
  | { readonly kind: 'none' }
  | { readonly kind: 'set' }
  /** Rows from `from` on: the last drawn one and later ones. */
  | { readonly kind: 'update'; readonly from: number };

/** Plans the update of a drawn series. A changed row is a new array, so the last row is compared by identity. */
export function planSeries(drawn: DrawnBars, { rows, generation }: BarSource): SeriesPlan {
  if (drawn.length === 0 && rows.length === 0) return { kind: 'none' };
  if (drawn.generation !== generation || drawn.length === 0 || rows.length < drawn.length) return { kind: 'set' };
  const from = rows[drawn.length - 1] === drawn.last ? drawn.length : drawn.length - 1;
  return from === rows.length ? { kind: 'none' } : { kind: 'update', from };
}

export function noteDrawn({ rows, generation }: BarSource): DrawnBars {
  return { generation, length: rows.length, last: rows.at(-1) ?? null };
}

/** The same candle in the terms of an outcome: for NO each price is 1 − p, and the low is from the high. */
export function inViewOf(side: Side, row: Row): Row {
  if (side === 'yes') return row;
  const [time, open, high, low, close, volume] = row as [number, number, number, number, number, number];
  return [time, MICROS - open, MICROS - low, MICROS - high, MICROS - close, volume];
}

/** A price in YES terms as the view shows it, and back. */
export function priceInView(side: Side, micros: number): number {
  return side === 'yes' ? micros : MICROS - micros;
}

/** Index of the bar that contains a time; -1 before the first one. */
export function barAt(rows: readonly Row[], timeMs: number): number {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (rows[middle]![0]! <= timeMs) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

export function toSeconds(row: Row): number {
  return Math.floor(row[0]! / 1_000);
}

export interface Bar {
  readonly time: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
}

export function toBar(row: Row): Bar {
  return {
    time: toSeconds(row),
    open: toReal(row[1]!),
    high: toReal(row[2]!),
    low: toReal(row[3]!),
    close: toReal(row[4]!),
  };
}

export function toVolume(row: Row): { readonly time: number; readonly value: number } {
  return { time: toSeconds(row), value: toReal(row[5]!) };
}

const MIN_RANGE = 0.06;

/** Range of the price scale: inside 0 … 1, and wide enough for one tick to look small. */
export function fitRange(low: number, high: number): { readonly from: number; readonly to: number } {
  const missing = Math.max(0, MIN_RANGE - (high - low)) / 2;
  const pad = (high - low) * 0.04;
  return { from: Math.max(0, low - missing - pad), to: Math.min(1, high + missing + pad) };
}
