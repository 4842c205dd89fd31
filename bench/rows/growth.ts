/**
 * *Growth*: what a thing costs at several numbers of what exists.
 *
 * Shape       One file in `bench/growth` for each kind of thing, one line here, its numbers in `size.ts`.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { measureBooks } from '../growth/books.ts';
import { measureConditionals } from '../growth/conditionals.ts';
import { measureEquity } from '../growth/equity.ts';
import { measureExport } from '../growth/export.ts';
import { measureFills } from '../growth/fills.ts';
import { measureJournal } from '../growth/journal.ts';
import { measureMarkets } from '../growth/markets.ts';
import type { MeasureGrowth } from '../growth/measure.ts';
import { measureResting } from '../growth/resting.ts';
import type { Measured } from '../row.ts';
import type { Size } from './size.ts';

const GROWTHS: Readonly<Record<keyof Size['growth'], MeasureGrowth>> = {
  orders: measureJournal,
  exports: measureExport,
  fills: measureFills,
  resting: measureResting,
  minutes: measureEquity,
  books: measureBooks,
  conditionals: measureConditionals,
  markets: measureMarkets,
};

export async function measureGrowth({ growth }: Size): Promise<Measured[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'adyton-growth-'));
  try {
    const rows: Measured[] = [];
    for (const [kind, measure] of Object.entries(GROWTHS)) {
      for (const count of growth[kind as keyof Size['growth']]) {
        const own = path.join(folder, `${kind}-${count}`);
        mkdirSync(own);
        console.error(`${kind}: ${count.toLocaleString('en')}`);
        rows.push(...(await measure(count, own)));
        rmSync(own, { recursive: true, force: true });
      }
    }
    return rows;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
