/**
 * Equity history: one row a minute of what the account is worth, in an SQLite file.
 *
 * Units       Usd in millionths; times in Unix ms, whole minutes.
 * Invariants  Rows are never changed; a minute without a row is a minute in which the account was not known.
 * Errors      Opening sets an unreadable file aside and begins a new one; `append` throws what SQLite throws.
 */
import { renameSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { describeStorage, findStorageFault, type StorageFault } from '#shared/base/storageFault.ts';
import { toNumber } from '#shared/units/numbers.ts';
import { toUsd, type Usd } from '#shared/units/usd.ts';
import { openPrivateDatabase } from './privateDatabase.ts';
import { nameAside, type SetAside } from './versionedFile.ts';

export interface EquityRow {
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

export interface EquityHistory {
  /** Ignores a second row of the same minute. */
  append(row: EquityRow): void;
  /** Rows of one account from `fromMs` to before `toMs`, oldest first. */
  list(account: string, fromMs: number, toMs: number): readonly EquityRow[];
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

const VERSION = 1;
const TABLE = `
  CREATE TABLE IF NOT EXISTS equity (
    account TEXT NOT NULL, at_ms INTEGER NOT NULL, cash INTEGER NOT NULL, positions INTEGER NOT NULL,
    unrealized INTEGER NOT NULL, realized INTEGER NOT NULL, fees INTEGER NOT NULL, unpriced INTEGER NOT NULL,
    PRIMARY KEY (account, at_ms)
  ) STRICT, WITHOUT ROWID;`;

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
  for (const statement of [select, first, before]) statement.setReadBigInts(true);
  return {
    setAside,
    append: (row) => void insert.run({ ...row }),
    list: (account, fromMs, toMs) => select.all({ account, from: fromMs, to: toMs }).map(parseRow),
    firstAtMs(account) {
      const found = first.get({ account })?.at_ms;
      return typeof found === 'bigint' ? toNumber(found) : null;
    },
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
    if (found !== 0 && found !== VERSION) {
      throw new TypeError(`Expected an equity history of version ${VERSION}, found ${String(found)}`);
    }
    database.exec(`${TABLE} PRAGMA user_version = ${VERSION};`);
  });
}
