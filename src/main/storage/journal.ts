/**
 * The order journal: an append-only table on disk that knows what was signed before a byte left.
 *
 * Shape       One SQLite file, mode 0600, write-ahead log, synchronous FULL: `append` returns when the line is on the disk.
 * Invariants  Lines are never changed or deleted. No signature, key or secret is in them. An order of ours is found by the
 *             exchange's id however old it is, among the newest hundred thousand.
 * Errors      JournalError when the file can't be opened, is of a newer program, or holds a line that can't be read.
 */
import { chmodSync, closeSync, existsSync, openSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { decodeMessage, encodeMessage } from '#shared/ipc/codec.ts';
import { type JournalEntry, parseJournalEntry } from '#shared/order/journalEntry.ts';
import type { OrderId } from '#shared/units/ids.ts';

export const JOURNAL_SCHEMA = 2;

/** Ids of the exchange by which an order of ours is found again: far more than an exchange lists; the oldest go. */
const MOST_OWN_IDS = 100_000;

/** Which of our orders an id of the exchange is; kept by the database itself, in one step with the line that tells it. */
const OWN_IDS = `
  CREATE TABLE own_order (order_id TEXT PRIMARY KEY, intent_id TEXT NOT NULL, number INTEGER NOT NULL) STRICT;
  CREATE INDEX own_order_by_age ON own_order (number);
  INSERT OR REPLACE INTO own_order
    SELECT json_extract(body, '$.event.order.id'), intent_id, number FROM entry
    WHERE kind = 'event' AND json_valid(body) AND json_extract(body, '$.event.kind') = 'exchange' ORDER BY number;
  CREATE TRIGGER own_order_of_entry AFTER INSERT ON entry
    WHEN NEW.kind = 'event' AND json_extract(NEW.body, '$.event.kind') = 'exchange'
    BEGIN
      INSERT OR REPLACE INTO own_order VALUES (json_extract(NEW.body, '$.event.order.id'), NEW.intent_id, NEW.number);
    END;`;

const ENTRIES = `
  CREATE TABLE entry (
    number INTEGER PRIMARY KEY AUTOINCREMENT, intent_id TEXT NOT NULL, kind TEXT NOT NULL,
    at_ms REAL NOT NULL, is_last INTEGER NOT NULL, body TEXT NOT NULL
  ) STRICT;
  CREATE INDEX entry_of_intent ON entry (intent_id, is_last, kind, at_ms);`;

/** The journal can't serve: whoever runs the program must act. */
export class JournalError extends Error {
  override readonly name = 'JournalError';
}

export interface OrderJournal {
  /** On disk when this returns; throws JournalError when it could not be written. */
  append(entry: JournalEntry): void;
  /** Lines of every order without a last step and of those signed since, oldest first. */
  load(sinceMs: number): JournalEntry[];
  /** Lines of the order of ours that the exchange names so, oldest first; none when it is not ours. */
  findByOrder(id: OrderId): JournalEntry[];
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
  const selectOwn = database.prepare(
    `SELECT body FROM entry WHERE intent_id = (SELECT intent_id FROM own_order WHERE order_id = :id) ORDER BY number`,
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
    load: (sinceMs) => select.all({ since: sinceMs }).map(readLine),
    findByOrder: (id) => selectOwn.all({ id }).map(readLine),
    close: () => database.close(),
  };
}

function readLine(row: Readonly<Record<string, unknown>>): JournalEntry {
  try {
    return parseJournalEntry(decodeMessage(String(row.body)));
  } catch (error) {
    throw new JournalError(`Expected a line of the order journal: ${wordsOf(error)}`);
  }
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
    if (found < JOURNAL_SCHEMA) {
      database.exec(`BEGIN; ${found === 0 ? ENTRIES : ''} ${OWN_IDS} PRAGMA user_version = ${JOURNAL_SCHEMA}; COMMIT;`);
    }
    database.exec(
      `DELETE FROM own_order WHERE number <=
         (SELECT number FROM own_order ORDER BY number DESC LIMIT 1 OFFSET ${MOST_OWN_IDS})`,
    );
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
