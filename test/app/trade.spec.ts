/** First light: from a fresh profile to a filled order, a rested bid, a cancel, a lock and an unlock. */
import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { armTrading, openForTests } from './forTests.ts';
import { takePicture } from './picture.ts';
import { agreeToLock, clickLadderBid, readLadder, setUpWallet } from './steps.ts';
import { listViolations } from './violations.ts';

const PASSWORD = 'any password on paper';

test.describe('a newcomer on paper', () => {
  const terminal = openForTests();

  test('trades from a fresh profile: wizard, fill, resting bid, cancel, lock, unlock', async () => {
    const { page } = terminal;
    const topBar = page.getByRole('banner');
    const ticket = page.getByRole('form', { name: 'Order ticket' });
    const orders = page.locator('.orders');

    await test.step('markets are live before there is a wallet', async () => {
      await expect(topBar.getByText('Live', { exact: true })).toBeVisible();
      await expect(page.getByTestId('ladder')).toBeVisible();
      await expect.poll(async () => (await readLadder(page)).bestBid).not.toBeNull();
      await takePicture(page, 'first-light');
    });

    await test.step('the first click on a price opens the wizard', async () => {
      await clickLadderBid(page);
      await expect(page.getByRole('dialog')).toBeVisible();
      await takePicture(page, 'wizard-key');
    });

    await test.step('the wizard ends with a wallet that is ready', async () => {
      await setUpWallet(page, PASSWORD);
      await expect(topBar.getByText('10,000.00')).toBeVisible();
    });

    await test.step('a size beyond the balance is refused before it is sent', async () => {
      await armTrading(page);
      await ticket.getByRole('textbox', { name: 'Contracts' }).fill('90000');
      await ticket.getByRole('textbox', { name: 'Price' }).fill('0.99');
      await expect(ticket.getByRole('list', { name: "Why it can't be sent" })).toContainText(
        'Cost of one buy: at most',
      );
    });

    await test.step('a price off the tick keeps its text and says what is expected', async () => {
      await ticket.getByRole('textbox', { name: 'Contracts' }).fill('120');
      await ticket.getByRole('textbox', { name: 'Price' }).fill('0.615');
      await expect(ticket.getByText(/multiple of 0\.01/).first()).toBeVisible();
      await expect(ticket.getByRole('textbox', { name: 'Price' })).toHaveValue('0.615');
    });

    await test.step('buys at the ask; the fill is seen in orders, tape, positions and balances', async () => {
      await ticket.getByRole('button', { name: /^Use ask/ }).click();
      const price = ticket.getByRole('textbox', { name: 'Price' });
      // Two ticks through, so that a book that moves meanwhile is still met; the improvement is the taker's.
      await price.press('ArrowUp');
      await price.press('ArrowUp');
      await ticket.getByRole('button', { name: /^Place: buy 120 yes/ }).click();
      await expect(ticket.getByText(/filled/i).first()).toBeVisible();
      await takePicture(page, 'filled');
      await page.getByText('Positions', { exact: true }).first().click();
      await expect(page.getByRole('row').filter({ hasText: '120' }).first()).toBeVisible();
      // One order may meet several makers: each match is a fill of its own.
      await page.getByText('Fills', { exact: true }).first().click();
      const fills = page.locator('.fills tbody tr');
      const readFills = () =>
        fills.evaluateAll((rows) =>
          rows.map((row) => [...row.querySelectorAll('td')].slice(3, 5).map((cell) => cell.textContent ?? '')),
        );
      const sizeOf = ([, size]: string[]) => Number.parseFloat(size ?? '0');
      await expect.poll(async () => (await readFills()).reduce((sum, fill) => sum + sizeOf(fill), 0)).toBe(120);
      for (const [fillPrice = '', size = ''] of await readFills()) {
        // The tape adds up trades of one millisecond at one price, also those of others.
        const lines = page.getByTestId('tape-row').filter({ hasText: fillPrice });
        const sizes = () =>
          lines
            .locator('[title*=" contracts"]')
            .evaluateAll((cells) =>
              cells.map((cell) => Number.parseFloat((cell.getAttribute('title') ?? '0').replaceAll(',', ''))),
            );
        await expect.poll(async () => Math.max(...(await sizes()))).toBeGreaterThanOrEqual(Number.parseFloat(size));
      }
      await expect(topBar.getByText('10,000.00')).toBeHidden();
    });

    await test.step('rests a bid from the ladder and sees it there', async () => {
      await page.getByText('Orders', { exact: true }).first().click();
      const price = await clickLadderBid(page, 4);
      await expect(orders.getByRole('row').filter({ hasText: 'Resting' })).toHaveCount(1);
      await expect.poll(async () => (await readLadder(page)).ownBids).toContain(price);
      await takePicture(page, 'terminal');
    });

    await test.step('shows the life of an order, with its average price', async () => {
      const filled = orders.locator('tbody tr').filter({ hasText: 'Filled' }).first();
      await filled.focus();
      await page.keyboard.press('Enter');
      const dialog = page.getByRole('dialog', { name: /^Order \d+/ });
      await expect(dialog.getByRole('table', { name: 'Time line' }).getByRole('row')).toContainText([
        'Step',
        'Signed',
        'Sent',
        /Accepted|Filled/,
      ]);
      await expect(dialog.getByText('Average price').locator('..')).toContainText(/0\.\d+/);
      await takePicture(page, 'order-detail');
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
      await expect(filled).toBeFocused();
      await orders
        .getByRole('button', { name: /^Details of order/ })
        .first()
        .click();
      await expect(dialog).toBeVisible();
      expect(await listViolations(page)).toEqual([]);
      await dialog.getByRole('button', { name: 'Close' }).click();
    });

    await test.step('exports the orders to a file that main writes', async () => {
      await page.getByRole('button', { name: 'Filters, columns and export' }).click();
      await page.getByRole('menuitem', { name: 'Export…' }).click();
      const dialog = page.getByRole('dialog', { name: 'Export' });
      await dialog.getByRole('radio', { name: 'Some days' }).click();
      await expect(dialog.getByLabel('First day (UTC)')).toBeVisible();
      await dialog.getByRole('button', { name: 'Export', exact: true }).click();
      await expect(dialog.getByRole('status').first()).toContainText('2 orders');
      expect(await listViolations(page)).toEqual([]);
      await takePicture(page, 'export');
      const file = await dialog.getByRole('button', { name: /^Copy path/ }).getAttribute('title');
      const [header, ...rows] = readFileSync(file ?? '', 'utf8')
        .trimEnd()
        .split('\r\n');
      expect(header).toMatch(/^created_at,order_id,/);
      expect(rows).toHaveLength(2);
      await page.keyboard.press('Escape');
    });

    await test.step('cancels it, and the collateral is free again', async () => {
      await orders
        .getByRole('button', { name: /^Cancel/ })
        .first()
        .click();
      await expect(orders.getByRole('row').filter({ hasText: 'Resting' })).toHaveCount(0);
      await expect(topBar.getByText('Locked').locator('..')).toContainText('0.00');
    });

    await test.step('locks: nothing of the member is on screen; a wrong password says so; the right one opens', async () => {
      await topBar.getByRole('button', { name: 'Lock' }).click();
      await agreeToLock(page);
      // Not 'No position': behind a locked vault it is not known.
      await expect(page.getByTestId('ladder-holding')).toHaveText('The vault is locked');
      await topBar.getByRole('button', { name: 'Unlock' }).click();
      const dialog = page.getByRole('dialog');
      await takePicture(page, 'locked');
      await dialog.getByLabel('Password').fill('not this one');
      await dialog.getByRole('button', { name: 'Unlock' }).click();
      await expect(dialog.getByRole('alert')).toContainText(/password/i);
      await dialog.getByLabel('Password').fill(PASSWORD);
      await dialog.getByRole('button', { name: 'Unlock' }).click();
      await expect(dialog).toBeHidden();
      await expect(topBar.getByRole('button', { name: 'Disarmed · F8' })).toBeVisible();
      await page.getByText('Positions', { exact: true }).first().click();
      await expect(page.getByRole('row').filter({ hasText: '120' }).first()).toBeVisible();
    });
  });
});
