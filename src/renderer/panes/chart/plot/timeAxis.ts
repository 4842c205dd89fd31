/**
 * Time axis of a plot: marks and labels in the chosen zone, and no label that an edge would cut.
 *
 * Invariants  Days, months and years begin where the shown clock has them; those of daily bars in UTC, because the exchange's
 *             days do. The library keeps the text of a label under its cache key, so that key tells a cut label from a whole one.
 */
import {
  createChartEx,
  type DeepPartial,
  defaultHorzScaleBehavior,
  type IChartApi,
  TickMarkType,
  type Time,
  type TimeChartOptions,
  type UTCTimestamp,
} from 'lightweight-charts';
import {
  formatDay,
  formatDayTime,
  formatHourMinute,
  formatMonth,
  formatUtcDay,
  formatUtcDayOfMonth,
  formatUtcMonth,
  formatUtcYear,
  formatYear,
  zoneOffsetMs,
} from '#shared/text/times.ts';

type Behavior = InstanceType<ReturnType<typeof defaultHorzScaleBehavior>>;

/** The longest label: '23 Nov'. */
const LONGEST = 6;
/** Width of a character of the monospaced face, in its size. */
const CHARACTER = 0.61;

/** Whether an edge of the axis would cut a label in the middle of which is `x`; `x` is null out of sight. */
export function isCutAt(x: number | null, width: number, fontSize: number): boolean {
  const half = (LONGEST * CHARACTER * fontSize) / 2;
  return x !== null && (x < half || x > width - half);
}

/** Weights of the library's marks: the highest in sight has the label. */
const WEIGHTS = { less: 0, second: 10, year: 70, month: 60, day: 50 } as const;
/** Divisors in ms and weights, the largest first. */
const INTRADAY = [
  [12 * 3_600_000, 33],
  [6 * 3_600_000, 32],
  [3 * 3_600_000, 31],
  [3_600_000, 30],
  [30 * 60_000, 22],
  [5 * 60_000, 21],
  [60_000, 20],
  [1_000, WEIGHTS.second],
] as const;

/** Weight of a mark between two times that a clock shows, in ms as if the clock were UTC. */
export function weighMark(clockMs: number, beforeMs: number): number {
  const day = readUtcDay(clockMs);
  const before = readUtcDay(beforeMs);
  if (day.year !== before.year) return WEIGHTS.year;
  if (day.month !== before.month) return WEIGHTS.month;
  if (day.date !== before.date) return WEIGHTS.day;
  return INTRADAY.find(([size]) => Math.floor(clockMs / size) !== Math.floor(beforeMs / size))?.[1] ?? WEIGHTS.less;
}

function readUtcDay(ms: number): { readonly year: number; readonly month: number; readonly date: number } {
  const at = new Date(ms);
  return { year: at.getUTCFullYear(), month: at.getUTCMonth(), date: at.getUTCDate() };
}

const DAY_S = 86_400;
/** Bars that are looked at to tell daily ones. */
const SAMPLED = [0, 1, 2, 3, 4, 5, 6, 7];

/** True for bars of whole UTC days. */
export function areDaily(seconds: readonly number[]): boolean {
  return seconds.length > 0 && seconds.every((at) => at % DAY_S === 0);
}

class TimeAxis extends defaultHorzScaleBehavior() {
  isDaily = false;
  isCut: (time: Time) => boolean = () => false;

  override fillWeightsForPoints(...[points, startIndex = 0]: Parameters<Behavior['fillWeightsForPoints']>): void {
    const secondsOf = (at: number): number | null => {
      const point = points[at];
      return point === undefined ? null : (this.key(point.time) as number);
    };
    // A few bars tell: the cost of a new bar must not grow with their number.
    this.isDaily = areDaily(SAMPLED.map((at) => secondsOf(at) ?? secondsOf(points.length - 1) ?? 0));
    const clockOf = (at: number): number => at * 1_000 + (this.isDaily ? 0 : zoneOffsetMs(at * 1_000));
    for (const [index, point] of points.slice(startIndex).entries()) {
      const at = startIndex + index;
      const now = secondsOf(at) ?? 0;
      // The first bar has none before it: as far away as the next one.
      const before = secondsOf(at - 1) ?? 2 * now - (secondsOf(1) ?? now + 60);
      point.timeWeight = weighMark(clockOf(now), clockOf(before)) as typeof point.timeWeight;
    }
  }

  override cacheKey(item: Parameters<Behavior['cacheKey']>[0]): number {
    const ms = super.cacheKey(item);
    return this.isCut((ms / 1_000) as UTCTimestamp) ? -ms : ms;
  }

  override formatTickmark(...[mark, localization]: Parameters<Behavior['formatTickmark']>): string {
    return this.isCut(mark.originalTime as Time) ? '' : super.formatTickmark(mark, localization);
  }
}

/** Label of the time axis in the chosen time zone, of daily bars in UTC; the library's own labels are in UTC. */
export function formatAxisTime(time: Time, kind: TickMarkType, isDaily: boolean): string {
  const ms = (time as number) * 1_000;
  if (isDaily) {
    if (kind === TickMarkType.Year) return formatUtcYear(ms);
    return kind === TickMarkType.Month ? formatUtcMonth(ms) : formatUtcDayOfMonth(ms);
  }
  if (kind === TickMarkType.Year) return formatYear(ms);
  if (kind === TickMarkType.Month) return formatMonth(ms);
  return kind === TickMarkType.DayOfMonth ? formatDay(ms) : formatHourMinute(ms);
}

/** A chart with that axis. */
export function createTimeChart(
  container: HTMLElement,
  fontSize: number,
  options: DeepPartial<TimeChartOptions>,
): IChartApi {
  const axis = new TimeAxis();
  const timed: DeepPartial<TimeChartOptions> = {
    ...options,
    timeScale: {
      ...options.timeScale,
      tickMarkFormatter: (time: Time, kind: TickMarkType) => formatAxisTime(time, kind, axis.isDaily),
    },
    localization: {
      locale: 'en-GB',
      dateFormat: 'd MMM yyyy',
      timeFormatter: (time: Time) => (axis.isDaily ? formatUtcDay : formatDayTime)((time as number) * 1_000),
    },
  };
  const chart = createChartEx<Time, TimeAxis>(container, axis, timed) as IChartApi;
  const scale = chart.timeScale();
  axis.isCut = (time) => isCutAt(scale.timeToCoordinate(time), scale.width(), fontSize);
  return chart;
}
