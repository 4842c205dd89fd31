/** The Settings pane as a person uses it: every change at once and saved, by mouse and by keyboard. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { type OpenApp, openApp } from './launch.ts';
import { takePictures } from './picture.ts';
import { listViolations } from './violations.ts';

test.describe('the Settings pane', () => {
  let app: OpenApp;
  let page: Page;
  const settings = () => page.locator('.settings');
  /** Waits until the file of preferences has this text: a reload before that would read the old one. */
  const expectSaved = (text: string) =>
    expect.poll(() => readFileSync(path.join(app.dataFolder, 'preferences.json'), 'utf8')).toContain(text);

  test.beforeAll(async () => {
    app = await openApp();
    page = app.page;
    await expect(page.getByTestId('ladder')).toBeVisible();
    await page.keyboard.press('Control+,');
    await expect(settings()).toBeVisible();
  });
  test.afterAll(() => app.close());

  test('has every section, nothing that axe refuses, and links to the panes of limits and locks', async () => {
    for (const name of ['Display', 'Trading', 'Sound', 'Locks', 'Keys']) {
      await expect(settings().getByRole('region', { name, exact: true })).toBeVisible();
    }
    expect(await listViolations(page)).toEqual([]);
    await takePictures(page, 'settings');
    await settings().getByRole('button', { name: 'Open Risk' }).click();
    await expect(page.locator('.dv-tab.dv-active-tab').filter({ hasText: 'Risk' })).toBeVisible();
  });

  test('changes the theme at once, by mouse and by arrow keys, and keeps it', async () => {
    const theme = settings().getByRole('radiogroup', { name: 'Theme' });
    await theme.getByRole('radio', { name: 'Light' }).click();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
    expect(await listViolations(page)).toEqual([]);
    await takePictures(page, 'settings-light');
    await page.keyboard.press('ArrowRight');
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'high-contrast');
    await expectSaved('high-contrast');
    await page.reload();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'high-contrast');
    await expect(theme.getByRole('radio', { name: 'High contrast' })).toBeChecked();
    await theme.getByRole('radio', { name: 'Dark' }).click();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  });

  test('saves numbers, times, density and the rule about another market', async () => {
    await settings().getByRole('radio', { name: '1.234,56' }).click();
    // What does not change by itself has the new format too.
    await expect(page.getByTestId('book-yes').first()).toHaveAccessibleName(/bid 0,\d+/);
    await expect(page.locator('.ticket-totals')).toContainText(/\d,\d\d/);
    await expect(page.locator('.ticket-totals')).not.toContainText('.');
    await settings().getByRole('radio', { name: 'Exchange time (UTC)' }).click();
    await settings().getByRole('radio', { name: 'Compact' }).click();
    const rule = settings().getByRole('radiogroup', { name: 'Disarm when the market changes' });
    await rule.getByRole('radio', { name: 'Off' }).click();
    await expectSaved('"disarmOnMarketChange": false');
    await page.reload();
    for (const name of ['1.234,56', 'Exchange time (UTC)', 'Compact']) {
      await expect(settings().getByRole('radio', { name })).toBeChecked();
    }
    await expect(rule.getByRole('radio', { name: 'Off' })).toBeChecked();
  });
});
