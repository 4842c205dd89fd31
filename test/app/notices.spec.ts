/** Notices end with their facts: unknown orders, fills, and what a panic ends. */
import { expect, type Page, test } from '@playwright/test';
import { armTrading, openForTests } from './forTests.ts';
import { takePictures } from './picture.ts';
import { unlockAccount } from './preparedAccount.ts';
import { agreeToLock, clickLadderBid } from './steps.ts';

async function typeCommand(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+K');
  const box = page.getByRole('combobox', { name: 'Search, or type an order' });
  await expect(box).toBeFocused();
  await box.fill(text);
  await expect(page.getByTestId('palette-plan')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(box).toBeHidden();
}

test.describe('notices', () => {
  const terminal = openForTests({ hasAccount: true });

  test('say what is true now: lost orders, fills, and what a panic ended', async () => {
    const { page } = terminal;
    const notices = page.getByTestId('notices');
    const shown = notices.locator('.notice > strong');
    const orders = page.locator('.orders');

    await test.step('an order whose answer is lost is unknown, and then what it turned out to be', async () => {
      await armTrading(page);
      await page.getByRole('tab', { name: 'Drills' }).click();
      const row = page.getByRole('listitem').filter({ hasText: 'The answer is lost' });
      await row.getByRole('button', { name: /^Start/ }).click();
      await expect(row.getByText('Running')).toBeVisible();
      await clickLadderBid(page, 6);
      await page.getByRole('tab', { name: 'Orders' }).click();
      await expect(orders.getByRole('row').filter({ hasText: 'Resting' })).toHaveCount(1);
      await expect(shown.filter({ hasText: /^Unknown/ })).toHaveCount(0);
      await notices.getByRole('button', { name: 'Notices' }).click();
      const history = page.getByRole('dialog', { name: 'Notices' });
      await expect(history.getByText(/^It rests: buy 100 yes/)).toBeVisible();
      await expect(history.getByText(/^Unknown: /)).toHaveCount(0);
      await takePictures(page, 'notices-history');
      await page.keyboard.press('Escape');
    });

    await test.step('a fill is a notice of its own', async () => {
      const ticket = page.getByRole('form', { name: 'Order ticket' });
      await ticket.getByRole('textbox', { name: 'Contracts' }).fill('120');
      await ticket.getByRole('button', { name: /^Use ask/ }).click();
      const price = ticket.getByRole('textbox', { name: 'Price' });
      await price.press('ArrowUp');
      await price.press('ArrowUp');
      await ticket.getByRole('button', { name: /^Place: buy 120 yes/ }).click();
      await expect(shown).toHaveText(/^Filled: buy 120 yes at 0\./);
      await takePictures(page, 'notices-fill');
    });

    await test.step('a panic says what it ended, and Armed goes', async () => {
      await typeCommand(page, 'stop sell yes 120 @ bid-8t limit -2t');
      await expect(shown).toHaveText(/^Armed: Stop: sell 120 yes/);
      await page.keyboard.press('F9');
      const report = page.getByTestId('panic-report');
      await expect(report).toContainText(/orders cancelled, .*1 conditional ended, \d+ yes in .+ now unprotected/);
      await expect(shown.filter({ hasText: /^Armed/ })).toHaveCount(0);
      await takePictures(page, 'notices-panic');
    });

    await test.step('the report of the panic leaves when trading is armed again', async () => {
      await armTrading(page);
      await expect(page.getByTestId('panic-report')).toHaveCount(0);
    });

    await test.step('a lock by hand says first what nobody watches; Escape does not lock', async () => {
      await typeCommand(page, 'stop sell yes 120 @ bid-8t limit -2t');
      await expect(shown).toHaveText(/^Armed: Stop/);
      const bar = page.getByRole('banner');
      await bar.getByRole('button', { name: 'Lock', exact: true }).click();
      const question = page.getByRole('dialog', { name: /^Lock with 1 open position and 1 conditional order\?$/ });
      await expect(question).toContainText('1 conditional order, until you unlock');
      await expect(question).toContainText(/\d+ yes in ./);
      await expect(question.getByRole('button', { name: 'Lock', exact: true })).toBeFocused();
      await takePictures(page, 'notices-lock');
      await page.keyboard.press('Escape');
      await expect(question).toBeHidden();
      await expect(bar.getByRole('button', { name: 'Lock', exact: true })).toBeVisible();
      // Unprotected from here: only the position is left to say.
      await page.keyboard.press('F9');
      await expect(page.getByTestId('panic-report')).toContainText('1 conditional ended');
      await armTrading(page);
      await page.keyboard.press('Control+L');
      await expect(page.getByRole('dialog', { name: 'Lock with 1 open position?', exact: true })).toBeVisible();
      await page.keyboard.press('Escape');
    });

    await test.step('the first screen after an unlock says what filled, what ended and what was not watched', async () => {
      await typeCommand(page, 'stop sell yes 120 @ bid-8t limit -2t');
      await expect(shown).toHaveText(/^Armed: Stop/);
      await page.keyboard.press('Control+L');
      await agreeToLock(page);
      await unlockAccount(page);
      const absence = page.getByTestId('absence');
      await expect(absence).toContainText(/While locked, .+: you locked it/);
      await expect(absence).toContainText('1 conditional order was not watched');
      await expect(absence).toContainText('Trading was disarmed');
      await takePictures(page, 'notices-absence');
      await absence.getByRole('button', { name: 'Dismiss' }).click();
      await expect(absence).toHaveCount(0);
    });
  });
});
