import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { buildPreferenceCommands } from '#main/app/commands/preferences.ts';
import { openSettings } from '#main/storage/settings/settings.ts';
import { DEFAULT_PREFERENCES } from '#shared/ipc/preferences.ts';
import { fail, succeed } from '#shared/ipc/result.ts';

it('loads and changes preferences, and says so when they cannot be saved', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'adyton-preferences-'));
  const faults: string[] = [];
  const onFault = (where: string) => void faults.push(where);
  const chosen: unknown[] = [];
  const recorder = { note: () => undefined, setSettings: (settings: unknown) => void chosen.push(settings) };
  const commands = buildPreferenceCommands({ trader: { settings: openSettings(folder, () => 1), onFault, recorder } });
  const loaded = { preferences: DEFAULT_PREFERENCES, replaced: [], workspacesAside: null };
  expect(await commands['preferences.load']({})).toEqual(succeed(loaded));
  const changed = { ...DEFAULT_PREFERENCES, timeZone: 'exchange' } as const;
  expect(await commands['preferences.save']({ change: { timeZone: 'exchange' } })).toEqual(succeed(changed));
  expect(openSettings(folder, () => 1).preferences()).toEqual(changed);

  const recording = { isOn: false, keepDays: 7, maxGigabytes: 5 };
  await commands['preferences.save']({ change: { recording } });
  expect(chosen).toEqual([recording]);

  const full = {
    preferences: () => changed,
    replacedPreferences: [],
    workspacesAside: null,
    savePreferences: () => {
      throw new Error('ENOSPC');
    },
  };
  const refused = buildPreferenceCommands({ trader: { settings: full, onFault, recorder } });
  expect(await refused['preferences.save']({ change: { theme: 'light' } })).toEqual(
    fail('SAVE_FAILED', { reason: 'settings' }),
  );
  expect(faults).toEqual(['preferences']);
  rmSync(folder, { recursive: true, force: true });
});
