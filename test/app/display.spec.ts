/** Display: notices in a place of their own, small windows, and a look that every part follows at once. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { openExchange } from '../../src/paper/server/exchange.ts';
import { changeElsewhere } from './changeElsewhere.ts';
import { listClippedTexts } from './clippedTexts.ts';
import { type OpenApp, openApp, testNetwork } from './launch.ts';
import { SIZES, takePanePictures, takePicture, waitForSize } from './picture.ts';
import { expectNoAxeViolations } from './violations.ts';

/** Boxes of all panes, to compare. */
const boxesOfPanes = (page: Page): Promise<string> =>
  page.evaluate(() =>
    JSON.stringify([...document.querySelectorAll('.pane')].map((pane) => pane.getBoundingClientRect())),
  );

/** The colour of the ladder's first cell, which is empty. */
const colourOfCanvas = (page: Page): Promise<string> =>
  page.getByTestId('ladder-canvas').evaluate((canvas) => {
    const context = (canvas as HTMLCanvasElement).getContext('2d')!;
    const [red, green, blue] = context.getImageData(2, 2, 1, 1).data;
    return `${red} ${green} ${blue}`;
  });

test.describe('display', () => {
  let app: OpenApp;
  let page: Page;
  let dataFolder: string;

  test.beforeAll(async () => {
    dataFolder = await mkdtemp(path.join(os.tmpdir(), 'adyton-display-'));
    const stored = { version: 1, theme: 'light', density: 'compact', sound: 'loud' };
    await writeFile(path.join(dataFolder, 'preferences.json'), JSON.stringify(stored));
    app = await openApp({ dataFolder });
    page = app.page;
    await page.setViewportSize({ width: 1280, height: 720 });
    await expect(page.getByRole('banner').getByText('Live', { exact: true })).toBeVisible();
  });
  test.afterAll(async () => {
    await app.close();
    await rm(dataFolder, { recursive: true, force: true, maxRetries: 3 });
  });

  test('starts in the stored look, and names a preference that was not readable', async () => {
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
    await expect(page.locator('html')).toHaveAttribute('data-density', 'compact');
    const notices = page.getByTestId('notices');
    await expect(notices.getByText('Some preferences were not readable and are the default now').first()).toBeVisible();
    await expect(notices.locator('.notice-detail')).toHaveText('Sound');
  });

  test('shows a notice in the status line, where it moves no pane and lies over none', async () => {
    const notices = page.getByTestId('notices');
    // The panes fill the dock as soon as it has its size.
    await expect.poll(() => page.evaluate(measureUnfilled)).toBeLessThan(2);
    const before = await boxesOfPanes(page);
    await page.keyboard.press('Shift+F9');
    await page.keyboard.press('Shift+F9');
    await expect(notices.locator('.notice-count')).toHaveText('×2');
    expect(await boxesOfPanes(page)).toBe(before);
    const line = await notices.locator('.notice').boundingBox();
    const dock = await page.locator('.dock').boundingBox();
    expect(line!.y).toBeGreaterThanOrEqual(dock!.y + dock!.height);

    await notices.getByRole('button', { name: 'Notices' }).click();
    const history = page.getByRole('dialog', { name: 'Notices' });
    await expect(history.getByRole('listitem')).toHaveCount(2);
    await expect(history.getByRole('listitem').last()).toContainText('Sound');
    await page.keyboard.press('Escape');
    await notices.getByRole('button', { name: /^Dismiss/ }).click();
    await expect(notices.locator('.notice')).toHaveCount(0);
    await expect(notices.getByRole('button', { name: 'Notices' })).toBeVisible();
  });

  test('follows a change at once, also in the drawings', async () => {
    await expect.poll(() => colourOfCanvas(page)).toBe('255 255 255');
    await changeElsewhere(page, { theme: 'high-contrast', density: 'large' });
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'high-contrast');
    await expect.poll(() => colourOfCanvas(page)).toBe('0 0 0');
    await expect(page.locator('html')).toHaveCSS('font-size', '19.2px');
    await changeElsewhere(page, { numberFormat: '1.234,56', timeZone: 'exchange' });
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await expect(
      page
        .getByTestId('book')
        .getByText(/^\d,\d\d$/)
        .first(),
    ).toBeVisible();
    await expect(page.locator('.status-time')).toContainText('UTC');
    await changeElsewhere(page, {});
  });

  test('scrolls a window that is too small, so that nothing of it is lost', async () => {
    await page.setViewportSize({ width: 720, height: 450 });
    const root = page.locator('#root');
    const canScroll = () =>
      root.evaluate((one) => [one.scrollWidth > one.clientWidth, one.scrollHeight > one.clientHeight]);
    await expect.poll(canScroll).toEqual([true, true]);
    const inSight = async (name: RegExp) => {
      const { x, y, width, height } = (await page.getByRole('banner').getByRole('button', { name }).boundingBox())!;
      return x >= 0 && y >= 0 && x + width <= 720 && y + height <= 450;
    };
    const button = page.locator('.ticket .button.large');
    await button.scrollIntoViewIfNeeded();
    const box = await button.boundingBox();
    expect(box!.x >= 0 && box!.y >= 0 && box!.x + box!.width <= 720 && box!.y + box!.height <= 450).toBe(true);
    // Also where it was scrolled to the last corner.
    await expect.poll(() => inSight(/^Panic/)).toBe(true);
    await root.evaluate((one) => one.scrollTo(0, 0));
    await expect.poll(() => inSight(/^Panic/)).toBe(true);
    await page.setViewportSize({ width: 1280, height: 720 });
    await expect.poll(canScroll).toEqual([false, false]);
  });
});

