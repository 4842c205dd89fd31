/** Rows of a growth: the cost of one call at a number of what exists. */
import { buildFigures, type Measured } from '../row.ts';
import { nameGrowth } from './law.ts';

const ROUNDS = 7;

/** One kind of thing at one number of it; `folder` is empty and removed afterwards. */
export type MeasureGrowth = (count: number, folder: string) => Measured[] | Promise<Measured[]>;

/** By the clock. The first call warms up and is dropped. */
export function measureCalls(
  what: string,
  unit: 'ms' | 'µs',
  count: number,
  run: (round: number) => unknown,
): Measured {
  const figures: number[] = [];
  for (let round = -1; round < ROUNDS; round += 1) {
    const startMs = performance.now();
    run(round + 1);
    if (round >= 0) figures.push((performance.now() - startMs) * (unit === 'µs' ? 1_000 : 1));
  }
  return buildFigures(nameGrowth(what, count), unit, figures);
}
