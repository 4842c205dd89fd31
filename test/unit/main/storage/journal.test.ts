import fs, { fstatSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { JOURNAL_VERSION, JournalError, openJournal } from '#main/storage/journal.ts';
import { type KnownOrderQuery, MAX_VISITED } from '#main/storage/journalIndex.ts';
import { encodeMessage } from '#shared/ipc/codec.ts';
import type { EventEntry } from '#shared/order/journalEntry.ts';
import { parseIntentId, parseOrderId } from '#shared/units/ids.ts';
import { START_MS } from '#test/slice/fakeClock.ts';
import { MARKET, makeIntent, makeOrder, makeSigned, OTHER_MARKET } from '#test/slice/makers.ts';

/** Windows has no such modes: it shows every writable file as this. */
const PRIVATE = process.platform === 'win32' ? 0o666 : 0o600;
let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'adyton-journal-'));
  path = join(folder, 'orders.db');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const signed = (name: string, atMs = START_MS) =>
  makeSigned({ intent: makeIntent({ intentId: parseIntentId(name) }), atMs });
const accepted = (name: string, isLast = false): EventEntry => ({
  kind: 'event',
  intentId: parseIntentId(name),
  atMs: START_MS + 1,
  event: { kind: 'exchange', atMs: START_MS + 1, order: makeOrder('7') },
  isLast,
});

const EVERY: KnownOrderQuery = {
  fromMs: null,
  toMs: null,
  market: null,
  first: 'oldest',
  after: null,
  limit: 100,
  isWanted: null,
};

