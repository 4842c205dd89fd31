/** The Chromium shell in an installed browser on a display: what a person sees, and what the page reaches. */
import { createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findInstalledBrowser } from '#main/shell/chromium/browsers.ts';
import type { ChromiumShell } from '#main/shell/chromium/shell.ts';
import { type Fixture, makeFixture } from '#test/unit/main/shell/chromium/openFixture.ts';
import { openVirtualDisplay, type VirtualDisplay } from './virtualDisplay.ts';

const WIDTH = 1024;
const HEIGHT = 700;
const COLOUR = [10, 90, 200] as const;
const PATIENT = { timeout: 20_000, interval: 200 };

let display: VirtualDisplay;
let fixture: Fixture;
let shell: ChromiumShell;

beforeAll(async () => {
  display = await openVirtualDisplay(WIDTH, HEIGHT);
  fixture = await makeFixture();
  const browser = findInstalledBrowser();
  if (browser === null) throw new Error('Expected an installed browser, found none');
  shell = await fixture.open({ ...browser, env: { DISPLAY: display.name, WAYLAND_DISPLAY: '' } });
  shell.serveInvokes(async () => '');
  await shell.openWindow({ id: 1, kind: 'main', bounds: null });
  await shell.page().evaluate(`document.documentElement.style.background = 'rgb(${COLOUR.join(', ')})'`);
}, 120_000);

afterAll(async () => {
  await shell?.quit();
  await fixture?.remove();
  await display?.close();
});

describe('the window on a small screen', () => {
  it('shows the page on the whole screen, with no bar of the browser above it', async () => {
    // Chromium leaves one pixel free: a window as large as the screen would count as full screen.
    const rows = Array.from({ length: HEIGHT - 1 }, (_, y) => y);
    const readOtherRows = async () => {
      const picture = await display.read();
      return rows.filter((y) => picture.pixel(WIDTH - 3, y).join() !== COLOUR.join());
    };
    await expect.poll(readOtherRows, PATIENT).toEqual([]);
    // A bar slides in after the page is drawn.
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    expect(await readOtherRows()).toEqual([]);
  });

  it('is as large as the screen and no larger', async () => {
    const size = await shell
      .page()
      .evaluate<number[]>('[screenX, screenY, outerWidth, outerHeight, innerWidth, innerHeight]');
    expect(size).toEqual([0, 0, WIDTH - 1, HEIGHT - 1, WIDTH - 1, HEIGHT - 1]);
  });

  it('opens no connection, whatever the page tries', async () => {
    let connections = 0;
    const server = createServer((socket) => {
      connections += 1;
      socket.destroy();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as { port: number };
    expect(await shell.page().evaluate(`reach(${port})`)).toBeGreaterThan(20);
    await expect.poll(() => shell.page().context().pages().length, PATIENT).toBe(1);
    expect(connections).toBe(0);
    server.close();
  });
});
