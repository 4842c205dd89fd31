/**
 * *Event to pixel* at 5,000 changes a second over twenty markets, and what such a flood leaves: garbage and long tasks.
 *
 * Shape       What the flood costs each process, and the split of the way, is printed beside.
 */
import { describeFlood, measureFlood } from '../pixel/flood.ts';
import { buildCounts, buildFigures, type Measured } from '../row.ts';
import { buildPercentiles } from './pixel.ts';
import type { Size } from './size.ts';

const RATE = 5_000;
const NAME = '5,000 changes a second';
const MEGABYTE = 1_048_576;

export async function measureFloodRows(size: Size): Promise<Measured[]> {
  const print = (line: string): void => console.error(line);
  const flood = await measureFlood({ rate: RATE, ms: size.floodMs, print });
  for (const line of describeFlood(flood)) print(line);
  const { figures, percentiles } = flood;
  return [
    ...buildPercentiles(NAME, percentiles),
    buildFigures(`changes made, ${NAME}`, 'a second', [flood.changesPerSecond]),
    buildFigures(`screen frames drawn, ${NAME}`, 'a second', [figures.framesPerSecond]),
    buildCounts(`tasks of the page above 50 ms, ${NAME}`, '', [{ ours: figures.longTasks, peer: null }]),
    buildFigures(`garbage of the page, ${NAME}`, 'MB/s', [figures.garbagePerSecond / MEGABYTE]),
  ];
}
