import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type EquityRow, openEquityHistory } from '#main/storage/equityHistory.ts';
import { parseUsd } from '#shared/units/usd.ts';

/** Windows has no such modes: it shows every writable file as this. */
const PRIVATE = process.platform === 'win32' ? 0o666 : 0o600;
const MINUTE = 60_000;
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
