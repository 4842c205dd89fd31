/**
 * The order journal: an append-only table on disk that knows what was signed before a byte left.
 *
 * Shape       One SQLite file, mode 0600, write-ahead log, synchronous FULL: `append` returns when the line is on the disk.
 * Invariants  Lines are never changed or deleted. No signature, key or secret is in them.
 * Errors      JournalError when the file can't be opened, is of a newer program, or holds a line that can't be read.
 */
import { chmodSync, closeSync, existsSync, openSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { decodeMessage, encodeMessage } from '#shared/ipc/codec.ts';
import { type JournalEntry, parseJournalEntry } from '#shared/order/journalEntry.ts';

export const JOURNAL_SCHEMA = 1;

/** The journal can't serve: whoever runs the program must act. */
export class JournalError extends Error {
  override readonly name = 'JournalError';
}

export interface OrderJournal {
  /** On disk when this returns; throws JournalError when it could not be written. */
  append(entry: JournalEntry): void;
  /** Lines of every order without a last step and of those signed since, oldest first. */
  load(sinceMs: number): JournalEntry[];
  close(): void;
}

/** Opens or makes the journal at `path`, which no other user may read. */
export function openJournal(path: string): OrderJournal {
  const database = openFile(path);
  const insert = database.prepare(
    'INSERT INTO entry (intent_id, kind, at_ms, is_last, body) VALUES (:intent, :kind, :at, :last, :body)',
  );
  const select = database.prepare(
    `SELECT body FROM entry WHERE intent_id IN (
       SELECT intent_id FROM entry GROUP BY intent_id
       HAVING max(is_last) = 0 OR max(CASE WHEN kind = 'signed' THEN at_ms END) >= :since
     ) ORDER BY number`,
  );
  return {
    append(entry) {
      try {
        insert.run({
          intent: entry.intentId,
          kind: entry.kind,
          at: entry.atMs,
          last: entry.kind === 'event' && entry.isLast ? 1 : 0,
          body: encodeMessage(entry),
        });
      } catch (error) {
        throw new JournalError(`Expected to append to the order journal: ${wordsOf(error)}`);
      }
    },
    load(sinceMs) {
      return select.all({ since: sinceMs }).map((row) => {
        try {
          return parseJournalEntry(decodeMessage(String(row.body)));
        } catch (error) {
          throw new JournalError(`Expected a line of the order journal: ${wordsOf(error)}`);
        }
      });
    },
    close: () => database.close(),
  };
}

function openFile(path: string): DatabaseSync {
  // Made private before SQLite opens it: its own files take the mode of this one.
  if (path !== ':memory:') {
    if (!existsSync(path)) closeSync(openSync(path, 'a', 0o600));
    chmodSync(path, 0o600);
  }
  let database: DatabaseSync | null = null;
  try {
    database = new DatabaseSync(path);
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA busy_timeout = 2000;');
    const found = versionOf(database);
    if (found > JOURNAL_SCHEMA) {
      throw new JournalError(
        `Expected an order journal of version ${JOURNAL_SCHEMA} or older, found ${found}: a newer Adyton wrote it, so start that one`,
      );
    }
    if (found === 0) {
      database.exec(
        `BEGIN;
         CREATE TABLE entry (
           number INTEGER PRIMARY KEY AUTOINCREMENT, intent_id TEXT NOT NULL, kind TEXT NOT NULL,
           at_ms REAL NOT NULL, is_last INTEGER NOT NULL, body TEXT NOT NULL
         ) STRICT;
         CREATE INDEX entry_of_intent ON entry (intent_id, is_last, kind, at_ms);
         PRAGMA user_version = ${JOURNAL_SCHEMA};
         COMMIT;`,
      );
    }
    return database;
  } catch (error) {
    database?.close();
    if (error instanceof JournalError) throw error;
    throw new JournalError(`Expected to open the order journal: ${wordsOf(error)}`);
  }
}

function versionOf(database: DatabaseSync): number {
  const row = database.prepare('PRAGMA user_version').get();
  const version = row?.user_version;
  if (typeof version !== 'number') throw new JournalError('Expected a schema version in the order journal, found none');
  return version;
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : 'no reason given';
}
