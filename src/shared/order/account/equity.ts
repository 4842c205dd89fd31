/**
 * Report on stored equity rows: a bounded curve with its extremes and gaps, the result of each day, the largest drawdown.
 *
 * Units       Usd in millionths; times in Unix ms; days are UTC days.
 * Shape       Rows are added oldest first. Of each step the first, last, lowest and highest rows stay; no value is averaged.
 * Invariants  Pure. Rows with a gap between them are in different segments.
 * Source      docs/charts.md#equity
 */
import { startOfDay } from '../../units/time.ts';
import { toUsd, type Usd } from '../../units/usd.ts';

/** What the account was worth at a minute. */
export interface EquitySample {
  readonly atMs: number;
  readonly cash: Usd;
  readonly positions: Usd;
  readonly unrealized: Usd;
  readonly realized: Usd;
  /** Positions without a mark: they count as nothing. */
  readonly unpriced: number;
}

export interface EquityPoint {
  readonly atMs: number;
  /** Cash and the value of all shares. */
  readonly equity: Usd;
  /** Realised, and *at the middle* what is held. */
  readonly pnl: Usd;
}

export interface EquityDay {
  /** Start of the day. */
  readonly startMs: number;
  /** P&L at the last row of the day less that of the row before the day, or of its first row where none is known. */
  readonly result: Usd;
  /** Time of the row that the result counts from. */
  readonly sinceMs: number;
  /** False where the result begins in the middle of this day or on an earlier one. */
  readonly isWhole: boolean;
}

export interface Drawdown {
  /** Largest fall of the P&L from an earlier high; at least 0. */
  readonly largest: Usd;
  readonly peakAtMs: number;
  readonly lowAtMs: number;
  /** How far the newest P&L is below the highest. */
  readonly current: Usd;
}

export interface EquityReport {
  readonly segments: readonly (readonly EquityPoint[])[];
  /** Gaps longer than this end a segment. */
  readonly gapMs: number;
  /** Oldest first; the newest `MAX_DAYS`. */
  readonly days: readonly EquityDay[];
  /** P&L at the last row less that of the row before the period, or of its first row where none is known. */
  readonly change: Usd;
  /** Null without a row. */
  readonly drawdown: Drawdown | null;
  /** Rows of the period, and how many of them have positions without a mark. */
  readonly rows: number;
  readonly unpricedRows: number;
}

const MAX_DAYS = 366;
/** Steps of a curve: about four pixels each. */
const STEPS = 240;
const MINUTE_MS = 60_000;
/** Rows are a minute apart. */
const SHORTEST_GAP_MS = 1.5 * MINUTE_MS;
/** A day whose reference is at most this long before its start is whole. */
const REFERENCE_MS = 10 * MINUTE_MS;

/** Rows that one added row stands for. */
export interface RowCounts {
  readonly rows: number;
  readonly unpricedRows: number;
}

export interface EquityReporter {
  /** `counts`: of a row of a summary. */
  add(row: EquitySample, counts?: RowCounts): void;
  finish(): EquityReport;
}

