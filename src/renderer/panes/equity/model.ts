/**
 * Equity pane: the period to read, points for the plot, figures, rows of the table.
 *
 * Units       Usd in millionths; floats for the plot only. Times in Unix ms, days in UTC.
 * Invariants  A point without a value stands between two segments, so that no line joins them.
 */
import type { AccountView } from '#shared/ipc/views.ts';
import type { EquityReport } from '#shared/order/account/equity.ts';
import type { ExposureSum } from '#shared/order/exposure/exposure.ts';
import { formatGain, formatMoney } from '#shared/text/numbers.ts';
import { formatDay, formatDayTime, formatHourMinute, formatUtcDay, listClockTicks } from '#shared/text/times.ts';
import { toReal } from '#shared/units/numbers.ts';
import { startOfDay } from '#shared/units/time.ts';
import { toUsd, type Usd } from '#shared/units/usd.ts';
import type { EquityPeriod } from './state.ts';

const DAY_MS = 86_400_000;
/** A plot of less than this names the hours too. */
const FEW_DAYS_MS = 4 * DAY_MS;
const DAYS: Readonly<Record<Exclude<EquityPeriod, 'all'>, number>> = { day: 1, week: 7, month: 30 };

/** Start of the period: a whole UTC day, of which today is the last; null: everything. */
export function findPeriodStart(period: EquityPeriod, nowMs: number): number | null {
  return period === 'all' ? null : startOfDay(nowMs) - (DAYS[period] - 1) * DAY_MS;
}

/** Pause between two reads: a new row a minute; a plot of all rows changes more slowly. */
export function findReadEveryMs(period: EquityPeriod): number {
  return period === 'day' || period === 'week' ? 60_000 : 300_000;
}

export interface PlotPoint {
  readonly atMs: number;
  readonly equity: number | null;
  readonly pnl: number | null;
}

/** Points in the order of time, with an empty one in each gap; the last one is the account as it is now. */
export function buildPlotPoints({ segments }: Pick<EquityReport, 'segments'>, live: LiveEquity | null): PlotPoint[] {
  const points = listPoints(segments);
  if (live === null) return points;
  return [...points, { atMs: live.atMs, equity: toReal(live.equity), pnl: toReal(live.pnl) }];
}

function listPoints(segments: EquityReport['segments']): PlotPoint[] {
  return segments.flatMap((segment, at) => {
    const points = segment.map(({ atMs, equity, pnl }) => ({ atMs, equity: toReal(equity), pnl: toReal(pnl) }));
    const last = segment.at(-1);
    return last === undefined || at === segments.length - 1
      ? points
      : [...points, { atMs: last.atMs + 1, equity: null, pnl: null }];
  });
}

/** Steps between two values of the axis. */
const VALUE_STEPS = 4;
/** One value alone is in the middle of at least this range around it, and of this part of the value. */
const LEAST_AROUND = 1;
const PART_AROUND = 0.0005;
/** Cents beside more than this would not fit beside the axis. */
const CENTS_BELOW = 10_000;

/** Values of the axis, from below all of these to above them: round, evenly apart, and told apart by their labels. */
export function buildValueTicks(values: readonly number[]): readonly number[] {
  if (values.length === 0) return [];
  let low = values.reduce((least, one) => Math.min(least, one));
  let high = values.reduce((most, one) => Math.max(most, one));
  const around = Math.max(LEAST_AROUND, Math.abs(high) * PART_AROUND);
  if (low === high) {
    low -= around;
    high += around;
  }
  const least = Math.max(Math.abs(low), Math.abs(high)) < CENTS_BELOW ? 0.01 : 1;
  const step = Math.max(least, roundStep((high - low) / VALUE_STEPS));
  const first = Math.floor(low / step);
  const last = Math.max(first + 1, Math.ceil(high / step));
  return Array.from({ length: last - first + 1 }, (_, at) => Math.round((first + at) * step * 100) / 100);
}

/** The next of 1, 2 and 5 times a power of ten. */
function roundStep(step: number): number {
  const power = 10 ** Math.floor(Math.log10(step));
  return ([1, 2, 5].find((one) => one * power >= step) ?? 10) * power;
}

/** Points between two gaps: a line has nothing to join them with, so each needs a dot. */
export function listLonePoints(points: readonly PlotPoint[]): readonly PlotPoint[] {
  const isEmpty = (at: number): boolean => points[at]?.pnl == null;
  return points.filter((_, at) => !isEmpty(at) && isEmpty(at - 1) && isEmpty(at + 1));
}

export interface DayBar {
  readonly startMs: number;
  /** Null on a day without a row. */
  readonly result: number | null;
  readonly isWhole: boolean;
  readonly text: string;
}

