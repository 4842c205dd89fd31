import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  loadPreferences,
  onPreferences,
  readPreferences,
  savePreferences,
  usePreferenceStore,
} from '#renderer/domain/preferences.ts';
import { DEFAULT_PREFERENCES } from '#shared/ipc/preferences.ts';
import { fail, succeed } from '#shared/ipc/result.ts';

const main = { load: vi.fn(), save: vi.fn() };

beforeEach(() => {
  vi.stubGlobal('window', { adyton: { preferences: main } });
  usePreferenceStore.setState({ values: DEFAULT_PREFERENCES, isLoaded: false, replaced: [], failure: null });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetAllMocks();
});

describe('preferences on the page', () => {
  it('are the defaults until main has answered', async () => {
    expect(readPreferences()).toEqual(DEFAULT_PREFERENCES);
    main.load.mockResolvedValue(
      succeed({
        preferences: { ...DEFAULT_PREFERENCES, theme: 'light' },
        replaced: ['density'],
        workspacesAside: null,
      }),
    );
    await loadPreferences();
    expect(readPreferences().theme).toBe('light');
    expect(usePreferenceStore.getState()).toMatchObject({ isLoaded: true, replaced: ['density'] });
  });

  it('stay the defaults, and say why, when main could not read them', async () => {
    main.load.mockResolvedValue(fail('UNREACHABLE', { what: 'main' }));
    await loadPreferences();
    expect(usePreferenceStore.getState()).toMatchObject({
      values: DEFAULT_PREFERENCES,
      isLoaded: false,
      failure: { code: 'UNREACHABLE' },
    });
  });

  it('are in force at once when changed, and tell their listeners what was before', async () => {
    const seen: string[] = [];
    const stop = onPreferences((now, before) => seen.push(`${before.theme} to ${now.theme}`));
    main.save.mockResolvedValue(succeed(DEFAULT_PREFERENCES));
    const saved = savePreferences({ theme: 'high-contrast' });
    expect(readPreferences().theme).toBe('high-contrast');
    expect(await saved).toEqual(succeed(null));
    expect(main.save).toHaveBeenCalledWith({ change: { theme: 'high-contrast' } });
    stop();
    expect(seen).toEqual(['dark to high-contrast']);
  });

  it('are put back when main could not save them, but not over a later change', async () => {
    const refused = fail('SAVE_FAILED', { reason: 'settings' });
    main.save.mockResolvedValueOnce(refused).mockResolvedValueOnce(succeed(DEFAULT_PREFERENCES));
    const first = savePreferences({ theme: 'light', density: 'large' });
    const second = savePreferences({ theme: 'high-contrast' });
    expect(await first).toEqual(refused);
    await second;
    expect(readPreferences()).toMatchObject({ theme: 'high-contrast', density: 'normal' });
  });
});
