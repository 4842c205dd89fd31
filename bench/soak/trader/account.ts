/** Steps about the account: set-up, lock and unlock, another account of the vault, exports, alerts. */
import type { Page } from 'playwright-core';
import { type Hands, isThere, type Step } from './hands.ts';

const PASSWORD = 'any password on paper';
const ACCOUNTS = ['Account 1', 'Second'] as const;

/** The wizard's paper path with its defaults, from the first dialog. */
async function finishWallet(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Open a paper account' }).click();
  await dialog.getByRole('button', { name: /^Continue with/ }).click();
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await dialog.getByRole('button', { name: /^Sign and send/ }).click();
  await dialog.getByText('The wallet is ready').waitFor();
  await dialog.getByRole('button', { name: 'Start trading' }).click();
  await dialog.waitFor({ state: 'hidden' });
}

async function switchTo(page: Page, label: string): Promise<void> {
  const menu = page.getByRole('banner').getByRole('button', { name: /^Account: / });
  await menu.click();
  await page.getByRole('menuitemradio', { name: label }).click();
  const dialog = page.getByRole('dialog', { name: `Switch to ${label}?` });
  await dialog.getByLabel('Password of the vault').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Switch', exact: true }).click();
  await dialog.waitFor({ state: 'hidden' });
  await page
    .getByRole('banner')
    .getByRole('button', { name: `Account: ${label}` })
    .waitFor();
}

/** A vault with two accounts, both ready to trade; the first one is selected. */
export async function setUpAccounts(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog');
  const banner = page.getByRole('banner');
  await banner.getByRole('button', { name: 'Set up wallet' }).click();
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Create key' }).click();
  await dialog.getByLabel('Password of the vault').fill(PASSWORD);
  await dialog.getByLabel('Backup password', { exact: true }).fill(`${PASSWORD}, backup`);
  await dialog.getByLabel('Backup password again').fill(`${PASSWORD}, backup`);
  await dialog.getByRole('button', { name: 'Write backup' }).click();
  await dialog.getByText('Backup verified').waitFor();
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await finishWallet(page);

  await banner.getByRole('button', { name: `Account: ${ACCOUNTS[0]}` }).click();
  await page.getByRole('menuitem', { name: 'Add an account…' }).click();
  await dialog.getByRole('textbox', { name: 'Label' }).fill(ACCOUNTS[1]);
  await dialog.getByLabel('Password of the vault').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Add account' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await switchTo(page, ACCOUNTS[1]);
  await banner.getByRole('button', { name: 'Finish wallet setup' }).click();
  await finishWallet(page);
  await switchTo(page, ACCOUNTS[0]);
}

/** The first account, where the other one is selected. */
export async function selectFirst(page: Page): Promise<void> {
  const now = await page
    .getByRole('banner')
    .getByRole('button', { name: /^Account: / })
    .getAttribute('aria-label');
  if (!now?.endsWith(ACCOUNTS[0])) await switchTo(page, ACCOUNTS[0]);
}

export async function unlock(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog');
  await page.getByRole('banner').getByRole('button', { name: 'Unlock' }).click();
  await dialog.getByLabel('Password').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Unlock', exact: true }).click();
  await dialog.waitFor({ state: 'hidden' });
}

export function listAccountSteps(hands: Hands): readonly Step[] {
  const { page, banner, pick, choose } = hands;
  return [
    {
      name: 'lock and unlock',
      weight: 1,
      async run() {
        await banner.getByRole('button', { name: 'Lock', exact: true }).click();
        const question = page.getByRole('dialog', { name: /^Lock with / });
        const unlockButton = banner.getByRole('button', { name: 'Unlock' });
        await question.or(unlockButton).first().waitFor();
        if (await question.isVisible()) await page.keyboard.press('Enter');
        await unlockButton.waitFor();
        await unlock(page);
        return true;
      },
    },
    {
      name: 'another account',
      weight: 1,
      async run() {
        const now = await banner.getByRole('button', { name: /^Account: / }).getAttribute('aria-label');
        await switchTo(page, now?.endsWith(ACCOUNTS[0]) ? ACCOUNTS[1] : ACCOUNTS[0]);
        return true;
      },
    },
    {
      name: 'export orders or fills',
      weight: 1,
      async run() {
        const menu = page.getByRole('button', { name: 'Filters, columns and export' }).first();
        if (!(await isThere(menu))) return false;
        await choose(menu, 'Export…');
        const dialog = page.getByRole('dialog', { name: 'Export' });
        await dialog.getByRole('radio', { name: pick(['Orders', 'Fills']) }).click();
        await dialog.getByRole('radio', { name: pick(['CSV', 'JSON']) }).click();
        await dialog.getByRole('button', { name: 'Export', exact: true }).click();
        await dialog.getByText(/ written\./).waitFor();
        await dialog.getByRole('button', { name: 'Close' }).click();
        await dialog.waitFor({ state: 'hidden' });
        return true;
      },
    },
    {
      name: 'alert',
      weight: 2,
      async run() {
        if ((await hands.readPrices()) === null) return false;
        await page.keyboard.press('Alt+A');
        const form = page.getByRole('form', { name: 'New alert' });
        await form.waitFor();
        await form.getByRole('button', { name: /^(Add|Create|Save|Set)/ }).click();
        await form.waitFor({ state: 'hidden' });
        const list = page.getByRole('grid', { name: 'Alerts' });
        await list
          .getByRole('button', { name: /^Remove/ })
          .first()
          .click();
        return true;
      },
    },
  ];
}
