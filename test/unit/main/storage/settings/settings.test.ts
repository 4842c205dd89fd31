import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSettings } from '#main/storage/settings/settings.ts';
import { FIRST_WORKSPACES } from '#main/storage/workspaces/workspacesFile.ts';
import { DEFAULT_PREFERENCES } from '#shared/ipc/preferences.ts';

/** Windows has no such modes: it shows every writable file as this. */
const PRIVATE = process.platform === 'win32' ? 0o666 : 0o600;
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'adyton-settings-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** In the fixture. */
const VAULT = '42750ad5-307f-416a-9501-f4bea9a0c2a1';

const open = () => openSettings(folder, () => 1);

describe('settings', () => {
  const layoutOf = (settings: ReturnType<typeof open>) => settings.workspaces().workspaces[0]?.layout;
  const saveLayout = (settings: ReturnType<typeof open>, layout: string) => {
    const file = settings.workspaces();
    settings.saveWorkspaces({ ...file, workspaces: file.workspaces.map((one) => ({ ...one, layout })) });
  };

  it('has sample workspaces at first and then the saved ones', () => {
    expect(open().workspaces()).toEqual(FIRST_WORKSPACES);
    saveLayout(open(), '{"panes":[]}');
    expect(layoutOf(open())).toBe('{"panes":[]}');
  });

  it('sets an unreadable file aside, and starts with the samples', () => {
    writeFileSync(join(folder, 'workspaces.json'), '{"current": ');
    const settings = open();
    expect(settings.workspaces()).toEqual(FIRST_WORKSPACES);
    const path = join(folder, 'workspaces.json.broken-1');
    expect(settings.setAside).toEqual([{ path, why: expect.stringContaining('can be parsed') }]);
    expect(readFileSync(path, 'utf8')).toBe('{"current": ');
    expect(settings.workspacesAside).toBe('workspaces.json.broken-1');
    expect(open().workspacesAside).toBeNull();
    saveLayout(settings, '{}');
    expect(layoutOf(open())).toBe('{}');
  });

  it('makes the single layout of an earlier version the first workspace, once', () => {
    const older = JSON.stringify({ version: 1, current: '{"a":1}', lastGood: '{"b":1}' });
    writeFileSync(join(folder, 'layout.json'), older);
    const { selected, workspaces } = open().workspaces();
    expect([selected, workspaces]).toMatchObject(['w1', [{ name: 'Main', layout: '{"a":1}', lastGood: '{"b":1}' }]]);
    saveLayout(open(), '{"c":1}');
    expect(layoutOf(open())).toBe('{"c":1}');
    // An older program can still be started.
    expect(readFileSync(join(folder, 'layout.json'), 'utf8')).toBe(older);
  });

  it('has defaults for absent and invalid preferences', () => {
    expect(open().preferences()).toEqual(DEFAULT_PREFERENCES);
    expect(open().savePreferences({ theme: 'light' })).toMatchObject({ theme: 'light' });
    expect(open().preferences()).toEqual({ ...DEFAULT_PREFERENCES, theme: 'light' });
    writeFileSync(join(folder, 'preferences.json'), '{"palette": -1, "theme": "light"}');
    expect(open().preferences()).toEqual({ ...DEFAULT_PREFERENCES, theme: 'light' });
  });

  it('writes files that only their owner can read', () => {
    const settings = open();
    saveLayout(settings, '{}');
    settings.savePreferences({ theme: 'light' });
    for (const name of ['workspaces.json', 'preferences.json']) {
      expect(statSync(join(folder, name)).mode & 0o777).toBe(PRIVATE);
    }
  });

  it('saves the budgets of each server apart, whatever its name', () => {
    const memory = [{ name: 'orders', subject: 'a', usedAtMs: [1], blockedUntilMs: null }];
    open().saveBudgets('test-127.0.0.1-8080', memory);
    expect(open().budgets('test-127.0.0.1-8080')).toEqual(memory);
    expect(open().budgets('test-127')).toBeUndefined();
    expect(statSync(join(folder, 'budgets.json')).mode & 0o777).toBe(PRIVATE);
  });

  it('keeps limits of an earlier version until they are taken over', () => {
    const text = '{"maxOrderCost": "250.5", "autoLockMinutes": 20, "theme": "light"}';
    writeFileSync(join(folder, 'preferences.json'), text);
    const settings = open();
    settings.savePreferences({ palette: 'colour-blind' });
    const limits = { maxOrderCost: '250.5', screenLockMinutes: undefined, autoLockMinutes: 20 };
    expect(settings.legacyLimits()).toEqual(limits);
    settings.removeLegacyLimits();
    const left = { ...DEFAULT_PREFERENCES, version: 1, theme: 'light', palette: 'colour-blind' };
    expect(JSON.parse(readFileSync(join(folder, 'preferences.json'), 'utf8'))).toEqual(left);
  });

  it('saves the custody memory of each server, in a file that only its owner can read', () => {
    const custody = {
      lastLock: { atMs: 5, reason: { code: 'manual', parameters: {} } } as const,
      copied: { vaultId: 'a', atMs: 6 },
      seen: { a: { gen: 3, mac: 'm', older: null } },
    };
    open().saveCustody('paper', custody);
    expect(open().custody('paper')).toEqual(custody);
    expect(open().custody('test-127.0.0.1')).toEqual({ lastLock: null, copied: null, seen: {} });
    expect(statSync(join(folder, 'custody.json')).mode & 0o777).toBe(PRIVATE);
  });

  it('reads the files of version 0 and keeps what they hold', () => {
    for (const name of ['layout', 'preferences', 'budgets', 'custody']) {
      const fixture = new URL(`../../../../fixtures/storage/${name}-v0.json`, import.meta.url);
      writeFileSync(join(folder, `${name}.json`), readFileSync(fixture, 'utf8'));
    }
    const settings = open();
    expect(settings.setAside).toEqual([]);
    expect(layoutOf(settings)).toBe('{"dock":{"panels":{}},"known":["ladder"]}');
    expect(settings.preferences()).toEqual({ ...DEFAULT_PREFERENCES, theme: 'light', palette: 'colour-blind' });
    expect(settings.legacyLimits()).toEqual({ maxOrderCost: '250.5', screenLockMinutes: 5, autoLockMinutes: 20 });
    expect(settings.budgets('paper-127.0.0.1-4100')).toHaveLength(2);
    expect(settings.custody('paper')).toMatchObject({
      lastLock: { reason: { code: 'idle', parameters: { minutes: 30 } } },
      seen: { [VAULT]: { gen: 9, older: { found: 3, seen: 9 } } },
    });
    saveLayout(settings, '{}');
    settings.savePreferences({ theme: 'dark' });
    settings.saveBudgets('paper', []);
    settings.saveCustody('other', { lastLock: null, copied: null, seen: {} });
    for (const name of ['workspaces', 'preferences', 'budgets', 'custody']) {
      expect(JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8'))).toMatchObject({ version: 1 });
    }
    const again = open();
    expect(again.custody('paper').seen[VAULT]?.gen).toBe(9);
    expect(again.budgets('paper-127.0.0.1-4100')).toHaveLength(2);
    expect(again.preferences()).toMatchObject({ theme: 'dark', palette: 'colour-blind' });
  });

  it('copies a file aside before it replaces values that are not readable', () => {
    const preferences = '{"theme": "pink", "palette": "colour-blind"}';
    const custody = '{"paper": {"lastLock": {"atMs": "x"}, "seen": {"v": {"gen": 2, "mac": "m"}}}}';
    writeFileSync(join(folder, 'preferences.json'), preferences);
    writeFileSync(join(folder, 'custody.json'), custody);
    const settings = open();
    expect(settings.setAside.map(({ why }) => why)).toEqual([
      expect.stringContaining('paper: Expected the latest lock'),
      expect.stringContaining('Expected theme'),
    ]);
    expect(settings.setAside.map(({ path }) => readFileSync(path, 'utf8'))).toEqual([custody, preferences]);
    expect(settings.preferences()).toMatchObject({ theme: 'dark', palette: 'colour-blind' });
    expect(settings.replacedPreferences).toEqual(['theme']);
    expect(settings.custody('paper').seen).toEqual({ v: { gen: 2, mac: 'm', older: null } });
    expect(open().setAside).toEqual([]);
    expect(open().replacedPreferences).toEqual([]);
  });

  it.each(['layout', 'budgets', 'custody'])('sets a %s file of a newer version aside, whole', (name) => {
    const text = '{"version": 9, "servers": {}, "current": "{}"}';
    writeFileSync(join(folder, `${name}.json`), text);
    const [aside] = open().setAside;
    expect(aside?.why).toContain('Expected');
    expect(readFileSync(aside!.path, 'utf8')).toBe(text);
  });
});
