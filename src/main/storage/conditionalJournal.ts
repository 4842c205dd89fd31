/**
 * Journal of conditional orders: an append-only SQLite table of what was armed and what each event decided.
 *
 * Shape       One file for all accounts, mode 0600, write-ahead log, synchronous FULL: `append` returns when the entry is on disk.
 * Invariants  Entries are never changed or deleted; a dismissed conditional is only marked. Beside each entry is the state that
 *             it gave, so that an entry which gives another state now is found. No key, signature or secret is in it.
 * Errors      ConditionalJournalError when the file cannot be opened or written, or is of a newer program. An entry that cannot be
 *             read is the problem of its conditional alone.
 * Source      docs/conditionals.md#journal
 */
import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { describeError } from '#shared/base/describeError.ts';
import { decodeMessage, encodeMessage } from '#shared/ipc/codec.ts';
import { conditionalTerms } from '#shared/ipc/conditionalSchema.ts';
import type { ConditionalEntry, StoredConditional, StoredEntry } from '#shared/order/conditional/entry.ts';
import type { ConditionalId } from '#shared/order/conditional/terms.ts';
import type { AccountId } from '#shared/units/ids.ts';
import { openPrivateDatabase } from './privateDatabase.ts';
import { parseStored } from './storedData.ts';

const VERSION = 1;

const TABLES = `
  CREATE TABLE entry (
    number INTEGER PRIMARY KEY AUTOINCREMENT, conditional_id TEXT NOT NULL, account TEXT NOT NULL,
    at_ms REAL NOT NULL, body TEXT NOT NULL, after TEXT NOT NULL
  ) STRICT;
  CREATE INDEX entry_of_conditional ON entry (conditional_id, number);
  CREATE INDEX entry_of_account ON entry (account, number);
  CREATE TABLE dismissed (conditional_id TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
  CREATE TABLE watched (account TEXT PRIMARY KEY, until_ms REAL NOT NULL) STRICT, WITHOUT ROWID;`;

/** The journal cannot be used: the person who runs the program must act. */
export class ConditionalJournalError extends Error {
  override readonly name = 'ConditionalJournalError';
}

export interface ConditionalJournal {
  /** On disk when this returns. */
  append(account: AccountId, stored: StoredEntry): void;
  /** Of the account, those that are not dismissed; oldest first. */
  load(account: AccountId): readonly StoredConditional[];
  dismiss(id: ConditionalId): void;
  /** The account's conditionals were watched until then, by the exchange's clock. */
  noteWatched(account: AccountId, atMs: number): void;
  /** Null: never. */
  watchedUntilMs(account: AccountId): number | null;
  close(): void;
}

const id = z.uuid();
const time = z.number();
/** Terms are checked as at the bridge; an event is checked by the state that it must produce. */
const entrySchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('created'), id, atMs: time, terms: conditionalTerms }),
  z.object({
    kind: z.literal('event'),
    id,
    atMs: time,
    event: z.looseObject({ kind: z.string(), atMs: time }),
    known: z.looseObject({}),
  }),
]);

/** Opens or creates the journal at `path`, readable by this user only. */
export function openConditionalJournal(path: string): ConditionalJournal {
  const database = openFile(path);
  const insert = database.prepare(
    'INSERT INTO entry (conditional_id, account, at_ms, body, after) VALUES (:id, :account, :at, :body, :after)',
  );
  const select = database.prepare(
    `SELECT conditional_id, body, after FROM entry WHERE account = :account
       AND conditional_id NOT IN (SELECT conditional_id FROM dismissed) ORDER BY number`,
  );
  const insertDismissed = database.prepare('INSERT OR IGNORE INTO dismissed VALUES (:id)');
  const setWatched = database.prepare('INSERT OR REPLACE INTO watched VALUES (:account, :until)');
  const selectWatched = database.prepare('SELECT until_ms FROM watched WHERE account = :account');

  function write(run: () => unknown): void {
    try {
      run();
    } catch (error) {
      throw new ConditionalJournalError(`Expected to write to the conditional journal: ${describeError(error)}`);
    }
  }

  return {
    append(account, { entry, after }) {
      write(() => insert.run({ id: entry.id, account, at: entry.atMs, body: encodeMessage(entry), after }));
    },
    load(account) {
      const found = new Map<string, { entries: StoredEntry[]; problem: string | null }>();
      for (const row of select.all({ account })) {
        const key = String(row.conditional_id);
        const one = found.get(key) ?? { entries: [], problem: null };
        found.set(key, one);
        if (one.problem !== null) continue;
        try {
          one.entries.push(parseRow(row));
        } catch (error) {
          one.problem = describeError(error);
        }
      }
      return [...found].map(([key, one]) => ({ id: key as ConditionalId, ...one }));
    },
    dismiss(conditional) {
      write(() => insertDismissed.run({ id: conditional }));
    },
    noteWatched(account, atMs) {
      write(() => setWatched.run({ account, until: atMs }));
    },
    watchedUntilMs(account) {
      const until = selectWatched.get({ account })?.until_ms;
      return typeof until === 'number' ? until : null;
    },
    close: () => database.close(),
  };
}

function parseRow(row: Readonly<Record<string, unknown>>): StoredEntry {
  const value = decodeMessage(String(row.body));
  parseStored(entrySchema, value, 'an entry of the conditional journal');
  return { entry: value as ConditionalEntry, after: String(row.after) };
}

function openFile(path: string): DatabaseSync {
  try {
    return openPrivateDatabase(path, 'FULL', (database) => {
      const found = database.prepare('PRAGMA user_version').get()?.user_version;
      if (found !== 0 && found !== VERSION) {
        throw new ConditionalJournalError(
          `Expected a conditional journal of version ${VERSION}, found ${String(found)}: a newer Adyton wrote it, so start that one`,
        );
      }
      if (found === 0) database.exec(`BEGIN; ${TABLES} PRAGMA user_version = ${VERSION}; COMMIT;`);
    });
  } catch (error) {
    if (error instanceof ConditionalJournalError) throw error;
    throw new ConditionalJournalError(`Expected to open the conditional journal: ${describeError(error)}`);
  }
}
