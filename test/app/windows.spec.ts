/** Panes in windows of their own: shared market, draft and armed state, return, and the next start. */
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { listClippedTexts } from './clippedTexts.ts';
import { type OpenApp, openApp } from './launch.ts';
import { takePictures } from './picture.ts';
import { clickLadderBid, readLadder, searchMarket, setUpWallet } from './steps.ts';
import { listViolations } from './violations.ts';

const PASSWORD = 'any password on paper';

/** How often controls of panes were put elsewhere in 20 frames. */
function countPlacings(): Promise<number> {
  return new Promise((resolve) => {
    let count = 0;
    const observer = new MutationObserver((changes) => {
      const added = changes.flatMap(({ addedNodes }) => [...addedNodes]);
      count += added.filter((node) => node instanceof Element && node.matches('.pane-controls')).length;
    });
    observer.observe(document.body, { childList: true, subtree: true });
    let frames = 20;
    const next = (): void => {
      frames -= 1;
      if (frames > 0) requestAnimationFrame(next);
      else {
        observer.disconnect();
        resolve(count);
      }
    };
    requestAnimationFrame(next);
  });
}

test.describe('a pane in a window of its own', () => {
  // Each test goes on from the windows that the one before it left.
  test.describe.configure({ mode: 'serial' });

  let app: OpenApp;
  let page: Page;
  let other: Page;
  let folder: string;
  const complaints: string[] = [];

  function listen(to: Page): void {
    to.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    to.on('pageerror', (error) => complaints.push(error.message));
  }

  async function open(): Promise<void> {
    app = await openApp({ dataFolder: folder });
    page = app.page;
    listen(page);
    await page.setViewportSize({ width: 1440, height: 900 });
    await expect(page.getByRole('banner').getByText('Live', { exact: true })).toBeVisible();
  }

  test.beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'adyton-windows-'));
    await open();
  });
  test.afterAll(async () => {
    await app.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  });

  const ladderOf = (window: Page) => window.getByTestId('ladder-canvas');

  test('opens from its menu, streams, and leaves the main window', async () => {
    await expect.poll(async () => (await readLadder(page)).bestBid).not.toBeNull();
    const market = await ladderOf(page).getAttribute('aria-label');
    other = await app.openingWindow(async () => {
      await page.getByRole('button', { name: 'Options of Ladder' }).press('Enter');
      await page.getByRole('menuitem', { name: /^Open in a window of its own/ }).click();
    });
    listen(other);
    await expect(ladderOf(other)).toBeVisible();
    await expect(ladderOf(page)).toHaveCount(0);
    await expect.poll(async () => (await readLadder(other)).bestBid).not.toBeNull();
    await expect(ladderOf(other)).toHaveAttribute('aria-label', market ?? '');
    await expect(other.getByRole('banner').getByText('PAPER')).toBeVisible();
    expect(await listViolations(other)).toEqual([]);
    await takePictures(page, 'windows-main');
    // As small as such a window can be made: nothing scrolls, and what stops trading is in it.
    const before = other.viewportSize()!;
    for (const size of [
      { width: 320, height: 460 },
      { width: 320, height: 240 },
    ]) {
      await other.setViewportSize(size);
      await expect.poll(() => ladderOf(other).evaluate((canvas) => canvas.clientWidth)).toBe(320);
      const scrolls = () =>
        other
          .locator('#root')
          .evaluate((one) => one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight);
      await expect.poll(scrolls).toBe(false);
      const panic = (await other.getByRole('button', { name: /^Panic/ }).boundingBox())!;
      expect(panic.x + panic.width).toBeLessThanOrEqual(size.width);
      await expect.poll(() => listClippedTexts(other)).toEqual([]);
    }
    await other.setViewportSize(before);
  });

  test('follows the market of its colour, whichever window chooses it', async () => {
    await searchMarket(page, 'petrel');
    await expect(ladderOf(other)).toHaveAttribute('aria-label', /Petrel/);
    // The main window's own panes still stream, and so does the other market's book.
    await expect.poll(async () => (await readLadder(other)).bestBid).not.toBeNull();
    await other.getByRole('button', { name: 'Options of Ladder' }).press('Enter');
    await other.keyboard.type('choose');
    await other.keyboard.press('Enter');
    await expect(other.getByRole('dialog').getByRole('combobox')).toBeFocused();
    await other.keyboard.type('btc');
    await other.keyboard.press('Enter');
    await expect(other.getByRole('dialog')).toBeHidden();
    const chosen = (await ladderOf(other).getAttribute('aria-label')) ?? '';
    expect(chosen).not.toMatch(/Petrel/);
    await expect(page.getByTestId('chart')).not.toHaveAttribute('aria-label', /Petrel/);
  });

  test('is armed with the others, trades with the size of the ticket in the main window, and disarms with them', async () => {
    await page.keyboard.press('F8');
    await setUpWallet(page, PASSWORD);
    await page.getByLabel('Contracts', { exact: true }).fill('250');
    await other.getByRole('button', { name: /^Disarmed/ }).click();
    await expect(page.getByRole('button', { name: /^Armed/ })).toBeVisible();
    await clickLadderBid(other, 3);
    await page.getByRole('tab', { name: /^Orders/ }).click();
    await expect(
      page
        .getByRole('grid', { name: /orders/i })
        .getByText('250')
        .first(),
    ).toBeVisible();
    await page.keyboard.press('F8');
    await expect(other.getByRole('button', { name: /^Disarmed/ })).toBeVisible();
  });

  test('opens again at the next start, in its workspace', async () => {
    await app.close();
    await open();
    await expect.poll(() => app.pages().length).toBe(2);
    other = app.pages()[1]!;
    await expect(ladderOf(other)).toBeVisible();
    await expect(ladderOf(page)).toHaveCount(0);
    await other.getByRole('banner').getByRole('button', { name: 'Unlock' }).click();
    await other.getByRole('dialog').getByLabel('Password').fill(PASSWORD);
    await other.getByRole('dialog').getByRole('button', { name: 'Unlock', exact: true }).click();
    await expect(page.getByRole('banner').getByRole('button', { name: 'Lock' })).toBeVisible();
  });

  test('returns its pane to the main window when it is closed', async () => {
    await other.close();
    await expect(ladderOf(page)).toHaveCount(1);
    await expect.poll(async () => (await readLadder(page)).bestBid).not.toBeNull();
    // The main window is open, so nothing locks.
    await expect(page.getByRole('banner').getByRole('button', { name: 'Lock' })).toBeVisible();
    expect(app.pages()).toHaveLength(1);
  });

  test('leaves the controls of a pane where they are once they are placed', async () => {
    await page.getByRole('tab', { name: 'Equity', exact: true }).click();
    // At some width the controls have just no room beside the tabs.
    for (const width of [1400, 1440, 1480, 1520]) {
      await page.setViewportSize({ width, height: 900 });
      await expect(page.getByRole('radiogroup', { name: 'Period', exact: true })).toBeVisible();
      await expect.poll(() => page.evaluate(countPlacings), { message: `${width}` }).toBe(0);
    }
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  test('has every control of a pane in the smallest window, in lines of their own below the tab', async () => {
    for (const [pane, group, last] of [
      ['Equity', 'Period', 'All'],
      ['Depth', 'Range around the middle', 'All'],
    ] as const) {
      await page.getByRole('tab', { name: pane, exact: true }).click();
      other = await app.openingWindow(async () => {
        await page.getByRole('button', { name: new RegExp(`^Options of ${pane}`) }).press('Enter');
        await page.getByRole('menuitem', { name: /^Open in a window of its own/ }).click();
      });
      for (const width of [640, 420, 320, 640]) {
        await other.setViewportSize({ width, height: 480 });
        const control = other
          .getByRole('radiogroup', { name: group, exact: true })
          .getByRole('radio', { name: last, exact: true });
        const edge = async () => {
          const box = await control.boundingBox();
          return box === null ? Number.POSITIVE_INFINITY : box.x + box.width;
        };
        await expect.poll(edge).toBeLessThanOrEqual(width);
        await expect.poll(() => listClippedTexts(other)).toEqual([]);
        const tab = (await other.getByRole('tab', { name: pane }).boundingBox())!;
        expect(tab.width).toBeGreaterThan(40);
      }
      await other.close();
      await expect(page.getByRole('tab', { name: pane, exact: true })).toBeVisible();
    }
  });

  test('is shown in its window by the Panes menu of another one, which adds a second one only when asked', async () => {
    other = await app.openingWindow(async () => {
      await page.getByRole('button', { name: 'Options of Ladder' }).press('Enter');
      await page.getByRole('menuitem', { name: /^Open in a window of its own/ }).click();
    });
    await expect(ladderOf(other)).toBeVisible();
    const choose = async (...items: readonly (string | RegExp)[]) => {
      await page.getByRole('banner').getByRole('button', { name: 'Panes' }).press('Enter');
      for (const item of items) await page.getByRole('menuitem', { name: item, exact: true }).press('Enter');
    };
    const panelOf = (window: Page) => window.getByRole('tabpanel', { name: 'Ladder', exact: true });
    await other.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await choose('Ladder');
    await expect(panelOf(other)).toBeFocused();
    await expect(ladderOf(page)).toHaveCount(0);
    // One that no window has is opened in the window that asks.
    await choose('Help');
    await expect(page.getByRole('tab', { name: 'Help', exact: true })).toBeVisible();
    await choose('Add a pane', 'Add ladder');
    await expect(ladderOf(page)).toHaveCount(1);
    await page.keyboard.press('Alt+Shift+W');
    await expect(ladderOf(page)).toHaveCount(0);
    await other.close();
    await expect(ladderOf(page)).toHaveCount(1);
  });

  test('opens and returns from the keyboard', async () => {
    const before = await ladderOf(page).boundingBox();
    await ladderOf(page).focus();
    other = await app.openingWindow(() => page.keyboard.press('Alt+Shift+O'));
    await expect(ladderOf(other)).toBeVisible();
    await other.keyboard.press('Alt+Shift+R');
    await expect(ladderOf(page)).toHaveCount(1);
    await expect.poll(() => app.pages().length).toBe(1);
    // To the place that it left.
    await expect.poll(() => ladderOf(page).boundingBox()).toEqual(before);
    expect(complaints).toEqual([]);
  });
});
