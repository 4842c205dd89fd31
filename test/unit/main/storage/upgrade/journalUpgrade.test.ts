import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openJournal } from '#main/storage/journal.ts';
import { needsUpgrade, type UpgradeProgress, upgradeJournal } from '#main/storage/upgrade/journalUpgrade.ts';
import { upgradeJournals } from '#main/storage/upgrade/upgradeThread.ts';
import { END_MS, writeOldJournal } from '../../../../../bench/growth/year.ts';

const EVERY = {
  fromMs: null,
  toMs: null,
  market: null,
  first: 'oldest',
  after: null,
  limit: 2_000,
  isWanted: null,
} as const;

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'adyton-upgrade-'));
  file = path.join(folder, 'journal.sqlite');
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** What a journal answers, by each way of reading it. */
function readAll(journalFile: string) {
  const journal = openJournal(journalFile);
  const first = journal.readPage(EVERY);
  const answers = {
    ended: journal.load(END_MS).length,
    day: journal.listSignedTimes(END_MS - 86_400_000).length,
    page: first.orders,
    found: journal.findByOrder('100777' as never),
  };
  journal.close();
  return answers;
}

describe('the upgrade of an old order journal', () => {
  it('is needed by a long one of an earlier version alone', () => {
    expect(needsUpgrade(file)).toBe(false);
    writeOldJournal(file, 1_000);
    expect(needsUpgrade(file)).toBe(false);
    rmSync(file);
    writeOldJournal(file, 6_000);
    expect(needsUpgrade(file)).toBe(true);
    for (const _ of upgradeJournal(file));
    expect(needsUpgrade(file)).toBe(false);
  });

  it.each([6_000, 12_000])(
    'indexes %s orders in steps of at most 20,000 lines, as opening the journal does',
    (count) => {
      writeOldJournal(file, count);
      const steps: UpgradeProgress[] = [...upgradeJournal(file)];
      const total = 4 * count - 20;
      expect(steps.at(-1)).toEqual({ done: total, total });
      const sizes = steps.map(({ done }, at) => done - (steps[at - 1]?.done ?? 0));
      expect(Math.max(...sizes)).toBeLessThanOrEqual(20_000);
      const other = path.join(folder, 'other.sqlite');
      writeOldJournal(other, count);
      expect(readAll(file)).toEqual(readAll(other));
    },
  );

  it('continues after an end at any step, also where an older program wrote in between', () => {
    writeOldJournal(file, 12_000);
    const steps = [...upgradeJournal(path.join(folder, 'empty.sqlite'))].length;
    for (let end = 1; end <= steps + 3; end += 1) {
      const run = upgradeJournal(file);
      for (let at = 0; at < end; at += 1) run.next();
      run.return(undefined);
      const database = new DatabaseSync(file);
      const version = database.prepare('PRAGMA user_version').get()?.user_version;
      if (version === 6) {
        database
          .prepare('INSERT INTO entry (intent_id, kind, at_ms, is_last, body) VALUES (?, ?, ?, ?, ?)')
          .run(`late-${end}`, 'event', END_MS, 1, '{}');
      }
      database.close();
    }
    for (const _ of upgradeJournal(file));
    expect(needsUpgrade(file)).toBe(false);
    const journal = openJournal(file);
    expect(journal.findByOrder('100777' as never)).toHaveLength(4);
    expect(journal.load(END_MS).length).toBe(3 * 20);
    journal.close();
  });

  it('runs in a thread of its own, and reports a file that it cannot read', async () => {
    writeOldJournal(file, 6_000);
    const broken = path.join(folder, 'broken.sqlite');
    const text = new DatabaseSync(broken);
    text.exec('CREATE TABLE other (a); PRAGMA user_version = 5');
    text.close();
    const progress: UpgradeProgress[] = [];
    const faults: unknown[] = [];
    await upgradeJournals({
      paths: [path.join(folder, 'none.sqlite'), broken, file],
      onProgress: (one) => void progress.push(one),
      onFault: (error) => void faults.push(error),
    });
    expect(faults).toHaveLength(1);
    expect(progress.at(-1)).toEqual({ done: 23_980, total: 23_980 });
    expect(needsUpgrade(file)).toBe(false);
  });
});
