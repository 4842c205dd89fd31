/**
 * Upgrade of an old order journal: its lines are indexed in steps, so that one of a million orders stops nobody for minutes.
 *
 * Shape       A generator that does one step each time: it runs in a thread of its own, before the journal is opened.
 * Invariants  Each step is one transaction, and the version changes with the last one: after a crash the next run continues with
 *             the first step that is missing, and an older program can still open the file.
 * Errors      What SQLite throws; JournalError for a journal of a newer program.
 * Source      docs/decisions/0034-authenticated-stores.md
 */
import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { createJournalTables, JOURNAL_VERSION, readJournalVersion } from '../journal.ts';
import { INDEX_SCHEMA, updateIndexStep } from '../journalIndex.ts';
import { openPrivateDatabase } from '../privateDatabase.ts';

/** Lines that opening the journal may index by itself: a fraction of a second. */
const MAX_AT_OPEN = 20_000;

export interface UpgradeProgress {
  /** Lines of the journal that are indexed, of all. */
  readonly done: number;
  readonly total: number;
}

/** True for a journal with more lines to index than opening it should. */
export function needsUpgrade(path: string): boolean {
  if (!existsSync(path)) return false;
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    const version = readJournalVersion(database);
    return version > 0 && version <= JOURNAL_VERSION && readProgress(database).left > MAX_AT_OPEN;
  } finally {
    database.close();
  }
}

/** Yields after each step. */
export function* upgradeJournal(path: string): Generator<UpgradeProgress> {
  const database = openPrivateDatabase(path, 'FULL', (opened) => createJournalTables(opened, JOURNAL_VERSION - 1));
  try {
    for (const statement of INDEX_SCHEMA.create) {
      database.exec(statement);
      yield toProgress(database);
    }
    const { total } = readProgress(database);
    while (updateIndexStep(database, total)) yield toProgress(database);
    createJournalTables(database, JOURNAL_VERSION);
    yield toProgress(database);
  } finally {
    database.close();
  }
}

function toProgress(database: DatabaseSync): UpgradeProgress {
  const { total, left } = readProgress(database);
  return { done: total - left, total };
}

function readProgress(database: DatabaseSync): { readonly total: number; readonly left: number } {
  const numberOf = (sql: string): number => {
    const value = database.prepare(sql).get()?.number;
    return typeof value === 'number' ? value : 0;
  };
  const total = numberOf('SELECT max(number) AS number FROM entry');
  const isIndexed = numberOf(`SELECT count(*) AS number FROM sqlite_schema WHERE name = 'known_to'`) === 1;
  return { total, left: total - (isIndexed ? numberOf('SELECT number FROM known_to') : 0) };
}
