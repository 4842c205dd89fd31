/**
 * The window and its session, as Electron reports them.
 *
 * Source      docs/security-coverage.md#r1, #r10, #r12, and section "What main and the preload carry"
 */
import { expect, test } from '@playwright/test';
import { INVOKE_CHANNEL } from '../../src/shared/ipc/channels.ts';
import { type OpenElectron, openElectron } from './open.ts';
import { ABSENT_GLOBALS, NODE_FEATURES, readNodeFeatures, WINDOW_PREFERENCES } from './tables.ts';

let open: OpenElectron;

test.beforeAll(async () => {
  open = await openElectron();
  await expect(open.page.getByRole('banner').getByText('Live', { exact: true })).toBeVisible();
});
test.afterAll(() => open.close());

test('every page there is has the preferences of the one factory', async () => {
  const all = await open.app.evaluate(({ webContents }) =>
    webContents.getAllWebContents().map((contents) => {
      // Not among the declared methods, and there all the same.
      const { getLastWebPreferences } = contents as unknown as { getLastWebPreferences(): Record<string, unknown> };
      return { url: contents.getURL(), ...getLastWebPreferences.call(contents) };
    }),
  );
  expect(all).toHaveLength(1);
  expect(all[0]).toMatchObject({ url: 'app://adyton/', ...WINDOW_PREFERENCES });
});

test('the page has nothing of Node or Electron but the contract', async () => {
  const kinds = await open.page.evaluate(
    (names) => names.map((name) => typeof Reflect.get(window, name)),
    ABSENT_GLOBALS,
  );
  expect(kinds).toEqual(ABSENT_GLOBALS.map(() => 'undefined'));
  expect(await open.page.evaluate(() => typeof window.adyton.vault.unlock)).toBe('function');
});

test('every permission is refused, whether asked for or used', async () => {
  const outcomes = await open.page.evaluate(async () => {
    const place = new Promise<string>((resolve) => {
      navigator.geolocation.getCurrentPosition(
        () => resolve('granted'),
        () => resolve('refused'),
      );
    });
    const use = (promise: Promise<unknown>): Promise<string> =>
      promise.then(
        () => 'granted',
        () => 'refused',
      );
    return {
      place: await place,
      camera: await use(navigator.mediaDevices.getUserMedia({ video: true })),
      microphone: await use(navigator.mediaDevices.getUserMedia({ audio: true })),
      screen: await use(navigator.mediaDevices.getDisplayMedia()),
      clipboard: await use(navigator.clipboard.readText()),
      notifications: await Notification.requestPermission(),
    };
  });
  expect(outcomes).toEqual({
    place: 'refused',
    camera: 'refused',
    microphone: 'refused',
    screen: 'refused',
    clipboard: 'refused',
    notifications: 'denied',
  });
});

test('a frame in the page has no bridge, and its document is none of ours', async () => {
  await open.page.evaluate(() => document.body.append(document.createElement('iframe')));
  const found = await open.app.evaluate(async ({ webContents }) => {
    const [contents] = webContents.getAllWebContents();
    const frames = contents?.mainFrame.framesInSubtree.filter((frame) => frame.parent !== null) ?? [];
    return Promise.all(
      frames.map((frame) => frame.executeJavaScript('[typeof adyton, typeof require, typeof process].join(" ")')),
    );
  });
  expect(found).toEqual(['undefined undefined undefined']);
});

test('a page with the same preload at the same address that the program did not open is refused', async () => {
  const answer = await open.app.evaluate(async ({ BrowserWindow, webContents }) => {
    const [own] = webContents.getAllWebContents();
    const { getLastWebPreferences } = own as unknown as { getLastWebPreferences(): { preload: string } };
    const { preload } = getLastWebPreferences.call(own);
    const foreign = new BrowserWindow({
      show: false,
      webPreferences: { preload, partition: 'adyton', sandbox: true, contextIsolation: true, nodeIntegration: false },
    });
    try {
      await foreign.loadURL('app://adyton/');
      return await foreign.webContents.executeJavaScript('adyton.app.describe({})');
    } finally {
      foreign.destroy();
    }
  });
  expect(answer).toMatchObject({ ok: false, error: { code: 'FORBIDDEN_SENDER' } });
});

test('main handles one channel', async () => {
  const error = await open.app.evaluate(({ ipcMain }, channel) => {
    try {
      ipcMain.handle(channel, () => undefined);
      return 'a second handler was registered';
    } catch {
      return 'one handler';
    }
  }, INVOKE_CHANNEL);
  expect(error).toBe('one handler');
});

test("Electron's Node has what the vault and the trading build on, and lacks what they do without", async () => {
  expect(await open.app.evaluate(readNodeFeatures)).toEqual(NODE_FEATURES);
});
