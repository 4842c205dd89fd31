/** Help as a person uses it: the keys by ?, the manual by key, by search, by a pane's menu and by its links. */
import { expect, type Page, test } from '@playwright/test';
import { type OpenApp, openApp } from './launch.ts';
import { takePictures } from './picture.ts';
import { listViolations } from './violations.ts';

test.describe('Help', () => {
  let app: OpenApp;
  let page: Page;
  const help = () => page.locator('.help');
  const article = () => page.locator('.help-page');

  test.beforeAll(async () => {
    app = await openApp();
    page = app.page;
    await expect(page.getByTestId('ladder')).toBeVisible();
  });
  test.afterAll(() => app.close());

  test('? shows the keys in force, searchable; it types in a field', async () => {
    const search = page.getByRole('searchbox', { name: 'Search markets' }).first();
    await search.focus();
    await page.keyboard.press('?');
    await expect(search).toHaveValue('?');
    await page.keyboard.press('Escape');
    await page.keyboard.press('?');
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText('Cancel all orders');
    await expect(dialog).toContainText('Shift F9');
    expect(await listViolations(page)).toEqual([]);
    await takePictures(page, 'keys');
    await page.keyboard.type('panic');
    await expect(dialog).not.toContainText('Cancel all orders');
    await expect(dialog).toContainText('F9');
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    // Where nothing had the focus nothing gets it, whatever had it some time before.
    const focused = () => page.evaluate(() => document.activeElement?.tagName);
    await page.getByRole('banner').getByRole('button', { name: 'Panes' }).focus();
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    for (const key of ['?', 'Control+K']) {
      await page.keyboard.press(key);
      await expect(page.getByRole('dialog')).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toBeHidden();
      expect(await focused(), key).toBe('BODY');
    }
  });

  test('F1 opens the manual, also from a field; its search finds a page and shows the marked words', async () => {
    await page.getByRole('searchbox', { name: 'Search markets' }).first().focus();
    await page.keyboard.press('F1');
    await expect(article()).toContainText('A market asks one question');
    await takePictures(page, 'help');
    expect(await listViolations(page)).toEqual([]);
    await help().getByRole('searchbox', { name: 'Search the manual' }).fill('break-even');
    await expect(article().getByRole('heading', { name: 'What the numbers mean' })).toBeVisible();
    await help().getByRole('searchbox', { name: 'Search the manual' }).fill('hold yes');
    await expect(article().getByRole('heading', { name: 'Event' })).toBeVisible();
    await help().getByRole('searchbox', { name: 'Search the manual' }).fill('redeem');
    await expect(article().locator('mark').first()).toHaveText(/^redeem/i);
    await expect(article().locator('mark').first()).toBeInViewport();
    await help().getByRole('searchbox', { name: 'Search the manual' }).fill('zzqx');
    await expect(article()).toContainText('Neither a page nor a key has “zzqx”');
    await article().getByRole('button', { name: 'Clear the search' }).click();
    await expect(article().getByRole('heading', { level: 2 })).toBeVisible();
  });

  test('the menu of a pane opens its page, whose links stay inside', async () => {
    await page.getByRole('button', { name: /^Options of Orders/ }).click();
    await page.getByRole('menuitem', { name: 'Help on this pane' }).click();
    await expect(article().getByRole('heading', { name: 'Orders', exact: true })).toBeVisible();
    await article().getByRole('button', { name: 'How an order lives' }).click();
    await expect(article()).toContainText('the answer was lost');
    await help().getByRole('button', { name: 'Keys', exact: true }).click();
    await expect(article()).toContainText('Search, or type an order');
  });
});
