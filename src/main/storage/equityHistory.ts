/**
 * Equity history: one row a minute of what the account is worth, in an SQLite file.
 *
 * Units       Usd in millionths; times in Unix ms, whole minutes.
 * Invariants  Rows are never changed; a minute without a row is a minute in which the account was not known. Summaries of hours
 *             are made of the rows, and again where they are missing.
 * Errors      Opening sets an unreadable file aside and begins a new one; `append` throws what SQLite throws.
 */
import { renameSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { describeStorage, findStorageFault, type StorageFault } from '#shared/base/storageFault.ts';
import { type EquitySample, summarizeHour } from '#shared/order/account/equity.ts';
import { toNumber } from '#shared/units/numbers.ts';
import { toUsd, type Usd } from '#shared/units/usd.ts';
import { openPrivateDatabase } from './privateDatabase.ts';
import { nameAside, type SetAside } from './versionedFile.ts';

export interface EquityRow extends EquitySample {
  /** Address of the account's wallet. */
  readonly account: string;
  readonly atMs: number;
  /** All collateral, locked included. */
  readonly cash: Usd;
  /** Value of all shares at their marks. */
  readonly positions: Usd;
  /** Gain of the open shares at their marks, before fees. */
  readonly unrealized: Usd;
  /** Since the first fill, after fees. */
  readonly realized: Usd;
  readonly fees: Usd;
  /** Positions without a mark: they count as nothing. */
  readonly unpriced: number;
}

/** An hour of an account, for reports of long periods. */
export interface EquityHour {
  readonly startMs: number;
  readonly rows: number;
  readonly unpricedRows: number;
  /** The rows that a report needs, oldest first. */
  readonly kept: readonly EquitySample[];
}

export interface EquityHistory {
  /** Ignores a second row of the same minute. */
  append(row: EquityRow): void;
  /** Rows of one account from `fromMs` to before `toMs`, oldest first. */
  list(account: string, fromMs: number, toMs: number): readonly EquityRow[];
  /** Hours with rows, from `fromMs` to before `toMs`, which are whole hours; an hour that has not ended is not one of them. */
  listHours(account: string, fromMs: number, toMs: number): readonly EquityHour[];
  /** Summarises up to a day of the hours before `toMs`; false once none is left. */
  summarize(account: string, toMs: number): boolean;
  /** Time of the oldest row of an account; null without one. */
  firstAtMs(account: string): number | null;
  /** The newest row of an account before a time; null without one. */
  lastBefore(account: string, atMs: number): EquityRow | null;
  close(): void;
  /** The unreadable file that was set aside at opening; null when there was none. */
  readonly setAside: SetAside | null;
}

/** Faults of the disk, not of the file: the history of this run is then in memory alone. */
const KEPT: ReadonlySet<StorageFault> = new Set(['full', 'readOnly', 'notAllowed', 'busy']);

/** Schema versions: 1 a row a minute · 2 summaries of hours. */
const VERSION = 2;
const TABLE = `
  CREATE TABLE IF NOT EXISTS equity (
    account TEXT NOT NULL, at_ms INTEGER NOT NULL, cash INTEGER NOT NULL, positions INTEGER NOT NULL,
    unrealized INTEGER NOT NULL, realized INTEGER NOT NULL, fees INTEGER NOT NULL, unpriced INTEGER NOT NULL,
    PRIMARY KEY (account, at_ms)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS equity_hour (
    account TEXT NOT NULL, start_ms INTEGER NOT NULL, rows INTEGER NOT NULL, unpriced_rows INTEGER NOT NULL, kept BLOB NOT NULL,
    PRIMARY KEY (account, start_ms)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS equity_hours_to (account TEXT PRIMARY KEY, to_ms INTEGER NOT NULL) STRICT;`;

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Opens or creates the history at `path`, readable by this user only. */
export function openEquityHistory(path: string, now: () => number): EquityHistory {
  let setAside: SetAside | null = null;
  let database: DatabaseSync;
  try {
    database = openFile(path);
  } catch (error) {
    setAside = moveAside(path, error, now());
    database = openFile(setAside.path === path ? ':memory:' : path);
  }
  const insert = database.prepare(
    'INSERT OR IGNORE INTO equity VALUES (:account, :atMs, :cash, :positions, :unrealized, :realized, :fees, :unpriced)',
  );
  const select = database.prepare(
    'SELECT * FROM equity WHERE account = :account AND at_ms >= :from AND at_ms < :to ORDER BY at_ms',
  );
  const first = database.prepare('SELECT min(at_ms) AS at_ms FROM equity WHERE account = :account');
  const before = database.prepare(
    'SELECT * FROM equity WHERE account = :account AND at_ms < :at ORDER BY at_ms DESC LIMIT 1',
  );
  const setHour = database.prepare('INSERT OR REPLACE INTO equity_hour VALUES (?, ?, ?, ?, ?)');
  const selectHours = database.prepare(
    'SELECT * FROM equity_hour WHERE account = :account AND start_ms >= :from AND start_ms < :to ORDER BY start_ms',
  );
  const selectTo = database.prepare('SELECT to_ms FROM equity_hours_to WHERE account = :account');
  const setTo = database.prepare('INSERT OR REPLACE INTO equity_hours_to VALUES (:account, :to)');
  for (const statement of [select, first, before]) statement.setReadBigInts(true);

  const list = (account: string, fromMs: number, toMs: number): EquityRow[] =>
    select.all({ account, from: fromMs, to: toMs }).map(parseRow);
  const summarizedTo = (account: string): number | null => {
    const found = selectTo.get({ account })?.to_ms;
    return typeof found === 'number' ? found : null;
  };
  const firstAtMs = (account: string): number | null => {
    const found = first.get({ account })?.at_ms;
    return typeof found === 'bigint' ? toNumber(found) : null;
  };
  const writeHours = (account: string, rows: readonly EquityRow[]): void => {
    for (const [startMs, ofHour] of Map.groupBy(rows, ({ atMs }) => startOfHour(atMs))) {
      const unpriced = ofHour.filter(({ unpriced }) => unpriced > 0).length;
      setHour.run(account, startMs, ofHour.length, unpriced, encodeKept(summarizeHour(ofHour)));
    }
  };
  return {
    setAside,
    append(row) {
      insert.run({ ...row });
      // The clock was set back: the hour has a summary already.
      if (row.atMs >= (summarizedTo(row.account) ?? 0)) return;
      const startMs = startOfHour(row.atMs);
      writeHours(row.account, list(row.account, startMs, startMs + HOUR_MS));
    },
    list,
    listHours: (account, fromMs, toMs) => selectHours.all({ account, from: fromMs, to: toMs }).map(parseHour),
    summarize(account, toMs) {
      const fromMs = summarizedTo(account) ?? firstAtMs(account);
      const endMs = startOfHour(toMs);
      if (fromMs === null || fromMs >= endMs) return false;
      const startMs = startOfHour(fromMs);
      const to = Math.min(startMs + DAY_MS, endMs);
      database.exec('BEGIN IMMEDIATE');
      try {
        writeHours(account, list(account, startMs, to));
        setTo.run({ account, to });
        database.exec('COMMIT');
      } catch (error) {
        database.exec('ROLLBACK');
        throw error;
      }
      return to < endMs;
    },
    firstAtMs,
    lastBefore(account, atMs) {
      const row = before.get({ account, at: atMs });
      return row === undefined ? null : parseRow(row);
    },
    close: () => database.close(),
  };
}

function parseRow(row: Readonly<Record<string, unknown>>): EquityRow {
  const read = (name: string): bigint => {
    const value = row[name];
    if (typeof value !== 'bigint') throw new TypeError(`Expected an integer as ${name}, found ${typeof value}`);
    return value;
  };
  return {
    account: String(row.account),
    atMs: toNumber(read('at_ms')),
    cash: toUsd(read('cash')),
    positions: toUsd(read('positions')),
    unrealized: toUsd(read('unrealized')),
    realized: toUsd(read('realized')),
    fees: toUsd(read('fees')),
    unpriced: toNumber(read('unpriced')),
  };
}

function startOfHour(atMs: number): number {
  return Math.floor(atMs / HOUR_MS) * HOUR_MS;
}

/** Numbers of one kept row. */
const KEPT_NUMBERS = 6;

function encodeKept(rows: readonly EquityRow[]): Uint8Array {
  const numbers = rows.flatMap((row) => [
    BigInt(row.atMs),
    row.cash,
    row.positions,
    row.unrealized,
    row.realized,
    BigInt(row.unpriced),
  ]);
  return new Uint8Array(BigInt64Array.from(numbers).buffer);
}

function parseHour(row: Readonly<Record<string, unknown>>): EquityHour {
  const { start_ms, rows, unpriced_rows, kept } = row;
  if (typeof start_ms !== 'number' || typeof rows !== 'number' || typeof unpriced_rows !== 'number')
    throw new TypeError('Expected numbers in an hour of the equity history, found others');
  if (!(kept instanceof Uint8Array) || kept.byteLength % (KEPT_NUMBERS * 8) !== 0)
    throw new TypeError('Expected whole rows in an hour of the equity history, found a part of one');
  // A copy begins where numbers of eight bytes may begin.
  const numbers = new BigInt64Array(new Uint8Array(kept).buffer);
  const samples: EquitySample[] = [];
  for (let at = 0; at < numbers.length; at += KEPT_NUMBERS) {
    const [atMs, cash, positions, unrealized, realized, unpriced] = numbers.subarray(at, at + KEPT_NUMBERS);
    samples.push({
      atMs: toNumber(atMs!),
      cash: toUsd(cash!),
      positions: toUsd(positions!),
      unrealized: toUsd(unrealized!),
      realized: toUsd(realized!),
      unpriced: toNumber(unpriced!),
    });
  }
  return { startMs: start_ms, rows, unpricedRows: unpriced_rows, kept: samples };
}

/** Moves a damaged history aside; one that this disk or user only keeps from being opened stays where it is. */
function moveAside(path: string, error: unknown, atMs: number): SetAside {
  const why = describeStorage('to open the equity history', error);
  if (KEPT.has(findStorageFault(error))) return { path, why };
  const aside = nameAside(path, atMs);
  try {
    renameSync(path, aside);
    return { path: aside, why };
  } catch {
    return { path, why };
  }
}

function openFile(path: string): DatabaseSync {
  return openPrivateDatabase(path, 'NORMAL', (database) => {
    const found = database.prepare('PRAGMA user_version').get()?.user_version;
    if (typeof found !== 'number' || found > VERSION) {
      throw new TypeError(`Expected an equity history of version ${VERSION}, found ${String(found)}`);
    }
    database.exec(`${TABLE} PRAGMA user_version = ${VERSION};`);
  });
}
