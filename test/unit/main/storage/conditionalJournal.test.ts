import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ConditionalJournalError, openConditionalJournal } from '#main/storage/conditionalJournal.ts';
import type { ConditionalEntry } from '#shared/order/conditional/entry.ts';
import { emptyKnown } from '#shared/order/conditional/known.ts';
import { parseAddress } from '#shared/units/ids.ts';
import { SAFE } from '#test/slice/makers.ts';
import { ID, START, STOP } from '#test/unit/shared/order/conditional/makers.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'adyton-conditional-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));
const path = (): string => join(folder, 'conditional.sqlite');
const CREATED: ConditionalEntry = { kind: 'created', id: ID, atMs: START, terms: STOP };
const ARMED: ConditionalEntry = {
  kind: 'event',
  id: ID,
  atMs: START,
  event: { kind: 'arm', atMs: START },
  known: emptyKnown(false),
};

describe('the journal of conditional orders', () => {
  it('gives an account its entries back after a start, and no other account', () => {
    const journal = openConditionalJournal(path());
    journal.append(SAFE, { entry: CREATED, after: 'a' });
    journal.append(SAFE, { entry: ARMED, after: 'b' });
    journal.noteWatched(SAFE, 7);
    journal.close();
    const next = openConditionalJournal(path());
    const entries = [
      { entry: CREATED, after: 'a' },
      { entry: ARMED, after: 'b' },
    ];
    expect(next.load(SAFE)).toEqual([{ id: ID, entries, problem: null, chain: 'unsealed', steps: 2 }]);
    expect(next.load(parseAddress(`0x${'11'.repeat(20)}`))).toEqual([]);
    expect(next.watchedUntilMs(SAFE)).toBe(7);
    next.dismiss(ID);
    expect(next.load(SAFE)).toEqual([]);
    next.close();
    expect(statSync(path()).mode & 0o777).toBe(0o600);
  });

  it('gives the entries before one that cannot be read, with its problem', () => {
    const journal = openConditionalJournal(path());
    journal.append(SAFE, { entry: CREATED, after: 'a' });
    journal.append(SAFE, { entry: ARMED, after: 'b' });
    journal.close();
    const database = new DatabaseSync(path());
    database.exec(`UPDATE entry SET body = '{"kind":"event"}' WHERE number = 2`);
    database.close();
    const next = openConditionalJournal(path());
    const [found] = next.load(SAFE);
    expect(found!.entries).toHaveLength(1);
    expect(found!.problem).toContain('an entry of the conditional journal');
    next.close();
  });

  it('refuses a file of a newer program', () => {
    const database = new DatabaseSync(path());
    database.exec('PRAGMA user_version = 9');
    database.close();
    expect(() => openConditionalJournal(path())).toThrow(ConditionalJournalError);
  });
});