/** One for each day from the first with a row to the last: the axis is time, and a day without a row has its place on it. */
export function buildDayBars({ days }: Pick<EquityReport, 'days'>): DayBar[] {
  const bars: DayBar[] = [];
  for (const { startMs, result, sinceMs, isWhole } of days) {
    for (let missing = (bars.at(-1)?.startMs ?? startMs) + DAY_MS; missing < startMs; missing += DAY_MS) {
      bars.push({ startMs: missing, result: null, isWhole: true, text: `${formatUtcDay(missing)}: nothing stored` });
    }
    const since = isWhole ? '' : `, since ${formatDayTime(sinceMs)}`;
    const text = `${formatUtcDay(startMs)}: ${formatGain(result)}${since}`;
    bars.push({ startMs, result: toReal(result), isWhole, text });
  }
  return bars;
}

/** What the account is worth now, by the same reading as every other pane. */
export interface LiveEquity {
  readonly atMs: number;
  /** Collateral and the value of all shares at their marks. */
  readonly equity: Usd;
  /** Realised and *at the middle*. */
  readonly pnl: Usd;
  /** Time of the oldest mark; null where all are of now. */
  readonly asOfMs: number | null;
}

/** Null while the account is not live or a part of it is not known. */
export function buildLive(
  account: Pick<AccountView, 'at' | 'balance' | 'ledger' | 'unreadableRows'> | null,
  sum: ExposureSum,
  nowMs: number,
): LiveEquity | null {
  if (account === null || account.at !== 'live' || account.balance === null) return null;
  if (!account.ledger.isComplete || account.unreadableRows !== undefined) return null;
  return {
    atMs: nowMs,
    equity: toUsd(account.balance.total + sum.value),
    pnl: toUsd(sum.realized + sum.atMiddle),
    asOfMs: sum.asOfMs,
  };
}

export interface EquityFigures {
  readonly equity: string;
  readonly pnl: string;
  /** What the two are of: the time of the oldest mark, or of the stored row while the account is not live; null: of now. */
  readonly asOfMs: number | null;
  /** Change of the P&L in the period. */
  readonly change: Usd;
  readonly drawdown: string;
  readonly drawdownTitle: string;
}

/** The account as it is now, else the last row; null without either. */
export function readFigures(
  { segments, drawdown, change }: EquityReport,
  live: LiveEquity | null,
): EquityFigures | null {
  const last = segments.at(-1)?.at(-1) ?? null;
  const latest = live ?? last;
  if (latest === null) return null;
  const largest = drawdown?.largest ?? toUsd(0n);
  return {
    equity: formatMoney(latest.equity),
    pnl: formatGain(latest.pnl),
    asOfMs: live === null ? latest.atMs : live.asOfMs,
    change: last === null ? toUsd(0n) : toUsd(change + latest.pnl - last.pnl),
    drawdown: formatMoney(largest, 2, 'up'),
    drawdownTitle:
      drawdown === null || largest === 0n
        ? 'The P&L was never below an earlier high'
        : `From the high at ${formatDayTime(drawdown.peakAtMs)} to ${formatDayTime(drawdown.lowAtMs)}; at the last row ${formatMoney(drawdown.current, 2, 'up')} below the high`,
  };
}

const MINUTE_MS = 60_000;
const TICK_MINUTES = [1, 5, 15, 30, 60, 180, 360, 720, 1_440, 2_880, 7_200, 14_400, 43_200, 129_600, 525_600];
const MOST_TICKS = 7;

/** Times of the axis: round ones of the shown time zone, evenly apart; at most seven. */
export function buildTimeTicks(fromMs: number, toMs: number): number[] {
  const spanMs = toMs - fromMs;
  const fits = (step: number): boolean => spanMs / (step * MINUTE_MS) < MOST_TICKS;
  const stepMs = (TICK_MINUTES.find(fits) ?? TICK_MINUTES.at(-1)!) * MINUTE_MS;
  return listClockTicks(fromMs, toMs, stepMs, MOST_TICKS);
}

/** Labels of the time axis: hours within a day, days otherwise. */
export function formatAxisTime(period: EquityPeriod, ms: number, spanMs: number): string {
  if (period === 'day') return formatHourMinute(ms);
  // Days alone would repeat themselves on an axis of few days.
  return spanMs < FEW_DAYS_MS ? formatDayTime(ms) : formatDay(ms);
}

/** Dollars on an axis: with cents where one of its values has some. */
export function formatAxisMoney(value: number, ticks: readonly number[]): string {
  const decimals = ticks.every((tick) => Number.isInteger(tick)) ? 0 : 2;
  return formatMoney(toUsd(BigInt(Math.round(value * 1_000_000))), decimals);
}
