/**
 * SQLite store of the exchange: members and keys, orders, fills, minute candles, simulation.
 *
 * Shape       One SQLite file with write-ahead log, used by one process at a time; changes are written before a response leaves.
 * Invariants  Folder mode 0700, file mode 0600: it holds API secrets in clear text, because HMAC needs them. They open paper
 *             accounts only. It never holds a private key.
 * Errors      PaperStoreError when the folder is unusable, another exchange uses it, a newer program wrote the file, or a write
 *             failed; nothing of a failed write is kept.
 */
import { chmodSync, closeSync, mkdirSync, openSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describeStorage } from '#shared/base/storageFault.ts';
import type { MinuteStore } from '../../simulation/minutes.ts';
import type { PaperCandle } from '../../simulation/paperCandle.ts';
import type { SavedWorld } from '../../simulation/saved.ts';
import type { SavedFill, SavedMember, SavedOrder } from '../members/savedMember.ts';

const SCHEMA = 1;
/** Highest number of orders and fills of a member that are loaded, newest first; the file has all. */
const MOST_READ = 5_000;

const TABLES = `
  CREATE TABLE IF NOT EXISTS fact (name TEXT PRIMARY KEY, body TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS member (id INTEGER PRIMARY KEY, body TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS api_key (key TEXT PRIMARY KEY, member INTEGER NOT NULL, secret TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS digest (digest TEXT PRIMARY KEY, member INTEGER NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS member_order (id INTEGER PRIMARY KEY, member INTEGER NOT NULL, body TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS fill (id INTEGER, order_id INTEGER, member INTEGER NOT NULL, body TEXT NOT NULL,
    PRIMARY KEY (id, order_id)) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS minute (market TEXT, at_ms INTEGER, open INTEGER, high INTEGER, low INTEGER, close INTEGER,
    volume INTEGER, PRIMARY KEY (market, at_ms)) WITHOUT ROWID;
`;

/** The files of the exchange cannot be used: whoever runs it must act. */
export class PaperStoreError extends Error {
  override readonly name = 'PaperStoreError';
}

export interface KnownMember {
  readonly member: SavedMember;
  readonly keys: readonly { readonly key: string; readonly secret: string }[];
  readonly digests: readonly string[];
  /** Oldest first. */
  readonly orders: readonly SavedOrder[];
  readonly fills: readonly SavedFill[];
}

export interface Store {
  loadWorld(): SavedWorld | null;
  loadMembers(): KnownMember[];
  /** Runs `write` in one transaction. */
  write(work: () => void): void;
  putWorld(world: SavedWorld): void;
  putMember(member: SavedMember): void;
  putKey(member: number, key: string, secret: string): void;
  putDigest(member: number, digest: string): void;
  putOrder(member: number, order: SavedOrder): void;
  putFill(member: number, fill: SavedFill): void;
  minutesOf(slug: string): MinuteStore;
  /** Writes the completed minutes. */
  flushMinutes(): void;
  close(): void;
}

