import fs, { fstatSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { JOURNAL_VERSION, JournalError, openJournal } from '#main/storage/journal.ts';
import { encodeMessage } from '#shared/ipc/codec.ts';
import type { EventEntry } from '#shared/order/journalEntry.ts';
import { parseIntentId, parseOrderId } from '#shared/units/ids.ts';
import { START_MS } from '#test/slice/fakeClock.ts';
import { makeIntent, makeOrder, makeSigned } from '#test/slice/makers.ts';

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
    const period = { fromMs: 10, toMs: 13, limit: 2 };
    const first = journal.readPage({ ...period, after: 0 });
    expect(first.orders).toEqual([[signed('export-1', 10), accepted('export-1', true)], [signed('export-2', 11)]]);
    journal.append(accepted('export-3'));
    const second = journal.readPage({ ...period, after: first.next ?? -1 });
    expect(second).toEqual({ orders: [[signed('export-3', 12), accepted('export-3')]], next: null });
    const all = journal.readPage({ fromMs: null, toMs: null, after: 0, limit: 9 });
    expect(all.orders.map(([entry]) => entry?.atMs)).toEqual([9, 10, 11, 12, 13]);
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
    database.exec(`ALTER TABLE entry DROP COLUMN seal; PRAGMA user_version = ${version}`);
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

  it('removes the oldest exchange ids beyond a hundred thousand when it opens', () => {
    openJournal(path).close();
    const database = new DatabaseSync(path);
    database.exec(
      `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 100010)
       INSERT INTO own_order SELECT 'order-' || n, 'intent-' || n, n FROM numbers`,
    );
    database.close();
    openJournal(path).close();
    const after = new DatabaseSync(path, { readOnly: true });
    expect(after.prepare('SELECT count(*) AS ids, min(number) AS oldest FROM own_order').get()).toEqual({
      ids: 100_000,
      oldest: 11,
    });
    after.close();
  });
});
