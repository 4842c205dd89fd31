/**
 * Order journal: an append-only SQLite table of signed orders and their events.
 *
 * Shape       One file, mode 0600, write-ahead log. `append` returns when the line is on disk; with `later`, when it is written and
 *             survives a kill of the program: the next line that is not later, `sync` or `close` puts it on disk. SQLite never waits
 *             for the disk itself when it commits: this file does, once for all lines that are not on disk yet.
 * Invariants  Lines are never changed or deleted; each has a seal in one chain once the vault was unlocked. No signature, key or
 *             secret is in them. An order of ours is found by its exchange id however old it is. What a start, a page or a line
 *             costs does not depend on the number of older orders.
 * Errors      JournalError when the file cannot be opened, is of a newer program, or has an unreadable line.
 */
import { closeSync, fdatasyncSync, openSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { describeError } from '#shared/base/describeError.ts';
import { describeStorage } from '#shared/base/storageFault.ts';
import { decodeMessage, encodeMessage, tagBigint } from '#shared/ipc/codec.ts';
import type { OrderPlace } from '#shared/order/account/history.ts';
import type { JournalEntry } from '#shared/order/journalEntry.ts';
import type { IntentId, OrderId } from '#shared/units/ids.ts';
import { toNumber } from '#shared/units/numbers.ts';
import { INDEX_SCHEMA, type KnownOrderQuery, openJournalIndex } from './journalIndex.ts';
import { parseJournalLine } from './journalLine.ts';
import { openPrivateDatabase } from './privateDatabase.ts';
import { CHAIN_START, isSealedStep, type StepVault, sealStep } from './stepChain.ts';

/**
 * Schema versions: 1 entries · 2 index of exchange ids · 3 codes instead of texts in new lines · 4 orders without a signature ·
 * 5 causes of a lost answer as codes in new lines · 6 seals · 7 index of orders, of any number.
 */
export const JOURNAL_VERSION = 7;

/** Lines among which the first one of a day is looked for. */
const MAX_NEWEST = 20_000;
/** Lines that the index may be behind before a line that nothing waits for brings it up to date. */
const MAX_LATE = 64;

const ENTRIES = `
  CREATE TABLE entry (
    number INTEGER PRIMARY KEY AUTOINCREMENT, intent_id TEXT NOT NULL, kind TEXT NOT NULL,
    at_ms REAL NOT NULL, is_last INTEGER NOT NULL, body TEXT NOT NULL
  ) STRICT;
  CREATE INDEX entry_of_intent ON entry (intent_id, is_last, kind, at_ms);`;

const SEALS = 'ALTER TABLE entry ADD COLUMN seal TEXT;';

/**
 * SQL from each version to the next. Versions 3 to 5 change no table: older lines are migrated when they are read. The table
 * of version 2 is dropped by version 7.
 */
const MIGRATIONS: readonly string[] = [
  ENTRIES,
  '',
  '',
  '',
  '',
  SEALS,
  `${[...INDEX_SCHEMA.create, ...INDEX_SCHEMA.drop].join(';\n')};`,
];

const NO_LINE: JournalHead = { number: 0, seal: CHAIN_START };

/** The journal cannot be used: the person who runs the program must act. */
export class JournalError extends Error {
  override readonly name = 'JournalError';
}

export type JournalBreak = 'missing' | 'older' | 'altered';

export interface JournalPage {
  /** Lines of one order each, oldest first. May be empty before the end: a page visits a bounded number of orders. */
  readonly orders: readonly (readonly JournalEntry[])[];
  /** `after` of the next page, or null when this is the last one. */
  readonly next: OrderPlace | null;
}

/** A line of the chain; number 0 is the place before the first line. */
export interface JournalHead {
  readonly number: number;
  readonly seal: string;
}

export interface OrderJournal {
  /** From now on lines are sealed. */
  sealWith(vault: StepVault): void;
  /** The newest line. */
  head(): JournalHead;
  /** Why the journal is not the one that had this line, with what was written since this time and after it; null when it is. */
  findBreak(since: JournalHead, sinceMs: number): JournalBreak | null;
  /** On disk when this returns, unless `later`; throws JournalError when the write failed. */
  append(entry: JournalEntry, sync?: 'now' | 'later'): void;
  /** Every line is on disk when this returns; throws JournalError. */
  sync(): void;
  /** Lines of every order without a last event, and of those signed since, oldest first. */
  load(sinceMs: number): JournalEntry[];
  /** Lines of our order with this exchange id, oldest first; empty when it is not ours. */
  findByOrder(id: OrderId): JournalEntry[];
  /** Lines of the order with this intent, oldest first; empty when none was signed. */
  findByIntent(id: IntentId): JournalEntry[];
  /** When orders were signed since this time. */
  listSignedTimes(sinceMs: number): number[];
  /** Brings the index up to date for a reader of the file. */
  indexAll(): void;
  /** The file; ':memory:' for none. */
  readonly path: string;
  /** Up to `limit` orders by the time of their signature. */
  readPage(query: KnownOrderQuery): JournalPage;
  close(): void;
}

/** Reads a journal that another connection writes, as far as that has indexed it. */
export function openJournalReader(path: string): Pick<OrderJournal, 'readPage' | 'head' | 'close'> {
  const database = new DatabaseSync(path, { readOnly: true });
  const index = openJournalIndex(database);
  const selectOrder = database.prepare('SELECT body FROM entry WHERE intent_id = :id ORDER BY number');
  const head = database.prepare('SELECT number, seal FROM entry ORDER BY number DESC LIMIT 1').get();
  return {
    head: () => (head === undefined ? NO_LINE : { number: readNumber(head), seal: String(head.seal ?? CHAIN_START) }),
    readPage(query) {
      const { orders, next } = index.list(query);
      return { orders: orders.map(({ intentId }) => selectOrder.all({ id: intentId }).map(parseRow)), next };
    },
    close: () => database.close(),
  };
}

/** Opens or creates the journal at `path`, readable by this user only. */
export function openJournal(path: string): OrderJournal {
  const database = openFile(path);
  const insert = database.prepare(
    'INSERT INTO entry (intent_id, kind, at_ms, is_last, body, seal) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const selectChain = database.prepare('SELECT * FROM entry WHERE number >= :from ORDER BY number');
  const selectSeal = database.prepare('SELECT seal FROM entry WHERE number = :number');
  const selectFirst = database.prepare(
    `SELECT min(number) AS number FROM (SELECT number, at_ms FROM entry ORDER BY number DESC LIMIT ${MAX_NEWEST})
       WHERE at_ms >= :since`,
  );
  const selectHead = database.prepare('SELECT number, seal FROM entry ORDER BY number DESC LIMIT 1');
  const sealOf = (row: Readonly<Record<string, unknown>> | undefined): string =>
    typeof row?.seal === 'string' ? row.seal : CHAIN_START;
  const newest = selectHead.get();
  let head: JournalHead = newest === undefined ? NO_LINE : { number: readNumber(newest), seal: sealOf(newest) };
  let vault: StepVault | null = null;
  // Orders of the last day by the lines themselves: the index is not sealed.
  const select = database.prepare(
    `SELECT body FROM entry WHERE intent_id IN (
       SELECT intent_id FROM known_order WHERE is_ended = 0
       UNION ALL SELECT intent_id FROM entry WHERE kind = 'signed' AND at_ms >= :since
       UNION ALL SELECT intent_id FROM entry NOT INDEXED WHERE number > :covered
     ) ORDER BY number`,
  );
  const selectOwn = database.prepare(
    `SELECT body FROM entry
       WHERE intent_id = coalesce(
         (SELECT intent_id FROM entry NOT INDEXED
            WHERE number > :covered AND json_valid(body) AND body ->> '$.event.order.id' = :id ORDER BY number DESC LIMIT 1),
         (SELECT intent_id FROM known_order WHERE order_id = :id ORDER BY number DESC LIMIT 1)
       ) ORDER BY number`,
  );
  const selectTimes = database.prepare(
    `SELECT at_ms AS number FROM entry WHERE kind = 'signed' AND at_ms >= :since ORDER BY at_ms`,
  );
  const selectOrder = database.prepare('SELECT body FROM entry WHERE intent_id = :id ORDER BY number');
  /** The write-ahead log, which SQLite keeps as one file while the journal is open; null in memory. */
  const log = path === ':memory:' ? null : openSync(`${path}-wal`, 'r+');
  const guard = (write: () => void): void => {
    try {
      write();
    } catch (error) {
      throw new JournalError(describeStorage('to append to the order journal', error), { cause: error });
    }
  };
  const sync = (): void => {
    if (log !== null) guard(() => fdatasyncSync(log));
  };
  const index = openJournalIndex(database);
  const updateIndex = (): void => guard(() => index.update(head.number));
  /** A full disk keeps the index behind: queries that must find every order read the lines after it as well. */
  const tryUpdateIndex = (): void => {
    try {
      index.update(head.number);
    } catch {
      // The lines are written, and the next query tries again.
    }
  };
  return {
    sealWith(next) {
      vault = next;
    },
    head: () => head,
    findBreak(since, sinceMs) {
      if (vault === null) throw new JournalError('Expected a vault that seals the order journal, found none');
      // Another program may have changed the file since this one wrote or read it.
      const last = selectHead.get();
      const stored = last === undefined ? NO_LINE : { number: readNumber(last), seal: sealOf(last) };
      if (stored.number < Math.max(since.number, head.number)) return stored.number === 0 ? 'missing' : 'older';
      if (stored.number !== head.number || stored.seal !== head.seal) return 'altered';
      const firstOfTime = selectFirst.get({ since: sinceMs })?.number;
      const from = Math.min(since.number, typeof firstOfTime === 'number' ? firstOfTime : since.number);
      let expected = Math.max(1, from);
      let before = sealOf(selectSeal.get({ number: expected - 1 }));
      for (const row of selectChain.iterate({ from: expected })) {
        const { number, intent_id, kind, at_ms, is_last, body } = row;
        const seal = sealOf(row);
        if (number !== expected || (expected === since.number && seal !== since.seal)) return 'altered';
        // Lines up to this one may be of a version without seals; those after it are not, nor after a line with one.
        const isUnsealed = expected <= since.number && seal === CHAIN_START && before === CHAIN_START;
        const parts = [String(intent_id), String(kind), asNumber(at_ms), asNumber(is_last), String(body)];
        if (!isUnsealed && !isSealedStep(vault, before, parts, seal)) return 'altered';
        before = seal;
        expected += 1;
      }
      return null;
    },
    append(entry, when = 'now') {
      const isLast = entry.kind === 'event' && entry.isLast ? 1 : 0;
      const parts = [entry.intentId, entry.kind, entry.atMs, isLast, encodeLine(entry)] as const;
      guard(() => {
        const seal = vault === null ? null : sealStep(vault, head.seal, parts);
        const { lastInsertRowid } = insert.run(...parts, seal);
        head = { number: toNumber(BigInt(lastInsertRowid)), seal: seal ?? CHAIN_START };
      });
      if (when === 'now') sync();
      else if (head.number - index.coveredTo() >= MAX_LATE) tryUpdateIndex();
    },
    sync,
    load(sinceMs) {
      tryUpdateIndex();
      return select.all({ since: sinceMs, covered: index.coveredTo() }).map(parseRow);
    },
    findByOrder(id) {
      tryUpdateIndex();
      return selectOwn.all({ id, covered: index.coveredTo() }).map(parseRow);
    },
    findByIntent: (id) => selectOrder.all({ id }).map(parseRow),
    listSignedTimes: (sinceMs) => selectTimes.all({ since: sinceMs }).map((row) => readNumber(row)),
    indexAll: updateIndex,
    path,
    readPage(query) {
      updateIndex();
      const { orders, next } = index.list(query);
      return { orders: orders.map(({ intentId }) => selectOrder.all({ id: intentId }).map(parseRow)), next };
    },
    close() {
      tryUpdateIndex();
      // Closing copies the log into the file and waits for the disk.
      database.exec('PRAGMA synchronous = FULL');
      database.close();
      if (log !== null) closeSync(log);
    },
  };
}

/** As `encodeMessage`, without its look at every value: a signed order is waited for. */
function encodeLine(entry: JournalEntry): string {
  if (entry.kind === 'event') return encodeMessage(entry);
  const { salt, risk, ...rest } = entry;
  const amounts = risk && { notional: tagBigint(risk.notional), givenAway: tagBigint(risk.givenAway) };
  return JSON.stringify({ ...rest, salt: salt === null ? null : tagBigint(salt), risk: amounts });
}

function parseRow(row: Readonly<Record<string, unknown>>): JournalEntry {
  try {
    return parseJournalLine(decodeMessage(String(row.body)));
  } catch (error) {
    throw new JournalError(describeError(error));
  }
}

/** Another type than a number is not what this program wrote: the seal then differs. */
function asNumber(value: unknown): number {
  return typeof value === 'number' ? value : 0;
}

function readNumber(row: Readonly<Record<string, unknown>> | undefined): number {
  if (typeof row?.number !== 'number') throw new JournalError('Expected a number in a line, found none');
  return row.number;
}

function openFile(path: string): DatabaseSync {
  try {
    return openPrivateDatabase(path, 'NORMAL', (database) => createJournalTables(database, JOURNAL_VERSION));
  } catch (error) {
    if (error instanceof JournalError) throw error;
    throw new JournalError(describeStorage('to open the order journal', error), { cause: error });
  }
}

/** Brings the tables to this version; throws JournalError for a file of a newer program. */
export function createJournalTables(database: DatabaseSync, version: number): void {
  const found = readJournalVersion(database);
  if (found > JOURNAL_VERSION) {
    throw new JournalError(
      `Expected an order journal of version ${JOURNAL_VERSION} or older, found ${found}: a newer Adyton wrote it, so start that one`,
    );
  }
  if (found >= version) return;
  database.exec(`BEGIN; ${MIGRATIONS.slice(found, version).join('\n')} PRAGMA user_version = ${version}; COMMIT;`);
}

export function readJournalVersion(database: DatabaseSync): number {
  const row = database.prepare('PRAGMA user_version').get();
  const version = row?.user_version;
  if (typeof version !== 'number') throw new JournalError('Expected a schema version in the order journal, found none');
  return version;
}
