/** Redeem by mouse and by keyboard, and money actions that failed, are late, or had a part of their effect or none. */
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { type OpenApp, openApp } from './launch.ts';
import { SIZES, takePanePictures } from './picture.ts';
import { prepareMoney } from './preparedMoney.ts';
import { listViolations } from './violations.ts';

const PASSWORD = 'the password of paper';
/** Key derivation is slow on a busy machine. */
const SLOW = { timeout: 60_000 };

// Each test continues where the previous one ended.
test.describe.configure({ mode: 'serial' });

test.describe('money of a wallet', () => {
  let folder: string;
  let app: OpenApp;
  let page: Page;

  const topBar = () => page.getByRole('banner');
  const pane = () => page.getByRole('region', { name: 'Keys and wallet' });
  const section = (name: string) => pane().getByRole('region', { name, exact: true });
  const call = (name: string, state: string) =>
    section('Calls').getByRole('listitem').filter({ hasText: name }).filter({ hasText: state }).first();

  /** With the top of `shown` in sight, at two sizes, dark and light. */
  async function takeAllPictures(name: string, shown: Locator): Promise<void> {
    if (process.env.ADYTON_PANE_PICTURES === undefined) return;
    const before = page.viewportSize();
    for (const size of SIZES.slice(0, 2)) {
      await page.setViewportSize(size);
      await shown.evaluate((element) => element.scrollIntoView({ block: 'start' }));
      await takePanePictures(page, name);
    }
    if (before !== null) await page.setViewportSize(before);
  }

  test.beforeAll(async () => {
    test.setTimeout(180_000);
    folder = await mkdtemp(path.join(os.tmpdir(), 'adyton-money-'));
    await prepareMoney(folder, PASSWORD);
    app = await openApp({ dataFolder: folder });
    page = app.page;
    await topBar().getByRole('button', { name: 'Unlock' }).click();
    await page.getByRole('dialog').getByLabel('Password').fill(PASSWORD);
    await page.getByRole('dialog').getByRole('button', { name: 'Unlock', exact: true }).click();
    await expect(page.getByRole('dialog')).toBeHidden(SLOW);
    await page.getByRole('tab', { name: 'Wallet' }).click();
  });
  test.afterAll(async () => {
    await app.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  });

  test('calls that did not end well say what happened, what was found, and what to do', async () => {
    await expect(call('Withdraw 33.00', 'Refused, nothing was executed')).toContainText('preview it again');
    const partial = call('Redeem 2 markets', 'only a part of the effect');
    await expect(partial).toContainText('Compare the amounts below');
    await expect(partial).toContainText('expected +30.00');
    await expect(partial).toContainText(/from [\d,.]+, found/);
    const zero = call('Withdraw 25.00', 'no effect was found');
    await expect(zero).toContainText('look up the transaction');
    await expect(zero).toContainText('expected −25.00');
    const late = call('Withdraw 75.00', 'Late: sent');
    await expect(late).toContainText('Do not sign it again');
    await expect(section('Calls').getByRole('alert')).toHaveCount(4);
    await takeAllPictures('wallet-funds-held', section('Withdraw'));
    await takeAllPictures('wallet-calls', section('Calls'));
    expect(await listViolations(page)).toEqual([]);

    await late.getByRole('button', { name: 'Read again: Withdraw 75.00' }).click();
    await expect(late).toContainText('Late: sent');
    await late.getByRole('button', { name: 'Stop waiting: Withdraw 75.00' }).click();
    await expect(call('Withdraw 75.00', 'Stopped')).toBeVisible();
    await expect(section('Calls').getByRole('alert')).toHaveCount(3);
  });

  test('one market is redeemed by mouse', async () => {
    await expect(topBar()).toContainText('Unclaimed 90.00');
    await expect(section('Redeem').getByRole('listitem')).toHaveCount(3);
    await section('Redeem').getByRole('listitem').filter({ hasText: '30.00' }).getByRole('button').click();
    const form = pane().getByRole('form', { name: /^Redeem .*96,000/ });
    await expect(form).toContainText('pays 30.00');
    await form.getByRole('button', { name: 'Preview' }).click();
    await expect(form).toContainText('+30.00');
    await expect(form).toContainText('Redeems index sets 1, 2');
    await takeAllPictures('wallet-redeem', form);
    await form.getByLabel('Password').fill(PASSWORD);
    await form.getByRole('button', { name: 'Sign and send' }).click();
    await expect(call('Redeem 1 market', 'the balances changed as expected')).toBeVisible(SLOW);
    await expect(topBar()).toContainText('Unclaimed 60.00');
    // The nonce of the call that was stopped: only one of the two could run.
    await expect(call('Withdraw 75.00', 'Replaced: another transaction has its nonce')).toBeVisible();
  });

  test('everything else is redeemed in one transaction by keyboard, from the palette', async () => {
    await page.keyboard.press('Control+k');
    await page.keyboard.type('Redeem won');
    await expect(page.getByRole('option', { name: /Redeem won and voided markets/ })).toBeVisible();
    await page.keyboard.press('Enter');
    const form = pane().getByRole('form', { name: 'Redeem everything' });
    await expect(form.getByRole('button', { name: 'Preview' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(form).toContainText('+60.00');
    await expect(form.getByLabel('Password')).toBeFocused();
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press('Enter');
    await expect(call('Redeem 2 markets', 'the balances changed as expected')).toBeVisible(SLOW);
    await expect(section('Redeem')).toContainText('Nothing to redeem');
    await expect(topBar()).not.toContainText('Unclaimed');
    // The deposit without what was redeemed is what the splits cost: every set came back.
    await expect(topBar()).toContainText('10,000.00');
    expect(await listViolations(page)).toEqual([]);
  });
});
