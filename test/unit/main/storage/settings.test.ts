import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Custody } from '#main/storage/custodyMemory.ts';
import { DEFAULT_PREFERENCES, openSettings } from '#main/storage/settings.ts';

/** Windows has no such modes: it shows every writable file as this. */
const PRIVATE = process.platform === 'win32' ? 0o666 : 0o600;
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'adyton-settings-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const open = () => openSettings(folder, () => 1);

describe('settings', () => {
  it('has no layout at first and keeps the one that was saved', () => {
    expect(open().loadLayout()).toBeNull();
    open().saveLayout('{"panes":[]}');
    expect(open().loadLayout()).toBe('{"panes":[]}');
  });

  it('refuses a layout that is not a JSON object', () => {
    const settings = open();
    for (const text of ['', '[]', 'null', '{', '"x"'])
      expect(() => settings.saveLayout(text)).toThrow('as a JSON object');
  });

  it('gives the last good layout when the current one is broken on disk', () => {
    const settings = open();
    settings.saveLayout('{"a":1}');
    settings.loadLayout();
    const path = join(folder, 'layout.json');
    const stored = JSON.parse(readFileSync(path, 'utf8'));
    writeFileSync(path, JSON.stringify({ ...stored, current: '{"a":' }));
    expect(open().loadLayout()).toBe('{"a":1}');
  });

  it('sets a file aside that can not be read, and starts afresh', () => {
    writeFileSync(join(folder, 'layout.json'), '{"current": ');
    const settings = open();
    expect(settings.loadLayout()).toBeNull();
    expect(settings.setAside).toEqual([join(folder, 'layout.broken-1.json')]);
    expect(readdirSync(folder)).toContain('layout.broken-1.json');
    settings.saveLayout('{}');
    expect(open().loadLayout()).toBe('{}');
  });

  it('has preferences with defaults, each of which stands for a value that does not fit', () => {
    expect(open().preferences()).toEqual(DEFAULT_PREFERENCES);
    expect(open().savePreferences({ theme: 'light', maxOrderCost: '250.5' })).toMatchObject({ theme: 'light' });
    expect(open().preferences()).toEqual({ ...DEFAULT_PREFERENCES, theme: 'light', maxOrderCost: '250.5' });
    writeFileSync(join(folder, 'preferences.json'), '{"maxOrderCost": -1, "autoLockMinutes": "x", "theme": "light"}');
    expect(open().preferences()).toEqual({ ...DEFAULT_PREFERENCES, theme: 'light' });
  });

  it('writes files that only their owner can read', () => {
    const settings = open();
    settings.saveLayout('{}');
    settings.savePreferences({ theme: 'light' });
    for (const name of ['layout.json', 'preferences.json']) {
      expect(statSync(join(folder, name)).mode & 0o777).toBe(PRIVATE);
    }
  });

  it('keeps the budgets of each server apart, whatever its name holds', () => {
    const memory = [{ name: 'orders', subject: 'a', usedAtMs: [1], blockedUntilMs: null }];
    open().saveBudgets('test-127.0.0.1-8080', memory);
    expect(open().budgets('test-127.0.0.1-8080')).toEqual(memory);
    expect(open().budgets('test-127')).toBeUndefined();
    expect(statSync(join(folder, 'budgets.json')).mode & 0o777).toBe(PRIVATE);
  });

  it('bounds what a file may say of lock times and of the limit of one order', () => {
    const write = (text: string) => writeFileSync(join(folder, 'preferences.json'), text);
    write('{"screenLockMinutes": 61, "autoLockMinutes": 1440, "maxOrderCost": "1000000.000001"}');
    expect(open().preferences()).toEqual(DEFAULT_PREFERENCES);
    write('{"screenLockMinutes": 60, "autoLockMinutes": 60, "maxOrderCost": "1000000"}');
    expect(open().preferences()).toMatchObject({
      screenLockMinutes: 60,
      autoLockMinutes: 60,
      maxOrderCost: '1000000',
    });
    write('{"screenLockMinutes": 0, "autoLockMinutes": -5, "maxOrderCost": "0.00"}');
    expect(open().preferences()).toEqual(DEFAULT_PREFERENCES);
  });

  it('saves the custody memory of each server, in a file that only its owner can read', () => {
    const custody: Custody = {
      lastLock: { atMs: 5, reason: { code: 'manual', parameters: {} } },
      copied: { vaultId: 'a', atMs: 6 },
      seen: { a: { gen: 3, mac: 'm', older: null } },
    };
    open().saveCustody('paper', custody);
    expect(open().custody('paper')).toEqual(custody);
    expect(open().custody('test-127.0.0.1')).toEqual({ lastLock: null, copied: null, seen: {} });
    expect(statSync(join(folder, 'custody.json')).mode & 0o777).toBe(PRIVATE);
  });
});
