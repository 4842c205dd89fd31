/** The real electron-store on a fake of Electron: its IPC listener is gone when the preferences are open. */
import { EventEmitter } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ElectronParts } from '#main/shell/electron/parts.ts';
import { openPreferences } from '#main/shell/electron/preferences.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'adyton-store-'));
const ipcMain = new EventEmitter();
const app = { getPath: () => folder, getVersion: () => '0.0.0' };
let Store: ElectronParts['Store'];

beforeAll(async () => {
  Object.assign(globalThis, { fakeElectron: { app, ipcMain, shell: {} } });
  const hooks = registerHooks({
    resolve: (specifier, context, next) =>
      specifier === 'electron'
        ? { url: 'data:text/javascript,export default globalThis.fakeElectron', shortCircuit: true }
        : next(specifier, context),
  });
  Store = (await import('electron-store')).default;
  hooks.deregister();
});
afterAll(() => rmSync(folder, { recursive: true }));

it('the preferences of the shell leave no listener, and one private file', () => {
  const registered: unknown[] = [];
  ipcMain.once('newListener', (name) => registered.push(name));
  const preferences = openPreferences({ ipcMain, Store } as unknown as ElectronParts, folder);
  // Without the registration this test would prove nothing.
  expect(registered).toEqual(['electron-store-get-data']);
  expect(ipcMain.eventNames()).toEqual([]);
  const window = { x: 1, y: 2, width: 1000, height: 700, isMaximized: true };
  preferences.saveWindow(window);
  expect(preferences.readWindow()).toEqual(window);
  const file = path.join(folder, 'shell.json');
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ version: 1, window });
  if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);
});
