/** Two accounts of one vault: added, switched, named and removed from the top bar of every window. */
import { expect, type Page, test } from '@playwright/test';
import { armTrading, openForTests } from './forTests.ts';
import { takePanePictures } from './picture.ts';
import { clickLadderBid, finishSetUp, readLadder, setUpWallet } from './steps.ts';
import { listViolations } from './violations.ts';

const PASSWORD = 'any password on paper';

test.describe('the accounts of a vault', () => {
  const terminal = openForTests();

  const openMenu = (page: Page, label: string) =>
    page
      .getByRole('banner')
      .getByRole('button', { name: `Account: ${label}` })
      .click();

  async function switchTo(page: Page, from: string, to: string, stays: string): Promise<void> {
    await openMenu(page, from);
    await page.getByRole('menuitemradio', { name: to }).click();
    const dialog = page.getByRole('dialog', { name: `Switch to ${to}?` });
    await expect(dialog).toContainText(stays);
    await dialog.getByLabel('Password of the vault').fill(PASSWORD);
    await takeAt(page, `accounts-switch-${to}`);
    await dialog.getByRole('button', { name: 'Switch', exact: true }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByText(`Switched to ${to}`).first()).toBeVisible();
    await expect(page.getByRole('banner').getByRole('button', { name: `Account: ${to}` })).toBeVisible();
  }

  /** Pictures at the two sizes of a small and a usual window. */
  async function takeAt(page: Page, name: string): Promise<void> {
    if (process.env.ADYTON_PANE_PICTURES === undefined) return;
    const before = page.viewportSize();
    for (const size of [
      { width: 1280, height: 720 },
      { width: 1440, height: 900 },
    ]) {
      await page.setViewportSize(size);
      await takePanePictures(page, name);
    }
    if (before !== null) await page.setViewportSize(before);
  }

  test('are switched with the password, each with its own orders, in every window', async () => {
    test.slow();
    const { page } = terminal;
    const bar = page.getByRole('banner');
    const rows = page.getByRole('grid', { name: 'Orders' }).locator('tbody tr');

    await test.step('the first account has a label and an order', async () => {
      await expect.poll(async () => (await readLadder(page)).bestBid).not.toBeNull();
      await expect(bar.getByText('Account 1')).toBeHidden();
      await clickLadderBid(page);
      await setUpWallet(page, PASSWORD);
      await expect(bar.getByRole('button', { name: 'Account: Account 1' })).toBeVisible();
      await armTrading(page);
      await clickLadderBid(page, 8);
      await page.getByRole('tab', { name: 'Orders' }).click();
      await expect(rows).toHaveCount(1);
    });

    await test.step('another account is added with a key of its own', async () => {
      await openMenu(page, 'Account 1');
      await takeAt(page, 'accounts-menu-one');
      await page.getByRole('menuitem', { name: 'Add an account…' }).click();
      const dialog = page.getByRole('dialog', { name: 'Add an account' });
      await dialog.getByRole('textbox', { name: 'Label' }).fill('account 1');
      await dialog.getByLabel('Password of the vault').fill(PASSWORD);
      await dialog.getByRole('button', { name: 'Add account' }).click();
      await expect(dialog).toContainText('Another account has this label');
      await dialog.getByRole('textbox', { name: 'Label' }).fill('Weather and hedges');
      await dialog.getByRole('radio', { name: 'Violet' }).click();
      await dialog.getByLabel('Password of the vault').fill(PASSWORD);
      await takeAt(page, 'accounts-add');
      expect(await listViolations(page)).toEqual([]);
      await dialog.getByRole('button', { name: 'Add account' }).click();
      await expect(dialog).toBeHidden();
    });

    await test.step('the question says how many orders stay, and the next account shows none of them', async () => {
      await switchTo(page, 'Account 1', 'Weather and hedges', '1 order of Account 1 stays at the exchange');
      await expect(rows).toHaveCount(0);
      await expect(page.getByText('No account is connected').first()).toBeVisible();
      await takeAt(page, 'accounts-switched');
    });

    await test.step('the next account is connected by the rest of the wizard', async () => {
      await bar.getByRole('button', { name: 'Finish wallet setup' }).click();
      await finishSetUp(page, PASSWORD);
      await expect(page.getByText('No open orders')).toBeVisible();
    });

    await test.step('a detached window shows the account too', async () => {
      const detached = await terminal.openingWindow(async () => {
        await page.getByRole('button', { name: 'Options of Ladder' }).press('Enter');
        await page.getByRole('menuitem', { name: /^Open in a window of its own/ }).click();
      });
      await expect(
        detached.getByRole('banner').getByRole('button', { name: 'Account: Weather and hedges' }),
      ).toBeVisible();
      await switchTo(detached, 'Weather and hedges', 'Account 1', 'Weather and hedges has no open order');
      await expect(bar.getByRole('button', { name: 'Account: Account 1' })).toBeVisible();
      await detached.getByRole('button', { name: 'Return the panes to the main window' }).click();
    });

    await test.step('the first account has its order again, and is disarmed', async () => {
      await page.getByRole('tab', { name: 'Orders' }).click();
      await expect(rows).toHaveCount(1);
      await expect(bar.getByRole('button', { name: /^Disarmed/ })).toBeVisible();
    });

    await test.step('a label changes with the password alone', async () => {
      await openMenu(page, 'Account 1');
      await page.getByRole('menuitem', { name: 'Label and colour…' }).click();
      const dialog = page.getByRole('dialog', { name: 'Label and colour' });
      await dialog.getByRole('textbox', { name: 'Label' }).fill('Main');
      await dialog.getByRole('radio', { name: 'Orange' }).click();
      await dialog.getByLabel('Password of the vault').fill('not the password');
      await dialog.getByRole('button', { name: 'Change' }).click();
      await expect(dialog.getByRole('alert')).toBeVisible();
      await dialog.getByLabel('Password of the vault').fill(PASSWORD);
      await dialog.getByRole('button', { name: 'Change' }).click();
      await expect(bar.getByRole('button', { name: 'Account: Main' })).toBeVisible();
    });

    await test.step('removing an account says what stays', async () => {
      await openMenu(page, 'Main');
      await takeAt(page, 'accounts-menu-two');
      await page.getByRole('menuitem', { name: 'Remove' }).click();
      await page.getByRole('menuitem', { name: 'Weather and hedges…' }).click();
      const dialog = page.getByRole('dialog', { name: 'Remove Weather and hedges?' });
      await expect(dialog).toContainText('Its key was never backed up here');
      await expect(dialog).toContainText('No open order was known when the account was used last');
      await expect(dialog).toContainText('accounts');
      await dialog.getByLabel('Password of the vault').fill(PASSWORD);
      await takeAt(page, 'accounts-remove');
      await dialog.getByRole('button', { name: 'Remove account' }).click();
      await expect(dialog).toBeHidden();
      await openMenu(page, 'Main');
      await expect(page.getByRole('menuitemradio')).toHaveCount(1);
      await page.keyboard.press('Escape');
    });

    await test.step('behind a lock the label stays and the menu is closed', async () => {
      await bar.getByRole('button', { name: 'Lock', exact: true }).click();
      await expect(bar.getByText('Main')).toBeVisible();
      await expect(bar.getByRole('button', { name: 'Account: Main' })).toHaveCount(0);
    });
  });
});
