/** Parts of test/electron that need no Electron: its tables and its questions, checked in plain Node. */
import { describe, expect, it } from 'vitest';
import { buildWindowOptions } from '#main/shell/electron/window.ts';
import { describeMissingElectron } from '#test/electron/presence.ts';
import { NODE_FEATURES, readNodeFeatures, WINDOW_PREFERENCES } from '#test/electron/tables.ts';

describe('the specifications of the real Electron', () => {
  it('expect exactly the preferences of the window factory', () => {
    const files = { preload: '/out/preload/index.cjs', icon: '/resources/icons/512.png' };
    const bounds = { x: 0, y: 0, width: 1600, height: 1000 };
    const { preload, ...preferences } = buildWindowOptions(files, bounds, false, 'main').webPreferences ?? {};
    expect(preload).toBe('/out/preload/index.cjs');
    expect(preferences).toEqual(WINDOW_PREFERENCES);
  });

  it('ask questions that plain Node answers too, except for what BoringSSL does not have', async () => {
    const found = await readNodeFeatures();
    expect(found).toEqual({ ...NODE_FEATURES, argon2: '32', 'chacha20-poly1305': 'object', secp256k1: 'true' });
  });

  it.each([
    [{}, null],
    [{ hasBinary: false }, "Electron's binary is not here"],
    [{ userId: 0 }, 'this user is root, for whom Electron has no sandbox'],
    [{ hasDisplay: false }, 'there is no display'],
    [{ hasSandbox: false }, "the system does not let Electron's sandbox start; npm start prints what mends it"],
    [{ hasDisplay: false, platform: 'darwin' as const }, null],
    [{ hasDisplay: false, platform: 'win32' as const, userId: undefined }, null],
  ])('run when Electron can be opened: %j', (difference, why) => {
    const machine = { hasBinary: true, hasSandbox: true, platform: 'linux' as const, userId: 1000, hasDisplay: true };
    expect(describeMissingElectron({ ...machine, ...difference })).toBe(why);
  });
});
