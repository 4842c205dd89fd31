/** State of panes: sizes, sides and scroll are as they were left, after another workspace and after a restart. */
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { type OpenApp, openApp } from './launch.ts';
import { readLadder } from './steps.ts';

test('sizes, sides and scroll survive a change of the workspace and a restart', async () => {
  const dataFolder = await mkdtemp(path.join(os.tmpdir(), 'adyton-panes-'));
  let app: OpenApp = await openApp({ dataFolder });
  const markets = (page: Page) => page.getByRole('listbox', { name: 'Markets' }).first();
  const topOf = (page: Page) => readLadder(page).then(({ topPrice }) => topPrice);
  const choose = (page: Page, group: string, name: string) =>
    page
      .getByRole('form', { name: 'Order ticket' })
      .getByRole('radiogroup', { name: group })
      .getByRole('radio', { name, exact: true });
  const expectKept = async (page: Page, top: number): Promise<void> => {
    await expect(page.getByTestId('ladder-size').first()).toHaveText('500');
    await expect(choose(page, 'Direction', 'Sell')).toBeChecked();
    await expect(page.getByTestId('ladder-canvas').first()).toHaveAccessibleName(/outcome no/);
    await expect.poll(() => markets(page).evaluate((list) => list.scrollTop)).toBe(120);
    await expect.poll(() => topOf(page)).toBe(top);
  };
  try {
    let { page } = app;
    await page.setViewportSize({ width: 1280, height: 720 });
    await expect.poll(async () => (await readLadder(page)).bestBid).not.toBeNull();
    await choose(page, 'Direction', 'Sell').click();
    await page.getByTestId('ladder').first().getByRole('button', { name: '500', exact: true }).click();
    const canvas = page.getByTestId('ladder-canvas').first();
    await canvas.focus();
    await page.keyboard.press('y');
    await expect(canvas).toHaveAccessibleName(/outcome no/);
    await expect.poll(async () => (await readLadder(page)).bestBid).not.toBeNull();
    const before = await topOf(page);
    await canvas.hover();
    await page.mouse.wheel(0, -400);
    await expect.poll(() => topOf(page)).not.toBe(before);
    await markets(page).evaluate((list) => list.scrollTo(0, 120));
    const top = await topOf(page);

    // The workspace is saved as it is left.
    await expect.poll(() => markets(page).evaluate((list) => list.scrollTop)).toBe(120);
    await page.keyboard.press('Control+2');
    await expect(page.getByTestId('ladder')).toHaveCount(3);
    await expect(page.getByTestId('ladder-size').first()).toHaveText('100');
    await page.keyboard.press('Control+1');
    await expect(page.getByTestId('ladder')).toHaveCount(1);
    await expectKept(page, top);

    await page.keyboard.press('Control+2');
    await expect(page.getByTestId('ladder')).toHaveCount(3);
    await page.keyboard.press('Control+1');
    await expect(page.getByTestId('ladder')).toHaveCount(1);
    await app.close();
    app = await openApp({ dataFolder });
    ({ page } = app);
    await page.setViewportSize({ width: 1280, height: 720 });
    await expectKept(page, top);
  } finally {
    await app.close();
    await rm(dataFolder, { recursive: true, force: true, maxRetries: 3 });
  }
});