describe('order journal', () => {
  it('gives back what was written, bigints included, after it is opened again', () => {
    const journal = openJournal(path);
    journal.append(signed('intent-a'));
    journal.append(accepted('intent-a'));
    journal.close();
    const again = openJournal(path);
    expect(again.load(0)).toEqual([signed('intent-a'), accepted('intent-a')]);
    again.close();
  });

  it('has each line on disk before append returns', () => {
    const journal = openJournal(path);
    journal.append(signed('intent-a'));
    const reader = new DatabaseSync(path, { readOnly: true });
    expect(reader.prepare('SELECT count(*) AS lines FROM entry').get()).toEqual({ lines: 1 });
    reader.close();
    const database = new DatabaseSync(path);
    expect(database.prepare('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'wal' });
    database.close();
    journal.close();
  });

  it('writes what can wait for the disk at once, and in order with the rest', () => {
    const journal = openJournal(path);
    journal.append(accepted('intent-a'), 'later');
    const reader = new DatabaseSync(path, { readOnly: true });
    expect(reader.prepare('SELECT count(*) AS lines FROM entry').get()).toEqual({ lines: 1 });
    journal.append(signed('intent-a'));
    journal.append(accepted('intent-a', true), 'later');
    expect(reader.prepare('SELECT kind FROM entry ORDER BY number').all()).toEqual([
      { kind: 'event' },
      { kind: 'signed' },
      { kind: 'event' },
    ]);
    reader.close();
    journal.close();
  });

  it('waits for the disk once for an order and its events', () => {
    const waiting = vi.spyOn(fs, 'fdatasyncSync');
    syncBuiltinESMExports();
    const journal = openJournal(path);
    const logged = statSync(`${path}-wal`).ino;
    journal.append(signed('intent-a'));
    for (const isLast of [false, false, true]) journal.append(accepted('intent-a', isLast), 'later');
    expect(waiting).toHaveBeenCalledTimes(1);
    for (const name of ['intent-b', 'intent-c', 'intent-d']) journal.append(signed(name), 'later');
    expect(waiting).toHaveBeenCalledTimes(1);
    journal.sync();
    expect(waiting).toHaveBeenCalledTimes(2);
    // What was waited for is the file that the lines are in.
    for (const [descriptor] of waiting.mock.calls) expect(fstatSync(descriptor).ino).toBe(logged);
    expect(statSync(`${path}-wal`)).toMatchObject({ ino: logged });
    expect(statSync(`${path}-wal`).size).toBeGreaterThan(0);
    waiting.mockImplementation(() => {
      throw new Error('disk full');
    });
    syncBuiltinESMExports();
    expect(() => journal.append(signed('intent-e'))).toThrow(JournalError);
    expect(() => journal.sync()).toThrow('disk full');
    vi.restoreAllMocks();
    syncBuiltinESMExports();
    journal.close();
  });

  it('lists when orders were signed', () => {
    const journal = openJournal(path);
    for (const [name, atMs] of [
      ['timed-order-1', 10],
      ['timed-order-2', 20],
      ['timed-order-3', 30],
    ] as const) {
      journal.append(signed(name, atMs));
      journal.append(accepted(name, true));
    }
    expect(journal.listSignedTimes(20).sort()).toEqual([20, 30]);
    expect(journal.listSignedTimes(31)).toEqual([]);
    journal.close();
  });

  it('reads a period in pages of whole orders, oldest first, while lines are added', () => {
    const journal = openJournal(path);
    for (const [name, atMs] of [
      ['too-early', 9],
      ['export-1', 10],
      ['export-2', 11],
      ['export-3', 12],
      ['too-late', 13],
    ] as const) {
      journal.append(signed(name, atMs));
    }
    journal.append(accepted('export-1', true));
    const period = { ...EVERY, fromMs: 10, toMs: 13, limit: 2 };
    const first = journal.readPage(period);
    expect(first.orders).toEqual([[signed('export-1', 10), accepted('export-1', true)], [signed('export-2', 11)]]);
    journal.append(accepted('export-3'));
    const second = journal.readPage({ ...period, after: first.next });
    expect(second).toEqual({ orders: [[signed('export-3', 12), accepted('export-3')]], next: null });
    const all = journal.readPage(EVERY);
    expect(all.orders.map(([entry]) => entry?.atMs)).toEqual([9, 10, 11, 12, 13]);
    journal.close();
  });

  it('reads pages newest first, of one market, and only the orders that are wanted', () => {
    const journal = openJournal(path);
    for (const [name, atMs, market] of [
      ['newest-1', 10, MARKET],
      ['newest-2', 11, OTHER_MARKET],
      ['newest-3', 12, MARKET],
      ['newest-4', 12, MARKET],
    ] as const) {
      journal.append(makeSigned({ intent: makeIntent({ intentId: parseIntentId(name), market }), atMs }));
    }
    journal.append(accepted('newest-3', true));
    const list = (query: Partial<KnownOrderQuery>) =>
      journal.readPage({ ...EVERY, first: 'newest', ...query }).orders.map(([entry]) => entry?.intentId);
    expect(list({})).toEqual(['newest-4', 'newest-3', 'newest-2', 'newest-1']);
    expect(list({ market: MARKET })).toEqual(['newest-4', 'newest-3', 'newest-1']);
    expect(list({ market: MARKET, fromMs: 11, toMs: 13 })).toEqual(['newest-4', 'newest-3']);
    expect(list({ isWanted: ({ isEnded }) => isEnded })).toEqual(['newest-3']);
    expect(list({ isWanted: ({ orderId }) => orderId === '7' })).toEqual(['newest-3']);
    const { next } = journal.readPage({ ...EVERY, first: 'newest', limit: 1 });
    expect(list({ after: next })).toEqual(['newest-3', 'newest-2', 'newest-1']);
    journal.close();
  });

  it.each([100, 1_000])('visits as many rows for a page of %s orders as for one of fewer', (orders) => {
    const journal = openJournal(path);
    for (let at = 0; at < orders; at += 1) journal.append(signed(`visited-${at}`, at), 'later');
    const visit = (query: Partial<KnownOrderQuery>): number => {
      const isWanted = vi.fn(() => true);
      journal.readPage({ ...EVERY, limit: 20, ...query, isWanted });
      return isWanted.mock.calls.length;
    };
    expect(visit({ first: 'newest' })).toBe(20);
    expect(visit({ first: 'newest', fromMs: orders - 10 })).toBe(10);
    expect(visit({ after: { atMs: orders - 30, number: orders } })).toBe(20);
    expect(visit({ market: OTHER_MARKET })).toBe(0);
    journal.close();
  });

  it('ends a page at a bounded number of rows, and continues from there', () => {
    const journal = openJournal(path);
    for (let at = 0; at < MAX_VISITED + 5; at += 1) journal.append(signed(`bounded-${at}`, at), 'later');
    const wanted = { ...EVERY, first: 'newest', isWanted: ({ atMs }) => atMs < 2 } satisfies KnownOrderQuery;
    const first = journal.readPage(wanted);
    expect(first).toMatchObject({ orders: [], next: { atMs: 5 } });
    expect(journal.readPage({ ...wanted, after: first.next })).toMatchObject({ orders: { length: 2 }, next: null });
    journal.close();
  });

  it('scans no table that grows with the orders', () => {
    const prepare = vi.spyOn(DatabaseSync.prototype, 'prepare');
    openJournal(path).close();
    const statements = prepare.mock.calls.map(([sql]) => sql).filter((sql) => !sql.startsWith('PRAGMA'));
    vi.restoreAllMocks();
    const database = new DatabaseSync(path);
    const scans = statements.flatMap((sql) =>
      database
        .prepare(`EXPLAIN QUERY PLAN ${sql}`)
        .all()
        .map(({ detail }) => String(detail))
        .filter((detail) => detail.startsWith('SCAN'))
        .map((detail) => ({ detail, sql })),
    );
    database.close();
    expect(statements.length).toBeGreaterThan(10);
    // The orders without an end, the lines since the last update, and what has a limit.
    const bounded = scans.filter(
      ({ detail, sql }) => !/unended_order|known_to|news|subquery|CONSTANT/.test(detail) && !/LIMIT \d/.test(sql),
    );
    expect(bounded).toEqual([]);
  });

  it('loads and finds what the index does not cover yet', () => {
    const journal = openJournal(path);
    journal.append(signed('is-covered', 1));
    journal.load(0);
    const database = new DatabaseSync(path);
    database.exec('DROP TABLE known_to');
    journal.append(signed('is-later', 1));
    journal.append(accepted('is-later'), 'later');
    expect(journal.load(50).map(({ intentId }) => intentId)).toEqual(['is-covered', 'is-later', 'is-later']);
    expect(journal.findByOrder(parseOrderId('7'))).toHaveLength(2);
    expect(() => journal.readPage(EVERY)).toThrow(JournalError);
    database.exec('CREATE TABLE known_to (number INTEGER NOT NULL) STRICT; INSERT INTO known_to VALUES (1)');
    database.close();
    expect(journal.readPage(EVERY).orders).toHaveLength(2);
    journal.close();
  });

  it('loads orders without a last event however old, and others since a time', () => {
    const journal = openJournal(path);
    journal.append(signed('old-open', 10));
    journal.append(signed('old-done', 10));
    journal.append(accepted('old-done', true));
    journal.append(signed('new-done', 100));
    journal.append(accepted('new-done', true));
    expect(journal.load(50).map((entry) => `${entry.intentId} ${entry.kind}`)).toEqual([
      'old-open signed',
      'new-done signed',
      'new-done event',
    ]);
    journal.close();
  });

  it('is readable by its owner alone', () => {
    const journal = openJournal(path);
    journal.append(signed('intent-a'));
    for (const name of [path, `${path}-wal`, `${path}-shm`]) expect(statSync(name).mode & 0o777).toBe(PRIVATE);
    journal.close();
  });

  it('refuses a journal of a newer program and does not change it', () => {
    openJournal(path).close();
    const database = new DatabaseSync(path);
    database.exec('PRAGMA user_version = 9');
    database.close();
    expect(() => openJournal(path)).toThrow(JournalError);
    expect(() => openJournal(path)).toThrow('found 9: a newer Adyton wrote it');
    const after = new DatabaseSync(path);
    expect(after.prepare('PRAGMA user_version').get()).toEqual({ user_version: 9 });
    after.close();
  });

  it('throws JournalError for a file that is no journal, an unreadable line, or after close', () => {
    const journal = openJournal(path);
    const database = new DatabaseSync(path);
    database.exec(
      `INSERT INTO entry (intent_id, kind, at_ms, is_last, body) VALUES ('intent-a', 'signed', 1, 0, '{}')`,
    );
    database.close();
    expect(() => journal.load(0)).toThrow(JournalError);
    journal.close();
    expect(() => journal.append(signed('intent-a'))).toThrow(JournalError);
    expect(() => openJournal(folder)).toThrow(JournalError);
  });

  it('finds our order by its exchange id, however old', () => {
    const journal = openJournal(path);
    const lines = [signed('intent-a', 1), accepted('intent-a', true)];
    for (const line of [...lines, signed('intent-b', 1)]) journal.append(line);
    expect(journal.findByOrder(parseOrderId('7'))).toEqual(lines);
    expect(journal.findByOrder(parseOrderId('8'))).toEqual([]);
    journal.close();
  });

  it('finds the newest of our orders with the same exchange id', () => {
    const journal = openJournal(path);
    for (const name of ['intent-a', 'intent-b']) {
      journal.append(signed(name));
      journal.append(accepted(name, true));
    }
    expect(journal.findByOrder(parseOrderId('7')).map((line) => line.intentId)).toEqual(['intent-b', 'intent-b']);
    journal.close();
  });

  it('indexes the exchange ids of version 1 lines, and changes none of them', () => {
    const database = new DatabaseSync(path);
    database.exec(
      `CREATE TABLE entry (number INTEGER PRIMARY KEY AUTOINCREMENT, intent_id TEXT NOT NULL, kind TEXT NOT NULL,
         at_ms REAL NOT NULL, is_last INTEGER NOT NULL, body TEXT NOT NULL) STRICT;
       CREATE INDEX entry_of_intent ON entry (intent_id, is_last, kind, at_ms);
       PRAGMA user_version = 1;`,
    );
    const insert = database.prepare('INSERT INTO entry (intent_id, kind, at_ms, is_last, body) VALUES (?, ?, 1, ?, ?)');
    const lines = [signed('intent-a', 1), accepted('intent-a', true)];
    for (const line of lines) insert.run('intent-a', line.kind, line.kind === 'event' ? 1 : 0, encodeMessage(line));
    database.close();
    const journal = openJournal(path);
    expect(journal.findByOrder(parseOrderId('7'))).toEqual(lines);
    expect(journal.load(0)).toEqual(lines);
    journal.close();
  });

  it.each([
    [2, '101', { kind: 'provedAbsent', reason: { code: 'storedText' } }],
    [4, '101', { kind: 'cancelFailed', reason: { parameters: { cause: { code: 'storedText' } } } }],
  ])('opens a journal of version %s, reads its lines, and changes none of them', (version, order, last) => {
    openJournal(path).close();
    const bodies = readFileSync(new URL(`../../../fixtures/storage/journal-v${version}.jsonl`, import.meta.url), 'utf8')
      .trim()
      .split('\n');
    const database = new DatabaseSync(path);
    const insert = database.prepare('INSERT INTO entry (intent_id, kind, at_ms, is_last, body) VALUES (?, ?, ?, ?, ?)');
    for (const body of bodies) {
      const { intentId, kind, atMs, isLast } = JSON.parse(body);
      insert.run(intentId, kind, atMs, isLast ? 1 : 0, body);
    }
    database.exec(
      `DROP TABLE known_order; DROP TABLE known_to; DROP INDEX entry_by_intent; DROP INDEX signed_by_time;
       ALTER TABLE entry DROP COLUMN seal; PRAGMA user_version = ${version}`,
    );
    database.close();
    const journal = openJournal(path);
    expect(journal.load(0)).toHaveLength(bodies.length);
    expect(journal.findByOrder(parseOrderId(order)).at(-1)).toMatchObject({ event: last });
    journal.append(signed('intent-new'));
    journal.close();
    const after = new DatabaseSync(path, { readOnly: true });
    expect(after.prepare('PRAGMA user_version').get()).toEqual({ user_version: JOURNAL_VERSION });
    const stored = after.prepare('SELECT body FROM entry ORDER BY number').all();
    expect(stored.slice(0, bodies.length).map((row) => row.body)).toEqual(bodies);
    after.close();
  });
});
