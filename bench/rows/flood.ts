/**
 * *Event to pixel* at 5,000 changes a second over twenty markets, and what such a flood leaves: garbage, long tasks, memory.
 *
 * Units       Of the percentiles the peer is one screen frame of that page, below which nobody can be; of the memory it is the goal.
 */
import { buildOwnRow, buildRow, type Row } from '../measure.ts';
import { describeFlood, measureFlood } from '../pixel/flood.ts';
import { buildPercentileRows } from './pixel.ts';
import type { Size } from './size.ts';

const RATE = 5_000;
const NAME = '5,000 changes a second';
const MEGABYTE = 1_048_576;
const MEMORY_GOAL = 500;

const buildCount = (name: string, ours: number): Row => ({
  name,
  unit: '',
  ours,
  peer: null,
  ratio: null,
  low: null,
  high: null,
  runs: 1,
});

export async function measureFloodRows(size: Size): Promise<Row[]> {
  const print = (line: string): void => console.error(line);
  const flood = await measureFlood({ rate: RATE, ms: size.pixelMs, print });
  for (const line of describeFlood(flood)) print(line);
  const { figures, frameMs, memoryBefore, memoryAfter, percentiles } = flood;
  const resident = { ours: memoryAfter.rss / MEGABYTE, peer: MEMORY_GOAL };
  return [
    ...buildPercentileRows(NAME, frameMs, percentiles),
    buildOwnRow(`changes made, ${NAME}`, 'a second', [flood.changesPerSecond], 1),
    buildOwnRow(`screen frames drawn, ${NAME}`, 'a second', [figures.framesPerSecond]),
    buildCount(`tasks of the page above 50 ms, ${NAME}`, figures.longTasks),
    buildOwnRow(`garbage of the page, ${NAME}`, 'MB/s', [figures.garbagePerSecond / MEGABYTE]),
    buildOwnRow(`resident memory before, ${NAME}`, 'MB', [memoryBefore.rss / MEGABYTE]),
    buildRow(`resident memory after, ${NAME}: goal`, 'MB', [resident]),
    buildOwnRow(`memory with shared pages once, before, ${NAME}`, 'MB', [memoryBefore.pss / MEGABYTE]),
    buildOwnRow(`memory with shared pages once, after, ${NAME}`, 'MB', [memoryAfter.pss / MEGABYTE]),
  ];
}
