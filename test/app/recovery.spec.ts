/** Recovery from a test server that disconnects: shown at once, no order lost, live again by itself. */
import { expect, type Page, test } from '@playwright/test';
import { openExchange, type PaperExchange } from '../../src/paper/server/exchange.ts';
import { type CutCable, openCutCable } from './cutCable.ts';
import { type OpenApp, openApp, testNetwork } from './launch.ts';
import { clickLadderBid, readLadder } from './steps.ts';
import { setUpTestWallet } from './testAccount.ts';

test.describe('a test server that disconnects', () => {
  let exchange: PaperExchange;
  let cable: CutCable;
  let app: OpenApp;
  let page: Page;

  test.beforeAll(async () => {
    exchange = await openExchange({ token: null });
    cable = await openCutCable(exchange.port);
    app = await openApp({ network: testNetwork(cable.port) });
    page = app.page;
  });
  test.afterAll(async () => {
    await app.close();
    await cable.close();
    await exchange.close();
  });

  test('shows it, refuses orders on stale data, and recovers with every order', async () => {
    const topBar = page.getByRole('banner');
    const orders = page.locator('.orders');
    const ticket = page.getByRole('form', { name: 'Order ticket' });

    await test.step('connects an account of a test server, whose calls are confirmed outside the page', async () => {
      await setUpTestWallet(app, exchange.port);
    });

    let price = 0;
    await test.step('rests a bid', async () => {
      await page.keyboard.press('F8');
      await expect(topBar.getByRole('button', { name: 'Armed · F8', exact: true })).toBeVisible();
      price = await clickLadderBid(page, 3);
      await expect(orders.getByRole('row').filter({ hasText: 'Resting' })).toHaveCount(1);
    });

    await test.step('the server disconnects: ladder, orders and top bar show it', async () => {
      await cable.cut();
      await expect(page.getByTestId('ladder').getByText(/stale/i).first()).toBeVisible();
      await expect(orders.getByText(/^Stale/)).toBeVisible();
      await expect(topBar.getByText('Exchange does not answer')).toBeVisible();
      await expect(orders.getByRole('row').filter({ hasText: 'Resting' })).toHaveCount(1);
    });

    await test.step('trading is disarmed, and a click on a stale ladder only fills the ticket', async () => {
      await expect(topBar.getByRole('button', { name: 'Disarmed · F8' })).toBeVisible();
      const canvas = page.getByTestId('ladder-canvas');
      await canvas.focus();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await expect(ticket.getByRole('textbox', { name: 'Price' })).toHaveValue(/^0\.\d\d$/);
      await expect(orders.getByRole('row').filter({ hasText: /Resting|Unknown|Sending/ })).toHaveCount(1);
    });

    await test.step('the server is back: the terminal is live again with the order in place', async () => {
      await cable.mend();
      await expect(topBar.getByText('Live', { exact: true })).toBeVisible({ timeout: 60_000 });
      await expect(page.getByTestId('ladder').getByText(/stale/i)).toHaveCount(0, { timeout: 60_000 });
      await expect(orders.getByText(/^Stale/)).toHaveCount(0, { timeout: 60_000 });
      await expect.poll(async () => (await readLadder(page)).ownBids, { timeout: 30_000 }).toContain(price);
      await orders
        .getByRole('button', { name: /^Cancel/ })
        .first()
        .click();
      await expect(orders.getByRole('row').filter({ hasText: 'Resting' })).toHaveCount(0);
    });
  });
});
