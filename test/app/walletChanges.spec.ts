/** Changed wallet configuration: nothing is signed until the user accepts exactly that change. */
import { expect, test } from '@playwright/test';
import { DOMAIN_NAME } from '../../src/paper/server/chain/chain.ts';
import { parseFaults } from '../../src/paper/server/faultPlan.ts';
import { openSettledExchange, type SettledExchange } from './chainUnder.ts';
import { type ChangedAnswers, openChangedAnswers } from './changedAnswers.ts';
import { type OpenApp, openApp, testNetwork } from './launch.ts';
import { setUpTestWallet, TEST_PASSWORD, TEST_SAFE } from './testAccount.ts';

/** Key derivation is slow on a busy machine. */
const SLOW = { timeout: 60_000 };

test.describe('a wallet that changes', () => {
  let settled: SettledExchange;
  let proxy: ChangedAnswers;
  let app: OpenApp;

  test.beforeAll(async () => {
    settled = await openSettledExchange();
    proxy = await openChangedAnswers(settled.exchange.port);
    app = await openApp({ network: testNetwork(proxy.port) });
  });
  test.afterAll(async () => {
    await app.close();
    await proxy.close();
    await settled.close();
  });

  test('shows both values, refuses to trade, and is accepted only with the password and a confirmation', async () => {
    // Five questions, of which at most three are asked in a minute.
    test.slow();
    const { page } = app;
    const topBar = page.getByRole('banner');
    const dialog = page.getByRole('dialog');
    const { exchange, paper, broken } = settled;
    await setUpTestWallet(app, exchange.port);
    // The wizard's three calls were executed by a real Safe, where there is a chain.
    const owner = exchange.world.engine.accounts.find((account) => !account.isHouse);
    expect(owner?.canSettle).toBe(true);
    if (paper !== null) expect(await paper.chain.safeNonce(TEST_SAFE)).toBe(3n);
    expect(broken).toEqual([]);

    await test.step('unlocking the vault finds another signing domain', async () => {
      proxy.change(DOMAIN_NAME, 'Other Domain');
      await topBar.getByRole('button', { name: 'Lock' }).click();
      await topBar.getByRole('button', { name: 'Unlock' }).click();
      await dialog.getByLabel('Password').fill(TEST_PASSWORD);
      await dialog.getByRole('button', { name: 'Unlock', exact: true }).click();
      await expect(dialog).toBeHidden(SLOW);
      await expect(topBar.getByRole('button', { name: /F8/ })).toHaveCount(0);
    });

    await test.step('the wizard shows the old and the new value', async () => {
      await topBar.getByRole('button', { name: 'Check wallet changes' }).click();
      await expect(dialog.getByText('Your wallet changed')).toBeVisible();
      await expect(dialog).toContainText(`signing domain was ${DOMAIN_NAME} and is now Other Domain`);
    });

    await test.step('a wrong password or a declined confirmation changes nothing', async () => {
      await dialog.getByLabel('Password of the vault').fill('not this one');
      await dialog.getByRole('button', { name: 'Accept the changes' }).click();
      await expect(dialog.getByRole('alert').first()).toContainText(/password/i, SLOW);
      await dialog.getByLabel('Password of the vault').fill(TEST_PASSWORD);
      await app.confirming(false, () => dialog.getByRole('button', { name: 'Accept the changes' }).click());
      await expect(dialog.getByText('CANCELLED')).toBeVisible(SLOW);
      await expect(dialog.getByText('Your wallet changed')).toBeVisible();
    });

    await test.step('the password and a confirmation accept the new configuration', async () => {
      await dialog.getByLabel('Password of the vault').fill(TEST_PASSWORD);
      await app.confirming(true, () => dialog.getByRole('button', { name: 'Accept the changes' }).click());
      await expect(dialog.getByText('The wallet is ready')).toBeVisible(SLOW);
      await dialog.getByRole('button', { name: 'Start trading' }).click();
      await page.getByRole('tab', { name: 'Wallet' }).click();
      await expect(page.getByRole('region', { name: 'On the chain' })).toContainText('Other Domain');
    });

    await test.step('the API key is replaced from the Wallet pane, or the stored one is kept', async () => {
      await page.getByRole('button', { name: 'Replace the API key' }).click();
      await dialog.getByRole('textbox', { name: 'API key' }).fill('0123456789abcdef');
      await dialog.getByLabel('API secret').fill('fedcba9876543210');
      await dialog.getByLabel('Password of the vault').fill('not this one');
      await dialog.getByRole('button', { name: 'Connect', exact: true }).click();
      await expect(dialog.getByRole('alert').first()).toContainText('Wrong password', SLOW);
      await dialog.getByRole('button', { name: 'Keep the stored one' }).click();
      await expect(dialog.getByText('The wallet is ready')).toBeVisible();
      await dialog.getByRole('button', { name: 'Start trading' }).click();
    });

    await test.step('a refused API secret is named by the top bar, the ticket and the pane, and leads to its form', async () => {
      const fault = { kind: 'refusal', target: '/wallet', count: 0, status: 401, code: 'authz.invalid_signature' };
      exchange.faults.add(parseFaults({ faults: [fault] }));
      await topBar.getByRole('button', { name: 'Lock' }).click();
      await topBar.getByRole('button', { name: 'Unlock' }).click();
      await dialog.getByLabel('Password').fill(TEST_PASSWORD);
      await dialog.getByRole('button', { name: 'Unlock', exact: true }).click();
      const replace = topBar.getByRole('button', { name: 'Replace the API key' });
      await expect(replace).toBeVisible(SLOW);
      const ticket = page.getByRole('form', { name: 'Order ticket' });
      await expect(ticket.getByRole('button', { name: 'Replace the API key' })).toBeVisible();
      await expect(page.getByText('API key refused').first()).toBeVisible();
      await replace.click();
      await expect(dialog.getByRole('alert')).toContainText('refuses the stored API key or its secret');
      exchange.faults.clear();
      await dialog.getByRole('button', { name: 'Keep the stored one' }).click();
      await expect(dialog.getByText('The wallet is ready')).toBeVisible(SLOW);
      await expect(replace).toBeHidden();
    });
  });
});
