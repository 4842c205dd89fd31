/**
 * Indicators of the chart: moving averages of the close, and the volume-weighted average price.
 *
 * Units       Prices in millionths as floats, for drawing only; null where an indicator has no value yet.
 * Invariants  Pure. `extend` from any row gives what a computation of all rows gives, and reads no row before `from` but those that
 *             the new values depend on.
 * Source      docs/charts.md#indicators
 */
import type { Row } from './bars.ts';

export type AverageKind = 'sma' | 'ema';

/** Values of one indicator, one for each row. */
export interface Indicator {
  readonly values: readonly (number | null)[];
  /** Computes the values of the rows from `from` on; drops those of rows that are gone. */
  extend(rows: readonly Row[], from: number): void;
}

/** The closes themselves, for a market drawn as a line. */
export function createClose(): Indicator {
  const values: (number | null)[] = [];
  return {
    values,
    extend(rows, from) {
      values.length = Math.min(from, rows.length);
      for (let at = values.length; at < rows.length; at += 1) values.push(rows[at]![4]!);
    },
  };
}

export function createAverage(kind: AverageKind, length: number): Indicator {
  return kind === 'sma' ? createSma(length) : createEma(length);
}

/** Simple moving average: the mean of the last `length` closes; no value before there are as many. */
function createSma(length: number): Indicator {
  const values: (number | null)[] = [];
  return {
    values,
    extend(rows, from) {
      values.length = Math.min(from, rows.length);
      for (let at = values.length; at < rows.length; at += 1) {
        let sum = 0;
        for (let back = at - length + 1; back <= at && at + 1 >= length; back += 1) sum += rows[back]![4]!;
        values.push(at + 1 < length ? null : sum / length);
      }
    },
  };
}

/** Exponential moving average with the factor 2 / (length + 1); it begins with the mean of the first `length` closes. */
function createEma(length: number): Indicator {
  const values: (number | null)[] = [];
  const factor = 2 / (length + 1);
  return {
    values,
    extend(rows, from) {
      values.length = Math.min(from, rows.length);
      for (let at = values.length; at < rows.length; at += 1) {
        const before = at === 0 ? null : (values[at - 1] ?? null);
        const close = rows[at]![4]!;
        if (before !== null) values.push(before + (close - before) * factor);
        else if (at + 1 < length) values.push(null);
        else {
          let sum = 0;
          for (let first = 0; first <= at; first += 1) sum += rows[first]![4]!;
          values.push(sum / length);
        }
      }
    },
  };
}

/** Where the volume-weighted average begins: at each start of a UTC day, or at the first candle from a time on. */
export type VwapAnchor = { readonly kind: 'day' } | { readonly kind: 'time'; readonly ms: number };

const DAY_MS = 86_400_000;
const dayOf = (row: Row): number => Math.floor(row[0]! / DAY_MS);

/** Volume-weighted average of (high + low + close) / 3 since the anchor; no value before it, or before the first trade after it. */
export function createVwap(anchor: VwapAnchor): Indicator {
  const values: (number | null)[] = [];
  const isBefore = (row: Row): boolean => anchor.kind === 'time' && row[0]! < anchor.ms;
  const begins = (row: Row, before: Row): boolean =>
    anchor.kind === 'time' ? isBefore(before) : dayOf(row) !== dayOf(before);
  const volumes: number[] = [];
  const products: number[] = [];
  return {
    values,
    extend(rows, from) {
      values.length = Math.min(from, rows.length);
      volumes.length = values.length;
      products.length = values.length;
      for (let at = values.length; at < rows.length; at += 1) {
        const row = rows[at]!;
        const isReset = at === 0 || begins(row, rows[at - 1]!);
        const volume = isBefore(row) ? 0 : row[5]!;
        volumes.push((isReset ? 0 : volumes[at - 1]!) + volume);
        products.push((isReset ? 0 : products[at - 1]!) + ((row[2]! + row[3]! + row[4]!) / 3) * volume);
        values.push(volumes[at]! === 0 ? null : products[at]! / volumes[at]!);
      }
    },
  };
}

/** One moving average of a chart. */
export interface AverageSetting {
  readonly kind: AverageKind;
  readonly length: number;
}

export const MAX_AVERAGES = 4;
export const LENGTHS = { min: 2, max: 200 } as const;

/** The saved value itself, so that it stays the same value for React; null where it is not a list of averages. */
export function parseAverages(saved: unknown): readonly AverageSetting[] | null {
  const isValid = Array.isArray(saved) && saved.length <= MAX_AVERAGES && saved.every(isAverage);
  return isValid ? saved : null;
}

function isAverage(saved: unknown): saved is AverageSetting {
  if (typeof saved !== 'object' || saved === null) return false;
  const { kind, length } = saved as Record<string, unknown>;
  return (kind === 'sma' || kind === 'ema') && isLength(length);
}

export function isLength(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= LENGTHS.min && (value as number) <= LENGTHS.max;
}

/** 'SMA 20'. */
export function nameAverage({ kind, length }: AverageSetting): string {
  return `${kind.toUpperCase()} ${length}`;
}
