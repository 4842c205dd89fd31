/** Growth of an export in the number of orders: the thread that writes it, and what main is blocked by meanwhile. */
import { rmSync } from 'node:fs';
import path from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { startExport } from '../../src/main/app/export/exportThread.ts';
import { buildFigures, type Measured } from '../row.ts';
import { nameGrowth } from './law.ts';
import type { MeasureGrowth } from './measure.ts';
import { END_MS, makeFill, writeJournal } from './year.ts';

/** A fifth as many fills as orders. */
export const measureExport: MeasureGrowth = async (count, folder) => {
  const journalPath = path.join(folder, 'journal');
  writeJournal(journalPath, count);
  const written = path.join(folder, 'orders.csv');
  const fills = Array.from({ length: count / 5 }, (_, at) => makeFill(at, count / 5));
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const startMs = performance.now();
  const { done } = startExport(
    { path: written, request: { what: 'orders', format: 'csv', fromMs: null, toMs: null }, journalPath },
    {
      orders: [],
      fills,
      isComplete: true,
      exposures: [],
      unattributed: 0,
      conditionals: [],
      unreadableConditionals: 0,
      readAtMs: END_MS,
    },
  );
  const { rows } = await done;
  const tookMs = performance.now() - startMs;
  delay.disable();
  rmSync(written);
  const row = (what: string, unit: string, figure: number): Measured =>
    buildFigures(nameGrowth(what, count), unit, [figure]);
  return [
    row('export of orders, a thousand of them', 'ms', (1_000 * tookMs) / rows),
    row('export of orders, longest block of main', 'ms', delay.max / 1e6),
  ];
};
