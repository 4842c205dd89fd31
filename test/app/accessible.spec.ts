/** What a screen reader and a keyboard meet: the window, its tabs, the wizard and the unlock dialog. */
import { expect, type Page, test } from '@playwright/test';
import { type OpenApp, openApp } from './launch.ts';
import { listViolations } from './violations.ts';

test.describe('accessibility', () => {
  let app: OpenApp;
  let page: Page;

  test.beforeAll(async () => {
    app = await openApp();
    page = app.page;
    await expect(page.getByRole('banner').getByText('Live', { exact: true })).toBeVisible();
  });
  test.afterAll(() => app.close());

  for (const tab of ['Orders', 'Positions', 'Fills', 'Balances', 'Wallet', 'Health', 'Drills']) {
    test(`finds nothing wrong while ${tab} is in front`, async () => {
      await page.getByRole('tab', { name: tab }).click();
      expect(await listViolations(page)).toEqual([]);
    });
  }

  test('finds nothing wrong in the wizard, which Escape closes and F8 opens', async () => {
    await page.keyboard.press('F8');
    await expect(page.getByRole('dialog')).toBeVisible();
    expect(await listViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
  });

  test('reaches search, a market, the ladder and the ticket from the keyboard', async () => {
    await page.keyboard.press('/');
    await expect(page.getByRole('searchbox', { name: 'Search markets' })).toBeFocused();
    await page.keyboard.type('petrel');
    await expect(page.getByRole('listbox', { name: 'Markets' }).getByRole('option')).toHaveCount(1);
    await page.keyboard.press('Enter');
    await expect(page.getByTestId('ladder-canvas')).toHaveAttribute('aria-label', /Petrel/);
    await page.keyboard.press('Escape');
    await page.getByTestId('ladder-canvas').focus();
    await page.keyboard.press('ArrowUp');
    await expect(page.getByTestId('ladder-cursor')).not.toBeEmpty();
  });
});