export function openStore(folder: string): Store {
  const database = openDatabase(folder);
  const all = (sql: string) => database.prepare(sql);
  const putFact = all('INSERT OR REPLACE INTO fact VALUES (?, ?)');
  const putMember = all('INSERT OR REPLACE INTO member VALUES (?, ?)');
  const putKey = all('INSERT OR REPLACE INTO api_key VALUES (?, ?, ?)');
  const putDigest = all('INSERT OR IGNORE INTO digest VALUES (?, ?)');
  const putOrder = all('INSERT OR REPLACE INTO member_order VALUES (?, ?, ?)');
  const putFill = all('INSERT OR IGNORE INTO fill VALUES (?, ?, ?, ?)');
  const putMinute = all('INSERT OR REPLACE INTO minute VALUES (?, ?, ?, ?, ?, ?, ?)');
  const listMinutes = all('SELECT * FROM minute WHERE market = ? AND at_ms >= ? AND at_ms < ? ORDER BY at_ms');
  const lastMinute = all(
    'SELECT * FROM minute WHERE market = ? AND at_ms >= ? AND at_ms < ? ORDER BY at_ms DESC LIMIT 1',
  );
  const waiting: { slug: string; candle: PaperCandle }[] = [];
  /** The transaction under way has all that wait. */
  let areMinutesPut = false;

  /** Written with the simulation only, so that the file is never ahead of it. */
  const waitingOf = (slug: string, fromMs: number, toMs: number): PaperCandle[] =>
    waiting
      .filter((one) => one.slug === slug && one.candle.openMs >= fromMs && one.candle.openMs < toMs)
      .map(({ candle }) => candle);
  const flushMinutes = (): void => {
    for (const { slug, candle } of waiting) {
      putMinute.run(slug, candle.openMs, candle.open, candle.high, candle.low, candle.close, candle.volume);
    }
    areMinutesPut = true;
  };
  const write = (work: () => void): void => {
    areMinutesPut = false;
    try {
      database.exec('BEGIN');
      work();
      database.exec('COMMIT');
    } catch (error) {
      // SQLite itself rolls back on some errors; a rollback without a transaction would hide the cause.
      if (database.isTransaction) database.exec('ROLLBACK');
      throw new PaperStoreError(describeStorage(`to save the exchange in ${folder}`, error), { cause: error });
    }
    if (areMinutesPut) waiting.length = 0;
  };
  const bodies = <T>(sql: string, member: number): T[] =>
    all(sql)
      .all(member)
      .map((row) => JSON.parse(String(row.body)) as T);

  return {
    loadWorld() {
      const row = all("SELECT body FROM fact WHERE name = 'world'").get();
      if (!row) return null;
      const world = JSON.parse(String(row.body)) as SavedWorld;
      // A run that crashed may have traded after its last save: that time is a gap now.
      all('DELETE FROM minute WHERE at_ms >= ?').run(world.nowMs);
      return world;
    },
    loadMembers: () =>
      all('SELECT body FROM member ORDER BY id')
        .all()
        .map((row) => {
          const member = JSON.parse(String(row.body)) as SavedMember;
          const { id } = member;
          return {
            member,
            keys: all('SELECT key, secret FROM api_key WHERE member = ?')
              .all(id)
              .map((one) => ({ key: String(one.key), secret: String(one.secret) })),
            digests: all('SELECT digest FROM digest WHERE member = ?')
              .all(id)
              .map((one) => String(one.digest)),
            orders: bodies<SavedOrder>(
              `SELECT body FROM member_order WHERE member = ? ORDER BY id DESC LIMIT ${MOST_READ}`,
              id,
            ).reverse(),
            fills: bodies<SavedFill>(
              `SELECT body FROM fill WHERE member = ? ORDER BY id DESC LIMIT ${MOST_READ}`,
              id,
            ).reverse(),
          };
        }),
    write,
    putWorld: (world) => void putFact.run('world', JSON.stringify(world)),
    putMember: (member) => void putMember.run(member.id, JSON.stringify(member)),
    putKey: (member, key, secret) => void putKey.run(key, member, secret),
    putDigest: (member, digest) => void putDigest.run(digest, member),
    putOrder: (member, order) => void putOrder.run(order.id, member, JSON.stringify(order)),
    putFill: (member, fill) => void putFill.run(fill.id, fill.orderId, member, JSON.stringify(fill)),
    minutesOf: (slug) => ({
      add: (candle) => void waiting.push({ slug, candle }),
      list(fromMs, toMs) {
        const byTime = new Map<number, PaperCandle>();
        for (const row of listMinutes.all(slug, fromMs, toMs)) byTime.set(toCandle(row).openMs, toCandle(row));
        // A partial minute is replaced by its final state.
        for (const candle of waitingOf(slug, fromMs, toMs)) byTime.set(candle.openMs, candle);
        return [...byTime.values()];
      },
      last(fromMs, toMs) {
        const row = lastMinute.get(slug, fromMs, toMs);
        return waitingOf(slug, fromMs, toMs).at(-1) ?? (row ? toCandle(row) : null);
      },
    }),
    flushMinutes,
    close: () => database.close(),
  };
}

function openDatabase(folder: string): DatabaseSync {
  let database: DatabaseSync | null = null;
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const file = path.join(folder, 'exchange.sqlite');
    closeSync(openSync(file, 'a', 0o600));
    chmodSync(file, 0o600);
    database = new DatabaseSync(file);
    database.exec('PRAGMA busy_timeout = 1000; PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL;');
    database.exec('PRAGMA synchronous = NORMAL;');
    const version = Object.values(database.prepare('PRAGMA user_version').get() ?? {})[0];
    if (version !== 0 && version !== SCHEMA) {
      throw new PaperStoreError(`Expected a paper exchange of version ${SCHEMA}, found ${String(version)}`);
    }
    database.exec(`${TABLES} PRAGMA user_version = ${SCHEMA};`);
    return database;
  } catch (error) {
    database?.close();
    if (error instanceof PaperStoreError) throw error;
    if (error instanceof Error && error.message.includes('locked')) {
      throw new PaperStoreError(`Expected ${folder} to be used by no other exchange, found it locked`);
    }
    throw new PaperStoreError(describeStorage(`to open the exchange in ${folder}`, error), { cause: error });
  }
}

function toCandle(row: Readonly<Record<string, unknown>>): PaperCandle {
  const { at_ms: openMs, open, high, low, close, volume } = row as Record<string, number>;
  return { openMs: openMs!, open: open!, high: high!, low: low!, close: close!, volume: volume! };
}
