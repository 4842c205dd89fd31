/** Drills on the embedded exchange: the trouble is seen, it ends, and the terminal is right again. */
import { expect, type Page, test } from '@playwright/test';
import { type OpenApp, openApp } from './launch.ts';
import { takePicture } from './picture.ts';
import { readLadder, setUpWallet } from './steps.ts';

test.describe('drills on paper', () => {
  let app: OpenApp;
  let page: Page;

  test.beforeAll(async () => {
    app = await openApp();
    page = app.page;
    await expect(page.getByRole('banner').getByText('Live', { exact: true })).toBeVisible();
  });
  test.afterAll(() => app.close());

  const openPane = (name: string) => page.getByRole('tab', { name }).click();
  const rowOf = (title: string) =>
    page.getByRole('list', { name: 'Drills' }).getByRole('listitem').filter({ hasText: title });
  /** Every word beside the ladder's dot since this was called: a state may be over before anybody looks. */
  const noteTrust = () =>
    page.evaluate(() => {
      const seen: string[] = [];
      Object.assign(window, { seenTrust: seen });
      const note = (): void => {
        for (const mark of document.querySelectorAll('[data-testid="trust"]')) {
          const word = /^[a-z]+/.exec(mark.textContent ?? '')?.[0] ?? '';
          if (!seen.includes(word)) seen.push(word);
        }
      };
      note();
      new MutationObserver(note).observe(document.body, { subtree: true, childList: true, characterData: true });
    });
  const readTrust = () => page.evaluate(() => (window as unknown as { seenTrust: string[] }).seenTrust);

  test('the stream goes silent: prices are marked stale, and are live again after it was stopped', async () => {
    const trust = page.getByTestId('trust').first();
    await expect(trust).toContainText('live');
    await noteTrust();
    await openPane('Drills');
    const row = rowOf('The stream goes silent');
    await row.getByRole('button', { name: /^Start/ }).click();
    await expect(row.getByText('Running')).toBeVisible();
    await takePicture(page, 'drills');
    await expect.poll(readTrust, { timeout: 45_000 }).toContain('stale');
    await row.getByRole('button', { name: /^Stop/ }).click();
    await expect(row.getByRole('button', { name: /^Start/ })).toBeVisible();
    await expect(trust).toContainText('live', { timeout: 45_000 });
  });

  test('the line is cut: prices are marked stale, and the drill ends by itself', async () => {
    const trust = page.getByTestId('trust').first();
    const row = rowOf('The line is cut');
    await row.getByRole('button', { name: /^Start/ }).click();
    await expect(trust).toContainText('stale');
    await expect(row.getByRole('button', { name: /^Start/ })).toBeVisible({ timeout: 30_000 });
    await expect(trust).toContainText('live');
  });

  test('the answer is lost: the order is unknown, is not sent again, and is found', async () => {
    await page.keyboard.press('F8');
    await setUpWallet(page, 'any password on paper');
    await page.keyboard.press('F8');
    await expect(page.getByRole('banner').getByRole('button', { name: 'Armed · F8' })).toBeVisible();
    await openPane('Drills');
    const row = rowOf('The answer is lost');
    await row.getByRole('button', { name: /^Start/ }).click();
    await expect(row.getByText('Running')).toBeVisible();
    await openPane('Orders');

    const ticket = page.getByRole('form', { name: 'Order ticket' });
    const { bestBid, tick } = await readLadder(page);
    await ticket.getByRole('textbox', { name: 'Contracts' }).fill('10');
    await ticket.getByRole('textbox', { name: 'Price' }).fill((((bestBid ?? 0) - 5 * tick) / 1_000_000).toFixed(2));
    await ticket.getByRole('button', { name: /^Place: buy 10 yes/ }).click();

    const orders = page.locator('.orders');
    await expect(orders.getByRole('row').filter({ hasText: 'Unknown' })).toHaveCount(1);
    await expect(orders.getByRole('row').filter({ hasText: 'Resting' })).toHaveCount(1);
    await expect(orders.locator('tbody tr')).toHaveCount(1);
    await expect(orders.getByText('Unknown')).toHaveCount(0);
  });
});