/** Pixels of the dock right of all panes. */
function measureUnfilled(): number {
  const rightOf = (element: Element | null): number => element?.getBoundingClientRect().right ?? 0;
  const panes = [...document.querySelectorAll('.dv-groupview')].map(rightOf);
  return Math.abs(rightOf(document.querySelector('.dock')) - Math.max(0, ...panes));
}

/** Sizes that are told apart from across the room. */
const measureLive = (page: Page) =>
  page.evaluate(() => {
    const box = (selector: string): DOMRect => document.querySelector(selector)!.getBoundingClientRect();
    const dock = box('.dock');
    return {
      band: box('.network-strip').height,
      frame: [dock.left, innerWidth - dock.right, innerHeight - box('.status-line').bottom],
    };
  });

test('a live window has a band with words, a frame and a top bar of its own, at every size and in every theme', async () => {
  const exchange = await openExchange({ token: null });
  const app = await openApp({ network: testNetwork(exchange.port), toldNetwork: 'live' });
  try {
    const { page } = app;
    await expect(page.getByRole('banner').getByText('Live', { exact: true })).toBeVisible();
    await expect(page.getByRole('banner').getByText('LIVE', { exact: true })).toBeVisible();
    await expect(page.getByTestId('network-strip')).toContainText('LIVE · REAL MONEY');
    await expect(page.getByRole('tab', { name: 'Drills' })).toHaveCount(0);
    for (const size of SIZES) {
      await page.setViewportSize(size);
      await waitForSize(page);
      const { band, frame } = await measureLive(page);
      expect(band).toBeGreaterThanOrEqual(18);
      for (const side of frame) expect(side).toBeGreaterThanOrEqual(4);
      await expect.poll(() => listClippedTexts(page)).toEqual([]);
      await takePanePictures(page, 'Live');
    }
    await page.setViewportSize(SIZES[0]);
    await expectNoAxeViolations(page);
    await page.getByRole('banner').getByRole('button', { name: 'Set up wallet' }).click();
    await expect(page.getByRole('dialog').getByLabel('Password again')).toBeVisible();
    await takePicture(page, 'live-wizard');
  } finally {
    await app.close();
    await exchange.close();
  }
});
