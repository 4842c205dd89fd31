/** Alerts pane: made by keyboard, fired by a real move of the price, logged, muted, and there after a restart. */
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { type OpenApp, openApp } from './launch.ts';
import { takePictures } from './picture.ts';
import { listViolations } from './violations.ts';

/** Counts sounds that the page starts. */
async function countSounds(page: Page): Promise<void> {
  await page.evaluate(() => {
    const { start } = AudioBufferSourceNode.prototype;
    AudioBufferSourceNode.prototype.start = function count(...given) {
      document.documentElement.dataset.sounds = `${Number.parseInt(document.documentElement.dataset.sounds ?? '0', 10) + 1}`;
      start.apply(this, given);
    };
  });
}

/** Chooses an option of the field that has the focus by typing its beginning, as a person does. */
async function choose(page: Page, label: string, text: string): Promise<void> {
  await expect(page.getByLabel(label, { exact: true })).toBeFocused();
  await page.keyboard.type(text);
  await page.keyboard.press('Tab');
}

test('an alert is made by keyboard, fires on a move, is logged and survives a restart', async () => {
  test.setTimeout(240_000);
  const dataFolder = await mkdtemp(path.join(os.tmpdir(), 'adyton-alerts-'));
  let app: OpenApp = await openApp({ dataFolder });
  try {
    let { page } = app;
    await expect(page.getByRole('banner').getByText('Live', { exact: true })).toBeVisible();
    await countSounds(page);
    // The alert is about the market in front.
    await expect(page.getByTestId('ladder-summary').first()).toContainText('best ask');
    await page.keyboard.press('Alt+a');
    const form = page.getByRole('form', { name: 'New alert' });
    await choose(page, 'Alert on', 'Vol');
    await expect(form.getByLabel('Contracts')).toBeFocused();
    await page.keyboard.type('0');
    await page.keyboard.press('Enter');
    await expect(form.getByRole('alert')).toHaveText('The level must be above 0');
    await page.keyboard.press('Control+a');
    await page.keyboard.type('1');
    await page.keyboard.press('Tab');
    await page.keyboard.type('3600');
    // The default layout at this size has a low pane.
    await page.setViewportSize({ width: 1280, height: 720 });
    await expect(form.getByRole('button', { name: 'Create' })).toBeInViewport({ ratio: 1 });
    await takePictures(page, 'alerts-form');
    await page.keyboard.press('Enter');
    await expect(form).toHaveCount(0);

    const list = page.getByRole('grid', { name: 'Alerts' });
    await expect(list).toContainText('1 contract within 1 hour');
    await list.getByRole('button', { name: 'State' }).click();
    await expect(list.getByRole('columnheader', { name: 'State' })).toHaveAttribute('aria-sort', 'ascending');
    // Trades of the embedded exchange fire it.
    await expect(list.getByText(/^Fired \d/)).toBeVisible({ timeout: 120_000 });
    await expect(page.getByRole('button', { name: '1 alert fired' })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('data-sounds', '1');

    await page.getByRole('button', { name: 'Mute', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Muted' })).toBeVisible();
    await list.getByRole('button', { name: /^Arm again/ }).click();
    await expect(page.getByRole('button', { name: '2 alerts fired' })).toBeVisible({ timeout: 120_000 });
    await expect(page.locator('html')).toHaveAttribute('data-sounds', '1');

    await page.getByRole('radio', { name: 'Log' }).click();
    const log = page.getByRole('grid', { name: 'Log of alerts' });
    await expect(log.getByRole('row')).toHaveCount(3);
    await expect(log).toContainText('muted');
    await expect(page.getByRole('button', { name: /alerts? fired/ })).toHaveCount(0);
    await expect(listViolations(page)).resolves.toEqual([]);
    await takePictures(page, 'alerts-log');

    await app.close();
    app = await openApp({ dataFolder });
    ({ page } = app);
    await expect(page.getByRole('banner').getByText('Live', { exact: true })).toBeVisible();
    await page.getByRole('tab', { name: /^Alerts/ }).click();
    await expect(page.getByRole('grid', { name: 'Alerts' })).toContainText('1 contract within 1 hour');
    await takePictures(page, 'alerts');
    await page.getByRole('radio', { name: 'Log' }).click();
    await expect(page.getByRole('grid', { name: 'Log of alerts' }).getByRole('row')).toHaveCount(3);
    await expect(page.getByRole('button', { name: 'Muted' })).toBeVisible();
  } finally {
    await app.close();
    await rm(dataFolder, { recursive: true, force: true, maxRetries: 3 });
  }
});
