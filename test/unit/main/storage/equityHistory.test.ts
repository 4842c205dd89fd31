import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { buildEquityCommands } from '#main/app/commands/account.ts';
import { type EquityHistory, type EquityRow, openEquityHistory } from '#main/storage/equityHistory.ts';
import { createEquityReporter, type EquityPoint, type EquitySample } from '#shared/order/account/equity.ts';
import { parseAccountId } from '#shared/units/ids.ts';
import { parseUsd, toUsd } from '#shared/units/usd.ts';

/** Windows has no such modes: it shows every writable file as this. */
const PRIVATE = process.platform === 'win32' ? 0o666 : 0o600;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'adyton-equity-'));
  path = join(folder, 'history.sqlite');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function rowOf(atMs: number, part: Partial<EquityRow> = {}): EquityRow {
  return {
    account: '0xa',
    atMs,
    cash: parseUsd('9007199254741.123456'),
    positions: parseUsd('10'),
    unrealized: parseUsd('-1.5'),
    realized: parseUsd('-0.000001'),
    fees: parseUsd('0.25'),
    unpriced: 1,
    ...part,
  };
}

it('gives back exact rows of an account and a period, oldest first, after it is opened again', () => {
  const history = openEquityHistory(path, () => 0);
  history.append(rowOf(2 * MINUTE));
  history.append(rowOf(MINUTE));
  history.append(rowOf(3 * MINUTE));
  history.append(rowOf(MINUTE, { account: '0xb' }));
  history.close();
  const again = openEquityHistory(path, () => 0);
  expect(again.list('0xa', MINUTE, 3 * MINUTE)).toEqual([rowOf(MINUTE), rowOf(2 * MINUTE)]);
  expect(again.list('0xb', 0, 9 * MINUTE)).toEqual([rowOf(MINUTE, { account: '0xb' })]);
  expect(again.setAside).toBeNull();
  expect(statSync(path).mode & 0o777).toBe(PRIVATE);
  again.close();
});

it('keeps the first row of a minute', () => {
  const history = openEquityHistory(path, () => 0);
  history.append(rowOf(MINUTE));
  history.append(rowOf(MINUTE, { fees: parseUsd('99') }));
  expect(history.list('0xa', 0, 9 * MINUTE)).toEqual([rowOf(MINUTE)]);
  history.close();
});

it('sets a file aside that is no history, and begins a new one', () => {
  writeFileSync(path, 'not a database, but long enough to be read as the header of one'.repeat(20));
  const history = openEquityHistory(path, () => 7);
  expect(history.setAside?.path).toBe(`${path}.broken-7`);
  history.append(rowOf(MINUTE));
  expect(history.list('0xa', 0, 9 * MINUTE)).toHaveLength(1);
  history.close();
  expect(readdirSync(folder)).toContain('history.sqlite.broken-7');
});

it('knows the first row of an account, and the last one before a time', () => {
  const history = openEquityHistory(path, () => 0);
  for (const minute of [3, 5, 9]) history.append(rowOf(minute * MINUTE));
  history.append(rowOf(MINUTE, { account: '0xb' }));
  expect(history.firstAtMs('0xa')).toBe(3 * MINUTE);
  expect(history.firstAtMs('0xc')).toBeNull();
  expect(history.lastBefore('0xa', 9 * MINUTE)?.atMs).toBe(5 * MINUTE);
  expect(history.lastBefore('0xa', 3 * MINUTE)).toBeNull();
  history.close();
});

