/** What a soak found, as tables: each reading, what grows, and the memory of each process. */
import { type JudgedQuantity, judgeQuantities, LIST_LIMIT, listGrowing, MARKETS_OF_MAIN, type Taken } from './judge.ts';
import { ownOf, PROCESSES, sumProcesses } from './memory.ts';
import type { Pace } from './pace.ts';

const MEGABYTE = 1_048_576;

export interface Reading extends Taken {
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

const inMegabytes = (bytes: number): string => (bytes / MEGABYTE).toFixed(Math.abs(bytes) < 100 * MEGABYTE ? 1 : 0);
const inMs = (...values: readonly number[]): string => values.map((ms) => ms.toFixed(ms < 10 ? 1 : 0)).join(' · ');

/** Of the longest list of markets that main has. */
const lengthOfList = ({ main }: Taken['sample']): number =>
  main.shapes.find(({ shape }) => shape === MARKETS_OF_MAIN)?.longest ?? 0;

export function formatReadings(readings: readonly Reading[]): string {
  const head = [
    'minute',
    'listed markets: exchange · main',
    `own memory, MB: all · ${PROCESSES.join(' · ')}`,
    'heap, MB: main · page · exchange',
    'event to pixel, ms: 50 · 95 · 99 %',
    'frames, ms: 50 · 95 · 99 %',
    'dropped, %',
    'long tasks',
    'event loop, ms: 50 · 99 % · most',
  ];
  const rows = readings.map(({ minute, sample, pace }) => [
    String(Math.round(minute)),
    `${sample.exchange.listed} · ${lengthOfList(sample)}`,
    [sumProcesses(sample.memory), ...PROCESSES.map((name) => sample.memory[name])]
      .map((memory) => String(Math.round(ownOf(memory) / MEGABYTE)))
      .join(' · '),
    [sample.main, sample.page, sample.exchange].map(({ heap }) => inMegabytes(heap)).join(' · '),
    pace.pixel === null ? '–' : inMs(...pace.pixel),
    inMs(pace.frame50Ms, pace.frame95Ms, pace.frame99Ms),
    pace.droppedPercent.toFixed(1),
    String(pace.longTasks),
    inMs(pace.loop50Ms, pace.loop99Ms, pace.loopMaxMs),
  ]);
  return table([head, ...rows]);
}

function describeQuantity({ name, isBytes, values, perHour, limit, rising, isGrowing }: JudgedQuantity): string[] {
  const texts = [values[0]!, Math.min(...values), Math.max(...values), values.at(-1)!, perHour, limit].map((value) =>
    isBytes ? inMegabytes(value) : String(Math.round(value)),
  );
  return [isBytes ? `${name}, MB` : name, ...texts, `${Math.round(rising * 100)} %`, isGrowing ? 'GROWS' : ''];
}

/** Panes with fewer nodes more or less than this at some reading say nothing about growth. */
const LEAST_CHANGE = 20;

/** Nodes and rows of the panes that changed between the first reading that counts and the last one. */
export function formatPanes(readings: readonly Reading[]): string {
  const ids = [...new Set(readings.flatMap(({ sample }) => Object.keys(sample.page.panes)))];
  const rows = ids.flatMap((id) => {
    const series = (what: 'nodes' | 'rows'): number[] =>
      readings.map(({ sample }) => sample.page.panes[id]?.[what] ?? 0);
    const [nodes, lines] = [series('nodes'), series('rows')];
    return Math.max(...nodes) - Math.min(...nodes) < LEAST_CHANGE ? [] : [[id, nodes.join(' '), lines.join(' ')]];
  });
  return rows.length === 0
    ? `No pane has ${LEAST_CHANGE} nodes more at one reading than at another one.`
    : table([['pane', 'nodes at each reading', 'rows at each reading'], ...rows]);
}

/** Each quantity with its growth, and the names of what grows. */
export function judgeReadings(readings: readonly Reading[]): { readonly text: string; readonly growing: string[] } {
  const quantities = judgeQuantities(readings);
  const lists = listGrowing(readings);
  const head = [
    'kept after a collection',
    'start',
    'least',
    'most',
    'end',
    'growth an hour',
    'allowed',
    'pairs rising',
    '',
  ];
  const text = table([head, ...quantities.map(describeQuantity)]);
  const listText =
    lists.length === 0
      ? `No list, and no sum of lists of one shape, grows by more than ${LIST_LIMIT} entries an hour.`
      : table([
          ['list', 'entries at each reading', 'growth an hour'],
          ...lists.map(({ name, sizes, perHour }) => [name, sizes.join(' '), String(Math.round(perHour))]),
        ]);
  const growing = [...quantities.filter(({ isGrowing }) => isGrowing), ...lists].map(({ name }) => name);
  return { text: `${text}\n\n${listText}`, growing };
}
