/** A wallet whose facts change under the terminal: nothing is signed until a person has accepted exactly that. */
import { expect, test } from '@playwright/test';
import { DOMAIN_NAME } from '../../src/paper/server/chain/chain.ts';
import { openExchange, type PaperExchange } from '../../src/paper/server/exchange.ts';
import { type ChangedAnswers, openChangedAnswers } from './changedAnswers.ts';
import { type OpenApp, openApp } from './launch.ts';
import { setUpTestWallet, TEST_PASSWORD } from './testAccount.ts';

test.describe('a wallet that changes', () => {
  let exchange: PaperExchange;
  let between: ChangedAnswers;
  let app: OpenApp;

  test.beforeAll(async () => {
    exchange = await openExchange({ token: null });
    between = await openChangedAnswers(exchange.port);
    const at = `127.0.0.1:${between.port}`;
    app = await openApp({ network: { kind: 'test', baseUrl: `http://${at}`, wsBaseUrl: `ws://${at}` } });
  });
  test.afterAll(async () => {
    await app.close();
    await between.close();
    await exchange.close();
  });

  test('is told with both values, refuses to trade, and is taken only with the password and a yes', async () => {
    const { page } = app;
    const topBar = page.getByRole('banner');
    const dialog = page.getByRole('dialog');
    await setUpTestWallet(app, exchange.port);

    await test.step('another signing domain is found when the vault is opened again', async () => {
      between.change(DOMAIN_NAME, 'Somebody Else');
      await topBar.getByRole('button', { name: 'Lock' }).click();
      await topBar.getByRole('button', { name: 'Unlock' }).click();
      await dialog.getByLabel('Password').fill(TEST_PASSWORD);
      await dialog.getByRole('button', { name: 'Unlock', exact: true }).click();
      await expect(dialog).toBeHidden({ timeout: 60_000 });
      await expect(topBar.getByRole('button', { name: /F8/ })).toHaveCount(0);
    });

    await test.step('the wizard says what changed, from what to what', async () => {
      await topBar.getByRole('button', { name: 'Finish wallet setup' }).click();
      await expect(dialog.getByText('Your wallet changed')).toBeVisible();
      await expect(dialog).toContainText(`signing domain was ${DOMAIN_NAME} and is now Somebody Else`);
    });

    await test.step('a wrong password and a no change nothing', async () => {
      await dialog.getByLabel('Password of the vault').fill('not this one');
      await dialog.getByRole('button', { name: 'Accept the changes' }).click();
      await expect(dialog.getByRole('alert').first()).toContainText(/password/i);
      await dialog.getByLabel('Password of the vault').fill(TEST_PASSWORD);
      await app.confirming(false, () => dialog.getByRole('button', { name: 'Accept the changes' }).click());
      await expect(dialog.getByText('CANCELLED')).toBeVisible();
      await expect(dialog.getByText('Your wallet changed')).toBeVisible();
    });

    await test.step('the password and a yes make it the wallet from now on', async () => {
      await dialog.getByLabel('Password of the vault').fill(TEST_PASSWORD);
      await app.confirming(true, () => dialog.getByRole('button', { name: 'Accept the changes' }).click());
      await expect(dialog.getByText('The wallet is ready')).toBeVisible({ timeout: 60_000 });
      await dialog.getByRole('button', { name: 'Start trading' }).click();
      await page.getByRole('tab', { name: 'Wallet' }).click();
      await expect(page.getByRole('region', { name: 'On the chain' })).toContainText('Somebody Else');
    });
  });
});