it.each([50, 150])('answers a report of %s days from hours as from all rows, and reads few rows', async (days) => {
  const history = openEquityHistory(path, () => 0);
  const nowMs = days * DAY + 17 * MINUTE;
  const account = `0x${'a'.repeat(40)}`;
  const database = new DatabaseSync(path);
  database.exec('BEGIN');
  const insert = database.prepare('INSERT INTO equity VALUES (?, ?, ?, ?, ?, ?, ?, ?)');
  const rows: EquitySample[] = [];
  for (let atMs = 23 * MINUTE; atMs < nowMs; atMs += MINUTE) {
    const hour = Math.floor(atMs / HOUR);
    // Two days without a row, and an hour of which half is missing.
    if ((hour >= 240 && hour < 288) || (hour === 500 && atMs % HOUR > 30 * MINUTE)) continue;
    const wave = toUsd(BigInt((Math.floor(atMs / MINUTE) * 7_919) % 10_007) * 1_000n - BigInt(hour) * 777n);
    const row = {
      atMs,
      cash: parseUsd('100'),
      positions: wave,
      unrealized: wave,
      realized: parseUsd('1'),
      unpriced: hour === 3 ? 1 : 0,
    };
    rows.push(row);
    insert.run(account, atMs, row.cash, row.positions, row.unrealized, row.realized, 0n, row.unpriced);
  }
  database.exec('COMMIT');
  database.close();
  const reads: [number, number][] = [];
  const list: EquityHistory['list'] = (...period) => {
    reads.push([period[1], period[2]]);
    return history.list(...period);
  };
  const commands = buildEquityCommands({
    trader: {
      equityHistory: { ...history, list },
      locks: { status: () => ({ at: 'unlocked' }) } as never,
      now: () => nowMs,
      custodial: { accountId: () => parseAccountId(account) },
    },
  });
  const reporter = createEquityReporter(23 * MINUTE, nowMs, null);
  for (const row of rows) reporter.add(row);
  const whole = reporter.finish();
  const answer = await commands['equity.read']({ fromMs: null });
  if (!answer.ok || answer.value === null) throw new Error('Expected a report');
  const { segments, ...rest } = answer.value;
  const { segments: wholeSegments, ...wholeRest } = whole;
  expect(rest).toEqual(wholeRest);
  expect(segments.map((points) => [points[0], points.at(-1)])).toEqual(
    wholeSegments.map((points) => [points[0], points.at(-1)]),
  );
  const extremes = (points: readonly EquityPoint[]) => points.map(({ pnl }) => pnl).sort((a, b) => (a < b ? -1 : 1));
  expect([extremes(segments.flat())[0], extremes(segments.flat()).at(-1)]).toEqual([
    extremes(wholeSegments.flat())[0],
    extremes(wholeSegments.flat()).at(-1),
  ]);
  // Rows are read for the hours at both ends alone.
  expect(reads.reduce((sum, [fromMs, toMs]) => sum + toMs - fromMs, 0)).toBeLessThanOrEqual(2 * HOUR);
  history.close();
});

it('summarises an hour again when the clock was set back into it, and opens a file of version 1', () => {
  const old = new DatabaseSync(path);
  old.exec(
    `CREATE TABLE equity (account TEXT NOT NULL, at_ms INTEGER NOT NULL, cash INTEGER NOT NULL, positions INTEGER NOT NULL,
       unrealized INTEGER NOT NULL, realized INTEGER NOT NULL, fees INTEGER NOT NULL, unpriced INTEGER NOT NULL,
       PRIMARY KEY (account, at_ms)) STRICT, WITHOUT ROWID;
     INSERT INTO equity VALUES ('0xa', 60000, 5, 0, 0, 0, 0, 0); PRAGMA user_version = 1`,
  );
  old.close();
  const history = openEquityHistory(path, () => 0);
  expect(history.setAside).toBeNull();
  expect(history.listHours('0xa', 0, HOUR)).toEqual([]);
  history.append(rowOf(3 * HOUR));
  expect(history.summarize('0xa', 4 * HOUR)).toBe(false);
  expect(history.listHours('0xa', 0, 4 * HOUR)).toMatchObject([
    { startMs: 0, rows: 1, unpricedRows: 0, kept: [{ atMs: MINUTE, cash: 5n }] },
    { startMs: 3 * HOUR, rows: 1, unpricedRows: 1 },
  ]);
  history.append(rowOf(9 * MINUTE));
  expect(history.listHours('0xa', 0, HOUR)).toMatchObject([
    { rows: 2, unpricedRows: 1, kept: [{}, { atMs: 9 * MINUTE }] },
  ]);
  history.close();
});