/** `before` is the last row before the period: the result of its first day counts from there. */
export function createEquityReporter(fromMs: number, toMs: number, before: EquitySample | null): EquityReporter {
  const stepMs = Math.max(MINUTE_MS, Math.ceil((toMs - fromMs) / STEPS));
  const gapMs = Math.max(SHORTEST_GAP_MS, stepMs / 4);
  const segments: EquityPoint[][] = [];
  const days: { startMs: number; result: Usd; sinceMs: number; isWhole: boolean }[] = [];
  const drawdown = openDrawdown();
  let step: { index: number; points: EquityPoint[] } | null = null;
  let last: EquityPoint | null = null;
  let first = before === null ? null : toPoint(before);
  let reference = first;
  let rows = 0;
  let unpricedRows = 0;

  function endStep(): void {
    if (step) segments.at(-1)?.push(...keepExtremes(step.points));
    step = null;
  }

  function addToDay(point: EquityPoint): void {
    const startMs = startOfDay(point.atMs);
    let day = days.at(-1);
    if (day?.startMs !== startMs) {
      reference = last ?? reference;
      const since = reference ?? point;
      const isWhole = since.atMs < startMs && startMs - since.atMs <= REFERENCE_MS;
      reference = since;
      day = { startMs, result: toUsd(0n), sinceMs: since.atMs, isWhole };
      days.push(day);
      if (days.length > MAX_DAYS) days.shift();
    }
    day.result = toUsd(point.pnl - (reference ?? point).pnl);
  }

  return {
    add(row, counts = { rows: 1, unpricedRows: row.unpriced > 0 ? 1 : 0 }) {
      const point = toPoint(row);
      first ??= point;
      rows += counts.rows;
      unpricedRows += counts.unpricedRows;
      addToDay(point);
      drawdown.add(point);
      const index = Math.floor((point.atMs - fromMs) / stepMs);
      const isAfterGap = last === null || point.atMs - last.atMs > gapMs;
      if (isAfterGap || step?.index !== index) endStep();
      if (isAfterGap) segments.push([]);
      step ??= { index, points: [] };
      step.points.push(point);
      last = point;
    },
    finish() {
      endStep();
      const change = toUsd(last === null || first === null ? 0n : last.pnl - first.pnl);
      return { segments, gapMs, days, change, drawdown: drawdown.read(), rows, unpricedRows };
    },
  };
}

/** Periods from this length on are read from summaries of hours: no gap within an hour is shown, and a step is longer than one. */
export const SUMMARY_FROM_MS = STEPS * 4 * 3_600_000;

/**
 * The rows of an hour that a report of a long period needs, oldest first: the first, the last, those of extremes, and the high and the
 * low of the largest fall within the hour.
 */
export function summarizeHour<T extends EquitySample>(rows: readonly T[]): readonly T[] {
  const points = rows.map(toPoint);
  const kept = new Set<number>(keepExtremes(points).map(({ atMs }) => atMs));
  const drawdown = openDrawdown();
  for (const point of points) drawdown.add(point);
  const { peakAtMs, lowAtMs } = drawdown.read() ?? {};
  return rows.filter(({ atMs }) => kept.has(atMs) || atMs === peakAtMs || atMs === lowAtMs);
}

function toPoint({ atMs, cash, positions, realized, unrealized }: EquitySample): EquityPoint {
  return { atMs, equity: toUsd(cash + positions), pnl: toUsd(realized + unrealized) };
}

/** The first, the last, and those with the lowest and highest values, in the order of time. */
function keepExtremes(points: readonly EquityPoint[]): EquityPoint[] {
  const kept = new Set<EquityPoint>([points[0]!, points.at(-1)!]);
  for (const value of ['equity', 'pnl'] as const) {
    let low = points[0]!;
    let high = points[0]!;
    for (const point of points) {
      if (point[value] < low[value]) low = point;
      if (point[value] > high[value]) high = point;
    }
    kept.add(low).add(high);
  }
  return points.filter((point) => kept.has(point));
}

function openDrawdown(): { add(point: EquityPoint): void; read(): Drawdown | null } {
  let peak: EquityPoint | null = null;
  let last: EquityPoint | null = null;
  let largest = { amount: 0n, peakAtMs: 0, lowAtMs: 0 };
  return {
    add(point) {
      last = point;
      if (peak === null || point.pnl > peak.pnl) peak = point;
      const fall = peak.pnl - point.pnl;
      if (fall > largest.amount) largest = { amount: fall, peakAtMs: peak.atMs, lowAtMs: point.atMs };
    },
    read() {
      if (peak === null || last === null) return null;
      const { amount, peakAtMs, lowAtMs } = largest;
      const current = toUsd(peak.pnl - last.pnl);
      return amount === 0n
        ? { largest: toUsd(0n), peakAtMs: peak.atMs, lowAtMs: peak.atMs, current }
        : { largest: toUsd(amount), peakAtMs, lowAtMs, current };
    },
  };
}
