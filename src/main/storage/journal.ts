/**
 * Order journal: an append-only SQLite table of signed orders and their events.
 *
 * Shape       One file, mode 0600, write-ahead log. `append` returns when the line is on disk; with `later`, when it is written and
 *             survives a kill of the program: the next line that is not later, `sync` or `close` puts it on disk. SQLite never waits
 *             for the disk itself when it commits: this file does, once for all lines that are not on disk yet.
 * Invariants  Lines are never changed or deleted; each has a seal in one chain once the vault was unlocked. No signature, key or
 *             secret is in them. An order of ours is found by its
 *             exchange id however old it is, among the newest hundred thousand.
 * Errors      JournalError when the file cannot be opened, is of a newer program, or has an unreadable line.
 */
import { closeSync, fdatasyncSync, openSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { describeError } from '#shared/base/describeError.ts';
import { describeStorage } from '#shared/base/storageFault.ts';
import { decodeMessage, encodeMessage, tagBigint } from '#shared/ipc/codec.ts';
import type { JournalEntry } from '#shared/order/journalEntry.ts';
import type { IntentId, OrderId } from '#shared/units/ids.ts';
import { toNumber } from '#shared/units/numbers.ts';
import { parseJournalLine } from './journalLine.ts';
import { openPrivateDatabase } from './privateDatabase.ts';
import { CHAIN_START, isSealedStep, type StepVault, sealStep } from './stepChain.ts';

/**
 * Schema versions: 1 entries · 2 index of exchange ids · 3 codes instead of texts in new lines · 4 orders without a signature ·
 * 5 causes of a lost answer as codes in new lines · 6 seals.
 */
export const JOURNAL_VERSION = 6;

/** Size of the index of exchange ids, far more than an exchange lists; the oldest are removed. */
const MAX_ORDER_IDS = 100_000;

/** Lines among which recent orders are looked for: far more than a minute of orders makes. */
const MAX_NEWEST = 20_000;

const ENTRIES = `
  CREATE TABLE entry (
    number INTEGER PRIMARY KEY AUTOINCREMENT, intent_id TEXT NOT NULL, kind TEXT NOT NULL,
    at_ms REAL NOT NULL, is_last INTEGER NOT NULL, body TEXT NOT NULL
  ) STRICT;
  CREATE INDEX entry_of_intent ON entry (intent_id, is_last, kind, at_ms);`;

/** Exchange ids of our orders. A trigger fills the table in the same transaction as the line with the id. */
const ORDER_IDS = `
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

const SEALS = 'ALTER TABLE entry ADD COLUMN seal TEXT;';

/** SQL from each version to the next. Versions 3 to 5 change no table: older lines are migrated when they are read. */
const MIGRATIONS: readonly string[] = [ENTRIES, ORDER_IDS, '', '', '', SEALS];

const NO_LINE: JournalHead = { number: 0, seal: CHAIN_START };

/** The journal cannot be used: the person who runs the program must act. */
export class JournalError extends Error {
  override readonly name = 'JournalError';
}

export type JournalBreak = 'missing' | 'older' | 'altered';

/** Orders signed from `fromMs` and before `toMs`; null: no bound. */
export interface JournalPeriod {
  readonly fromMs: number | null;
  readonly toMs: number | null;
}

export interface JournalPage {
  /** Lines of one order each, oldest first. */
  readonly orders: readonly (readonly JournalEntry[])[];
  /** `after` of the next page, or null when this is the last one. */
  readonly next: number | null;
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
  /** When the newest orders were signed, since this time. */
  listSignedTimes(sinceMs: number): number[];
  /** Up to `limit` orders of a period, oldest first, beginning behind the page before (`after`, at first 0). */
  readPage(request: JournalPeriod & { readonly after: number; readonly limit: number }): JournalPage;
  close(): void;
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
  const select = database.prepare(
    `SELECT body FROM entry WHERE intent_id IN (
       SELECT intent_id FROM entry GROUP BY intent_id
       HAVING max(is_last) = 0 OR max(CASE WHEN kind = 'signed' THEN at_ms END) >= :since
     ) ORDER BY number`,
  );
  const selectOwn = database.prepare(
    `SELECT body FROM entry WHERE intent_id = (SELECT intent_id FROM own_order WHERE order_id = :id) ORDER BY number`,
  );
  const selectSigned = database.prepare(
    `SELECT number, intent_id FROM entry WHERE kind = 'signed' AND number > :after AND at_ms >= :from AND at_ms < :to
       ORDER BY number LIMIT :limit`,
  );
  const selectTimes = database.prepare(
    `SELECT at_ms AS number FROM (SELECT kind, at_ms FROM entry ORDER BY number DESC LIMIT ${MAX_NEWEST})
       WHERE kind = 'signed' AND at_ms >= :since`,
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
    },
    sync,
    load: (sinceMs) => select.all({ since: sinceMs }).map(parseRow),
    findByOrder: (id) => selectOwn.all({ id }).map(parseRow),
    findByIntent: (id) => selectOrder.all({ id }).map(parseRow),
    listSignedTimes: (sinceMs) => selectTimes.all({ since: sinceMs }).map((row) => readNumber(row)),
    readPage({ fromMs, toMs, after, limit }) {
      const to = toMs ?? Number.MAX_VALUE;
      const signed = selectSigned.all({ after, from: fromMs ?? 0, to, limit });
      return {
        orders: signed.map((row) => selectOrder.all({ id: String(row.intent_id) }).map(parseRow)),
        next: signed.length < limit ? null : readNumber(signed.at(-1)),
      };
    },
    close() {
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
    return openPrivateDatabase(path, 'NORMAL', (database) => {
      migrate(database);
      database.exec(
        `DELETE FROM own_order WHERE number <=
         (SELECT number FROM own_order ORDER BY number DESC LIMIT 1 OFFSET ${MAX_ORDER_IDS})`,
      );
    });
  } catch (error) {
    if (error instanceof JournalError) throw error;
    throw new JournalError(describeStorage('to open the order journal', error), { cause: error });
  }
}

function migrate(database: DatabaseSync): void {
  const found = readVersion(database);
  if (found > JOURNAL_VERSION) {
    throw new JournalError(
      `Expected an order journal of version ${JOURNAL_VERSION} or older, found ${found}: a newer Adyton wrote it, so start that one`,
    );
  }
  if (found === JOURNAL_VERSION) return;
  database.exec(`BEGIN; ${MIGRATIONS.slice(found).join('\n')} PRAGMA user_version = ${JOURNAL_VERSION}; COMMIT;`);
}

function readVersion(database: DatabaseSync): number {
  const row = database.prepare('PRAGMA user_version').get();
  const version = row?.user_version;
  if (typeof version !== 'number') throw new JournalError('Expected a schema version in the order journal, found none');
  return version;
}
