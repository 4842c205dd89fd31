import { expect, it } from 'vitest';
import { openPreferences } from '#main/shell/electron/preferences.ts';
import { makeFakeElectron } from './strictElectron.ts';

const WINDOW = { x: 10, y: 20, width: 1200, height: 800, isMaximized: false };

it('removes the listener that electron-store registers', () => {
  const { electron, ipcListeners } = makeFakeElectron();
  openPreferences(electron, '/data');
  expect([...ipcListeners.keys()]).toEqual([]);
});

it('reads what it saved, and null before', () => {
  const { electron, stored } = makeFakeElectron();
  const preferences = openPreferences(electron, '/data');
  expect(preferences.readWindow()).toBeNull();
  preferences.saveWindow(WINDOW);
  expect(openPreferences(electron, '/data').readWindow()).toEqual(WINDOW);
  expect(stored.get('shell')).toEqual({ version: 1, window: WINDOW });
});

it.each([
  ['of another version', { version: 2, window: WINDOW }],
  ['with words as a place', { version: 1, window: { ...WINDOW, x: 'left' } }],
  ['without a size', { version: 1, window: { x: 1, y: 1, isMaximized: false } }],
  ['of another kind', { version: 1, window: 'left' }],
])('ignores content %s', (_what, content) => {
  const { electron, stored } = makeFakeElectron();
  stored.set('shell', content);
  expect(openPreferences(electron, '/data').readWindow()).toBeNull();
});
