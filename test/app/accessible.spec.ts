/** Accessibility of the window, its tabs, menus, tables and dialogs: axe's rules in every theme, and the keyboard. */
import { expect, type Page, test } from '@playwright/test';
import { type OpenApp, openApp } from './launch.ts';
import { expectNoAxeViolations, listViolations } from './violations.ts';

test.describe('accessibility', () => {
  let app: OpenApp;
  let page: Page;

  test.beforeAll(async () => {
    app = await openApp();
    page = app.page;
    await expect(page.getByRole('banner').getByText('Live', { exact: true })).toBeVisible();
  });
  test.afterAll(() => app.close());

  for (const tab of [
    'Market',
    'Orders',
    'Conditionals',
    'Positions',
    'Fills',
    'P&L',
    'Balances',
    'Wallet',
    'Health',
    'Drills',
  ]) {
    test(`finds nothing wrong while ${tab} is in front`, async () => {
      await page.getByRole('tab', { name: tab, exact: true }).click();
      expect(await listViolations(page)).toEqual([]);
    });
  }

  test('finds nothing wrong in any theme', async () => {
    await page.getByRole('tab', { name: 'Wallet', exact: true }).click();
    await expectNoAxeViolations(page);
  });

  test('finds nothing wrong in the wizard, which Escape closes and F8 opens', async () => {
    await page.keyboard.press('F8');
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectNoAxeViolations(page);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
  });

  test('finds nothing wrong in a pane’s menu, which gives the focus back', async () => {
    const options = page.getByRole('button', { name: 'Options of Ladder' });
    await options.press('Enter');
    await expect(page.getByRole('menuitemradio', { name: /^Blue/ })).toBeFocused();
    await expectNoAxeViolations(page);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('menu')).toHaveCount(0);
    await expect(options).toBeFocused();
  });

  test('keeps the focus in a dialog and gives it back', async () => {
    const setUp = page.getByRole('banner').getByRole('button', { name: 'Set up wallet' });
    await setUp.press('Enter');
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByLabel('Password', { exact: true })).toBeFocused();
    for (let count = 0; count < 12; count += 1) {
      await page.keyboard.press('Tab');
      expect(await dialog.evaluate((element) => element.parentElement?.contains(document.activeElement))).toBe(true);
    }
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(setUp).toBeFocused();
  });

  test('moves through the rows of a table with the arrow keys, and sorts it by its headings', async () => {
    await page.getByRole('tab', { name: 'Health' }).click();
    await expect(page.getByRole('region', { name: 'Event to pixel' })).toContainText(/50 %\s*\d+ ms/);
    const rows = page.getByRole('grid', { name: 'Streams' }).locator('tbody tr');
    await expect.poll(() => rows.count()).toBeGreaterThan(1);
    await rows.first().focus();
    await page.keyboard.press('ArrowDown');
    await expect(rows.nth(1)).toBeFocused();
    await page.keyboard.press('Home');
    await expect(rows.first()).toBeFocused();
    const heading = page.getByRole('columnheader', { name: 'Gaps' });
    await heading.getByRole('button').press('Enter');
    await expect(heading).toHaveAttribute('aria-sort', 'ascending');
    await heading.getByRole('button').press('Enter');
    await expect(heading).toHaveAttribute('aria-sort', 'descending');
  });

  test('reaches search, a market, the ladder and the ticket from the keyboard', async () => {
    await page.keyboard.press('/');
    await expect(page.getByRole('searchbox', { name: 'Search markets' })).toBeFocused();
    await page.keyboard.type('petrel');
    await expect(page.getByRole('listbox', { name: 'Markets' }).getByRole('option')).toHaveCount(1);
    await page.keyboard.press('Enter');
    await expect(page.getByTestId('ladder-canvas')).toHaveAttribute('aria-label', /Petrel/);
    await page.keyboard.press('Escape');
    // Keys reach a ladder once it is drawn.
    await expect(page.getByTestId('ladder-canvas')).toHaveAttribute('data-top-price', /\d/);
    await page.getByTestId('ladder-canvas').focus();
    await page.keyboard.press('ArrowUp');
    await expect(page.getByTestId('ladder-cursor')).not.toBeEmpty();
  });
});
