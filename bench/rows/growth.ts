/**
 * *Growth*: what a thing costs at several numbers of what exists, over files that are generated for it.
 *
 * Units       Milliseconds of one call; the journal's line in microseconds, without the wait for the disk.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openEquityHistory } from '../../src/main/storage/equityHistory.ts';
import { openJournal } from '../../src/main/storage/journal.ts';
import type { KnownOrderQuery } from '../../src/main/storage/journalIndex.ts';
import { createFills } from '../../src/main/trading/account/fills.ts';
import { parseIntentId } from '../../src/shared/units/ids.ts';
import { nameGrowth } from '../growth/law.ts';
import { END_MS, makeFill, WALLET, writeEquity, writeJournal, YEAR_MS } from '../growth/year.ts';
import { buildFigures, type Measured } from '../row.ts';
import type { Size } from './size.ts';

const DAY_MS = 86_400_000;
const ROUNDS = 7;

const EVERY: KnownOrderQuery = {
  fromMs: null,
  toMs: null,
  market: null,
  first: 'newest',
  after: null,
  limit: 100,
  isWanted: null,
};

export async function measureGrowth({ growth }: Size): Promise<Measured[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'adyton-growth-'));
  try {
    const rows: Measured[] = [];
    for (const count of growth.orders) rows.push(...measureJournal(path.join(folder, `journal-${count}`), count));
    for (const count of growth.fills) rows.push(...measureFills(count));
    for (const count of growth.minutes) rows.push(...measureEquity(path.join(folder, `equity-${count}`), count));
    return rows;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The first call warms up and is dropped. */
function measure(what: string, unit: string, count: number, run: (round: number) => unknown): Measured {
  const figures: number[] = [];
  for (let round = -1; round < ROUNDS; round += 1) {
    const startMs = performance.now();
    run(round + 1);
    if (round >= 0) figures.push((performance.now() - startMs) * (unit === 'µs' ? 1_000 : 1));
  }
  return buildFigures(nameGrowth(what, count), unit, figures);
}

function measureJournal(file: string, count: number): Measured[] {
  writeJournal(file, count);
  const journal = openJournal(file);
  const week = { ...EVERY, fromMs: END_MS - 7 * DAY_MS };
  const middle = { ...EVERY, toMs: END_MS - YEAR_MS / 2 };
  const rows = [
    measure('journal, start: open and load without the last day', 'ms', count, () => {
      const other = openJournal(file);
      other.load(END_MS);
      other.close();
    }),
    measure('journal, first page of the last week', 'ms', count, () => journal.readPage(week)),
    measure('journal, page of the middle of the year', 'ms', count, () => journal.readPage(middle)),
    measure('journal, page of one market', 'ms', count, () =>
      journal.readPage({ ...EVERY, market: 'market-70', limit: 20 }),
    ),
    measure('journal, a hundred lines', 'µs', count, (round) => {
      for (let at = 0; at < 100; at += 1) {
        const intentId = parseIntentId(`growth-${(round * 100 + at) * 7_919}`);
        journal.append(
          { kind: 'event', intentId, atMs: END_MS, event: { kind: 'sent', atMs: END_MS }, isLast: true },
          'later',
        );
      }
    }),
  ];
  journal.close();
  return rows;
}

function measureFills(count: number): Measured[] {
  const fills = createFills(() => {});
  const listed = Array.from({ length: count }, (_, at) => makeFill(at, count)).reverse();
  fills.applyList({ items: listed, partial: null, total: count, unreadable: [] });
  fills.ledger();
  return [
    measure('fills, ledger and view after a new one', 'ms', count, (round) => {
      fills.apply({ ...makeFill(count + round, count), exchangeTimeMs: END_MS + round });
      fills.ledger();
      fills.newest();
    }),
    measure('fills, first page', 'ms', count, () =>
      fills.page({ fromMs: null, market: null, after: null, limit: 100 }),
    ),
  ];
}

function measureEquity(file: string, count: number): Measured[] {
  writeEquity(file, count);
  const history = openEquityHistory(file, () => END_MS);
  while (history.summarize(WALLET, END_MS));
  const rows = [
    measure('equity, a hundred days of hours', 'ms', count, () =>
      history.listHours(WALLET, END_MS - 100 * DAY_MS, END_MS),
    ),
  ];
  history.close();
  return rows;
}
