/** Workspaces that were saved on a large screen: all of them is visible and reachable on a small one. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { listClippedTexts } from './clippedTexts.ts';
import { openWatched } from './forTests.ts';
import type { OpenApp } from './launch.ts';
import { takePictures } from './picture.ts';
import { readLadder } from './steps.ts';

const LARGE = { width: 2560, height: 1440 };
const SMALL = { width: 1280, height: 720 };

/** Groups of panes and floating panes that are not wholly inside the dock, or are too small to use. */
function listOutside(): readonly string[] {
  const dock = document.querySelector('.dock')!.getBoundingClientRect();
  return [...document.querySelectorAll('.dv-groupview, .dv-resize-container')].flatMap((element) => {
    const { left, top, right, bottom, width, height } = element.getBoundingClientRect();
    // Beside a maximised pane the others have no size.
    if (element.closest('.dv-view:not(.visible)') !== null) return [];
    const isInside =
      left >= dock.left - 1 && top >= dock.top - 1 && right <= dock.right + 1 && bottom <= dock.bottom + 1;
    const name = element.querySelector('.dv-tab')?.textContent ?? '';
    return isInside && width >= 100 && height >= 60 ? [] : [`${name}: ${left} ${top} ${right} ${bottom}`];
  });
}

test.describe('a workspace of a large screen', () => {
  // The second test opens what the first one saved.
  test.describe.configure({ mode: 'serial' });

  let app: OpenApp;
  let page: Page;
  let folder: string;
  const complaints: string[] = [];

  async function open(size: typeof LARGE): Promise<void> {
    app = await openWatched({ dataFolder: folder }, size, complaints);
    page = app.page;
  }

  test.beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'adyton-other-screens-'));
    await open(LARGE);
  });
  test.afterAll(async () => {
    await app.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  });

  const menu = () => page.getByRole('banner').getByRole('button', { name: /^Workspaces: / });
  const region = (name: string) => page.getByRole('tabpanel', { name, exact: true });
  const floating = () => page.locator('.dv-resize-container');

  test('is saved with a floating pane at its right edge, a large window of its own, and a maximised pane elsewhere', async () => {
    await page.keyboard.press('Control+4');
    await expect(menu()).toHaveAccessibleName('Workspaces: Watcher');
    await region('Chart').focus();
    await page.keyboard.press('Alt+Enter');
    await expect.poll(async () => (await region('Chart').boundingBox())?.width).toBeGreaterThan(2500);
    await page.keyboard.press('Control+1');
    await expect(menu()).toHaveAccessibleName('Workspaces: One market');
    await region('Book').focus();
    await page.keyboard.press('Alt+Shift+F');
    await expect(floating()).toHaveCount(1);
    // As a person does: its bar to the right edge, then its lower left corner down and to the left.
    const drag = async (from: readonly [number, number], to: readonly [number, number]) => {
      await page.mouse.move(...from);
      await page.mouse.down();
      await page.mouse.move(from[0] + 5, from[1] + 5);
      await page.mouse.move(...to, { steps: 4 });
      await page.mouse.up();
    };
    const before = (await floating().boundingBox())!;
    const bar = (await floating().locator('.dv-floating-titlebar').boundingBox())!;
    const grip = [bar.x + bar.width / 2, bar.y + bar.height / 2] as const;
    await drag(grip, [grip[0] + 3000, grip[1] + 500]);
    const moved = (await floating().boundingBox())!;
    expect(moved.x + moved.width).toBeGreaterThan(2540);
    expect(moved.width).toBe(before.width);
    const corner = (await floating().locator('.dv-resize-handle-bottomleft').boundingBox())!;
    await drag([corner.x + 0.5, corner.y + corner.height - 0.5], [1000, 1300]);
    await expect.poll(async () => (await floating().boundingBox())?.width).toBeGreaterThan(1300);
    const other = await app.openingWindow(async () => {
      await page.getByRole('button', { name: 'Options of Ladder' }).press('Enter');
      await page.getByRole('menuitem', { name: /^Open in a window of its own/ }).click();
    });
    await other.setViewportSize({ width: 2000, height: 1300 });
    await expect.poll(async () => (await readLadder(other)).bestBid).not.toBeNull();
    await page.keyboard.press('Control+2');
    await expect(menu()).toHaveAccessibleName('Workspaces: Scalper');
    await app.close();
    const saved: unknown = JSON.parse(await readFile(path.join(folder, 'workspaces.json'), 'utf8'));
    expect(saved).toMatchObject({ workspaces: [{ windows: [{ bounds: { width: 2000, height: 1300 } }] }, {}, {}, {}] });
  });

  test('fits a small screen wholly: its panes, the floating one and the window', async () => {
    await open(SMALL);
    const other = await app.openingWindow(() => page.keyboard.press('Control+1'));
    await expect(menu()).toHaveAccessibleName('Workspaces: One market');
    await expect(region('Book')).toBeVisible();
    await expect.poll(() => page.evaluate(listOutside)).toEqual([]);
    const left = (await floating().boundingBox())!;
    expect([left.width, left.x]).toEqual([SMALL.width - 80, 80]);
    await takePictures(page, 'other-screens');
    // Not only inside, but for use.
    await expect.poll(() => listClippedTexts(page)).toEqual([]);
    await expect.poll(async () => (await readLadder(other)).bestBid).not.toBeNull();
    const size = other.viewportSize()!;
    expect([size.width <= SMALL.width, size.height <= SMALL.height]).toEqual([true, true]);
    await expect.poll(() => other.evaluate(listOutside)).toEqual([]);
    await region('Book').focus();
    await page.keyboard.press('Alt+Shift+F');
    await expect(floating()).toHaveCount(0);
    await expect.poll(() => page.evaluate(listOutside)).toEqual([]);
    // Also while the window becomes smaller.
    await region('Book').focus();
    await page.keyboard.press('Alt+Shift+F');
    await page.setViewportSize({ width: 900, height: 600 });
    await expect.poll(() => page.evaluate(listOutside)).toEqual([]);
    await page.setViewportSize(SMALL);
  });

  test('leaves a floating pane where it is that fits, also when the page loads anew', async () => {
    const before = (await floating().boundingBox())!;
    // A change is saved a moment after it.
    const file = () => readFile(path.join(folder, 'workspaces.json'), 'utf8');
    await expect.poll(file).toMatch(/floatingGroups.{0,400}width\W+420,/);
    await page.reload();
    await expect(region('Book')).toBeVisible();
    await expect.poll(() => floating().boundingBox()).toEqual(before);
  });

  test('shows its maximised pane as large as the small screen, and the others when it is restored', async () => {
    await page.keyboard.press('Control+4');
    await expect(menu()).toHaveAccessibleName('Workspaces: Watcher');
    await expect.poll(async () => (await region('Chart').boundingBox())?.width).toBeGreaterThan(1200);
    await expect.poll(() => page.evaluate(listOutside)).toEqual([]);
    await region('Chart').focus();
    await page.keyboard.press('Alt+Enter');
    await expect(page.getByTestId('chart')).toHaveCount(4);
    for (const chart of await page.getByTestId('chart').all()) await expect(chart).toBeVisible();
    await expect.poll(() => page.evaluate(listOutside)).toEqual([]);
    expect(complaints).toEqual([]);
  });
});
