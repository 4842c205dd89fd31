/** What a soak found, as tables: each reading, and which quantity grows. */
import { judgeGrowth } from './growth.ts';
import { QUANTITIES, type Quantity, type Sample } from './measure.ts';
import type { Pace } from './pace.ts';

const MEGABYTE = 1_048_576;

export interface Reading {
  /** Time of the market since the start. */
  readonly minute: number;
  readonly sample: Sample;
  readonly pace: Pace;
}

const table = (rows: readonly (readonly string[])[]): string =>
  rows
    .toSpliced(
      1,
      0,
      rows[0]!.map(() => '---'),
    )
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');

const inMegabytes = (bytes: number): string => (bytes / MEGABYTE).toFixed(bytes < 100 * MEGABYTE ? 1 : 0);
const inMs = (...values: readonly number[]): string => values.map((ms) => ms.toFixed(ms < 10 ? 1 : 0)).join(' · ');

export function formatReadings(readings: readonly Reading[]): string {
  const head = [
    'minute',
    'memory, MB: all · main · page',
    'event to pixel, ms: 50 · 95 · 99 %',
    'frames, ms: 50 · 95 · 99 %',
    'dropped, %',
    'long tasks',
    'event loop, ms: 50 · 99 % · most',
  ];
  const rows = readings.map(({ minute, sample, pace }) => [
    String(Math.round(minute)),
    [sample['all processes: memory (PSS)'], sample['main: heap'], sample['page: heap']].map(inMegabytes).join(' · '),
    pace.pixel === null ? '–' : inMs(...pace.pixel),
    inMs(pace.frame50Ms, pace.frame95Ms, pace.frame99Ms),
    pace.droppedPercent.toFixed(1),
    String(pace.longTasks),
    inMs(pace.loop50Ms, pace.loop99Ms, pace.loopMaxMs),
  ]);
  return table([head, ...rows]);
}

/** Least values of the thirds of the run, and the names of what grows. */
export function judgeReadings(readings: readonly Reading[]): { readonly text: string; readonly growing: Quantity[] } {
  const growing: Quantity[] = [];
  const rows = (Object.keys(QUANTITIES) as Quantity[]).map((name) => {
    const series = readings.map(({ sample }) => sample[name]);
    const { before, after, isGrowing } = judgeGrowth(series, QUANTITIES[name]);
    if (isGrowing) growing.push(name);
    const isBytes = name.endsWith('heap') || name.endsWith('(PSS)');
    const texts = [series[0]!, before, after].map((value) => (isBytes ? inMegabytes(value) : String(value)));
    return [isBytes ? `${name}, MB` : name, ...texts, isGrowing ? 'GROWS' : ''];
  });
  return { text: table([['kept after a collection', 'start', 'second third', 'last third', ''], ...rows]), growing };
}
