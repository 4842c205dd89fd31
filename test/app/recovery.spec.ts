/** A server of the user's own, as network `test`, that goes away in the middle: said at once, nothing lost, back by itself. */
import { request } from 'node:http';
import { expect, type Page, test } from '@playwright/test';
import { addressOf } from '../../src/main/vault/secp256k1.ts';
import { openExchange, type PaperExchange } from '../../src/paper/server/exchange.ts';
import { type CutCable, openCutCable } from './cutCable.ts';
import { type OpenApp, openApp } from './launch.ts';
import { clickLadderBid, readLadder } from './steps.ts';

/** A throw-away key of this test. */
const PRIVATE_KEY = `${'5e'.repeat(31)}07`;
const PASSWORD = 'seven grey herons at dusk';

test.describe('a server that goes away in the middle', () => {
  let exchange: PaperExchange;
  let cable: CutCable;
  let app: OpenApp;
  let page: Page;

  test.beforeAll(async () => {
    exchange = await openExchange({ token: null });
    cable = await openCutCable(exchange.port);
    const at = `127.0.0.1:${cable.port}`;
    app = await openApp({ network: { kind: 'test', baseUrl: `http://${at}`, wsBaseUrl: `ws://${at}` } });
    page = app.page;
  });
  test.afterAll(async () => {
    await app.close();
    await cable.close();
    await exchange.close();
  });

  async function openMember(): Promise<{ apiKey: string; apiSecret: string }> {
    const body = JSON.stringify({ owner: addressOf(Buffer.from(PRIVATE_KEY, 'hex')) });
    // Not `fetch`: it says Sec-Fetch-Mode like a browser, and the exchange refuses browsers.
    const text = await new Promise<string>((resolve, reject) => {
      const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
      request(`http://127.0.0.1:${exchange.port}/operator/members`, { method: 'POST', headers }, async (answer) => {
        let read = '';
        for await (const chunk of answer) read += chunk;
        resolve(read);
      })
        .on('error', reject)
        .end(body);
    });
    const member = JSON.parse(text) as { api_key: string; api_secret: string };
    return { apiKey: member.api_key, apiSecret: member.api_secret };
  }

  test('says so, refuses to trade on what it last saw, and comes back with every order in place', async () => {
    const topBar = page.getByRole('banner');
    const orders = page.locator('.orders');

    await test.step('connects an account of a test server; the calls are confirmed outside the page', async () => {
      const { apiKey, apiSecret } = await openMember();
      await topBar.getByRole('button', { name: 'Set up wallet' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
      await dialog.getByLabel('Password again').fill(PASSWORD);
      await dialog.getByRole('radio', { name: 'Private key' }).click();
      await dialog.getByRole('textbox', { name: 'Private key' }).fill(PRIVATE_KEY);
      await dialog.getByRole('button', { name: 'Import key' }).click();
      await dialog.getByRole('button', { name: 'I keep this key elsewhere' }).click();
      await dialog.getByLabel('API key').fill(apiKey);
      await dialog.getByLabel('API secret').fill(apiSecret);
      await dialog.getByLabel('Password of the vault').fill(PASSWORD);
      await app.confirming(true, () => dialog.getByRole('button', { name: 'Connect' }).click());
      await dialog.getByRole('button', { name: /^Continue with/ }).click();
      await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
      await app.confirming(true, () => dialog.getByRole('button', { name: /^Sign and send/ }).click());
      await expect(dialog.getByText('The wallet is ready')).toBeVisible({ timeout: 30_000 });
      await dialog.getByRole('button', { name: 'Start trading' }).click();
      await expect(topBar.getByText('TEST')).toBeVisible();
    });

    let price = 0;
    await test.step('rests a bid', async () => {
      await page.keyboard.press('F8');
      await expect(topBar.getByRole('button', { name: 'Armed · F8' })).toBeVisible();
      price = await clickLadderBid(page, 3);
      await expect(orders.getByRole('row').filter({ hasText: 'Resting' })).toHaveCount(1);
    });

    await test.step('the server goes away: the ladder, the orders and the top bar all say so', async () => {
      await cable.cut();
      await expect(page.getByTestId('ladder').getByText(/stale/i).first()).toBeVisible();
      await expect(orders.getByText(/^Stale/)).toBeVisible();
      await expect(topBar.getByText('Exchange does not answer')).toBeVisible();
      await expect(orders.getByRole('row').filter({ hasText: 'Resting' })).toHaveCount(1);
    });

    await test.step('a click on a stale ladder places nothing', async () => {
      const canvas = page.getByTestId('ladder-canvas');
      await canvas.focus();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await expect(page.locator('.notices')).toContainText(/stale|live/i);
      await expect(orders.getByRole('row').filter({ hasText: /Resting|Unknown|Sending/ })).toHaveCount(1);
    });

    await test.step('the server is back: live again by itself, with the order where it was', async () => {
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
