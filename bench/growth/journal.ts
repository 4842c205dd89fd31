/** Growth of the order journal in the number of its orders; a line of it without the wait for the disk. */
import path from 'node:path';
import { openJournal } from '../../src/main/storage/journal.ts';
import type { KnownOrderQuery } from '../../src/main/storage/journalIndex.ts';
import { parseIntentId } from '../../src/shared/units/ids.ts';
import { type MeasureGrowth, measureCalls } from './measure.ts';
import { END_MS, writeJournal, YEAR_MS } from './year.ts';

const WEEK_MS = 7 * 86_400_000;
const EVERY: KnownOrderQuery = {
  fromMs: null,
  toMs: null,
  market: null,
  first: 'newest',
  after: null,
  limit: 100,
  isWanted: null,
};

export const measureJournal: MeasureGrowth = (count, folder) => {
  const file = path.join(folder, 'journal');
  writeJournal(file, count);
  const journal = openJournal(file);
  const week = { ...EVERY, fromMs: END_MS - WEEK_MS };
  const middle = { ...EVERY, toMs: END_MS - YEAR_MS / 2 };
  const rows = [
    measureCalls('journal, start: open and load without the last day', 'ms', count, () => {
      const other = openJournal(file);
      other.load(END_MS);
      other.close();
    }),
    measureCalls('journal, first page of the last week', 'ms', count, () => journal.readPage(week)),
    measureCalls('journal, page of the middle of the year', 'ms', count, () => journal.readPage(middle)),
    measureCalls('journal, page of one market', 'ms', count, () =>
      journal.readPage({ ...EVERY, market: 'market-70', limit: 20 }),
    ),
    measureCalls('journal, a hundred lines', 'µs', count, (round) => {
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
};
