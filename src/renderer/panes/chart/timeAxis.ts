/**
 * Time axis of a plot: times in the chosen zone, and no label that an edge would cut.
 *
 * Invariants  The library keeps the text of a label under its cache key, so that key tells a cut label from a whole one.
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
import { formatDay, formatDayTime, formatHourMinute, formatMonth, formatYear } from '#shared/text/times.ts';

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

class TimeAxis extends defaultHorzScaleBehavior() {
  isCut: (time: Time) => boolean = () => false;

  override cacheKey(item: Parameters<Behavior['cacheKey']>[0]): number {
    const ms = super.cacheKey(item);
    return this.isCut((ms / 1_000) as UTCTimestamp) ? -ms : ms;
  }

  override formatTickmark(...[mark, localization]: Parameters<Behavior['formatTickmark']>): string {
    return this.isCut(mark.originalTime as Time) ? '' : super.formatTickmark(mark, localization);
  }
}

/** Label of the time axis in the chosen time zone; the library's own labels are in UTC. */
function formatAxisTime(time: Time, kind: TickMarkType): string {
  const ms = (time as number) * 1_000;
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
    timeScale: { ...options.timeScale, tickMarkFormatter: formatAxisTime },
    localization: {
      locale: 'en-GB',
      dateFormat: 'd MMM yyyy',
      timeFormatter: (time: Time) => formatDayTime((time as number) * 1_000),
    },
  };
  const chart = createChartEx<Time, TimeAxis>(container, axis, timed) as IChartApi;
  const scale = chart.timeScale();
  axis.isCut = (time) => isCutAt(scale.timeToCoordinate(time), scale.width(), fontSize);
  return chart;
}
