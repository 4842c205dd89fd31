/** The active pane, which pane keys act on, is the one with the focus. */
import { expect, type Page, test } from '@playwright/test';
import { armTrading } from './forTests.ts';
import { type OpenApp, openApp } from './launch.ts';

test.describe('the active pane', () => {
  let app: OpenApp;
  let page: Page;

  test.beforeAll(async () => {
    app = await openApp({ hasAccount: true });
    page = app.page;
    await armTrading(page);
  });
  test.afterAll(() => app.close());

  const active = () => page.locator('.dv-active-group');
  const ladder = () => active().getByTestId('ladder');

  test('is the ladder when the focus leaves it and is back at once', async () => {
    await page.getByTestId('ladder-canvas').focus();
    await expect(ladder()).toBeVisible();
    await page.evaluate(() => {
      const canvas = document.querySelector<HTMLElement>('[data-testid=ladder-canvas]')!;
      document.querySelector<HTMLElement>('form[aria-label="Order ticket"] input')!.focus();
      canvas.focus();
    });
    await expect(page.getByTestId('ladder-canvas')).toBeFocused();
    await expect(ladder()).toBeVisible();
    await page.keyboard.press('Alt+Enter');
    await expect(page.getByTestId('ladder')).toBeVisible();
    await expect(page.getByRole('form', { name: 'Order ticket' })).toBeHidden();
    await page.keyboard.press('Alt+Enter');
    await expect(page.getByRole('form', { name: 'Order ticket' })).toBeVisible();
  });

  test('is the ladder when it is pressed, also after it showed another pane and kept the focus', async () => {
    const ticket = page.getByRole('form', { name: 'Order ticket' });
    await ticket.getByRole('textbox', { name: 'Contracts' }).fill('120');
    await ticket.getByRole('button', { name: /^Use ask/ }).click();
    await ticket.getByRole('textbox', { name: 'Price' }).press('ArrowUp');
    await ticket.getByRole('button', { name: /^Place: buy 120 yes/ }).click();
    const protection = page.getByTestId('ladder').getByTestId('protection');
    await protection.click();
    await expect(active().getByRole('tab', { name: /^Conditionals/, selected: true })).toBeVisible();
    await expect(protection).toBeFocused();
    await page.getByTestId('ladder-holding').click();
    await expect(ladder()).toBeVisible();
  });
});
