/** The panes of the account: their empty, locked and filled states, filters and columns, by mouse and by keyboard. */
import { expect, type Page, test } from '@playwright/test';
import { armTrading, openForTests } from './forTests.ts';
import { takePictures } from './picture.ts';
import { agreeToLock, clickLadderBid, readLadder, setUpWallet } from './steps.ts';
import { listViolations } from './violations.ts';

/** Cells whose text is wider than the cell, by header and text. */
async function listClipped(page: Page, label: string): Promise<string[]> {
  return page.getByRole('grid', { name: label }).evaluate((grid) => {
    const headers = [...grid.querySelectorAll('th')].map((th) => th.textContent ?? '');
    // Names and the life of an order have their whole text in a tooltip.
    const cells = [...grid.querySelectorAll<HTMLTableCellElement>('tbody td')];
    return cells
      .filter(
        (cell) =>
          cell.scrollWidth > cell.clientWidth + 1 && !['Market', 'Life'].includes(headers[cell.cellIndex] ?? ''),
      )
      .map((cell) => `${headers[cell.cellIndex]}: ${cell.textContent}`);
  });
}

const columnWidths = (page: Page, label: string): Promise<number[]> =>
  page
    .getByRole('grid', { name: label })
    .getByRole('columnheader')
    .evaluateAll((headers) => headers.map((header) => Math.round(header.getBoundingClientRect().width)));

test.describe('the panes of the account', () => {
  const terminal = openForTests();

  test('say what is missing, show orders, positions, fills and balances, and filter them', async () => {
    test.slow();
    const { page } = terminal;
    const topBar = page.getByRole('banner');
    const ticket = page.getByRole('form', { name: 'Order ticket' });
    const orders = page.getByRole('grid', { name: 'Orders' });
    const bodyRows = orders.locator('tbody tr');
    const open = (name: string) => page.getByRole('tab', { name }).click();

    await test.step('without a wallet each pane says so and offers the setup', async () => {
      await expect.poll(async () => (await readLadder(page)).bestBid).not.toBeNull();
      for (const name of ['Orders', 'Positions', 'Fills', 'Balances']) {
        await open(name);
        const pane = page.getByRole('tabpanel', { name, exact: true });
        await expect(pane.getByText('No account yet')).toBeVisible();
        await expect(
          pane.getByText(new RegExp(`^Your ${name.toLowerCase()} show once a wallet is set up`)),
        ).toBeVisible();
      }
      await takePictures(page, 'account-none');
      await page.locator('.balances').getByRole('button', { name: 'Set up a wallet' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await page.keyboard.press('Escape');
    });

    await test.step('a new account has no orders, and the pane says how to place one', async () => {
      await clickLadderBid(page);
      await setUpWallet(page, 'any password on paper');
      await open('Orders');
      await expect(page.getByText('No open orders')).toBeVisible();
      await expect(page.getByText(/^Click a price on the ladder/)).toBeVisible();
      await open('Positions');
      await expect(page.getByText('No positions')).toBeVisible();
      await open('Fills');
      await expect(page.getByText('No fills yet')).toBeVisible();
      await open('Orders');
      await takePictures(page, 'orders-empty');
    });

    await test.step('columns keep their widths while orders come, fill and end', async () => {
      await armTrading(page);
      await clickLadderBid(page, 6);
      await expect(bodyRows).toHaveCount(1);
      const widths = await columnWidths(page, 'Orders');
      await clickLadderBid(page, 5);
      await ticket.getByRole('textbox', { name: 'Contracts' }).fill('120');
      await ticket.getByRole('button', { name: /^Use ask/ }).click();
      await ticket.getByRole('textbox', { name: 'Price' }).press('ArrowUp');
      await ticket.getByRole('textbox', { name: 'Price' }).press('ArrowUp');
      await ticket.getByRole('button', { name: /^Place: buy 120 yes/ }).click();
      await expect(bodyRows.filter({ hasText: 'Filled' })).toHaveCount(1);
      await bodyRows
        .filter({ hasText: 'Resting' })
        .first()
        .getByRole('button', { name: /^Cancel order/ })
        .click();
      await expect(bodyRows.filter({ hasText: 'Cancelled' })).toHaveCount(1);
      expect(await columnWidths(page, 'Orders')).toEqual(widths);
      expect.soft(await listClipped(page, 'Orders')).toEqual([]);
      await expect(bodyRows.filter({ hasText: 'Filled' })).toContainText(/sent .* ms/);
      expect(await listViolations(page)).toEqual([]);
      await takePictures(page, 'orders');
    });

    await test.step('orders are filtered by words, state and side; one press shows all again', async () => {
      const search = page.getByRole('searchbox', { name: 'Find orders' });
      await search.fill('cancelled');
      await expect(bodyRows).toHaveCount(1);
      await expect(page.getByText('Shown: 1 of 3 orders, “cancelled”')).toBeVisible();
      await search.press('Escape');
      await expect(bodyRows).toHaveCount(3);
      const menu = page.getByRole('button', { name: 'Filters, columns and export' });
      await menu.focus();
      await page.keyboard.press('Enter');
      await page.getByRole('menuitemradio', { name: 'With fills' }).press('Enter');
      await expect(bodyRows).toHaveCount(1);
      await expect(page.getByText('Shown: 1 of 3 orders, with fills')).toBeVisible();
      await takePictures(page, 'orders-filtered');
      await menu.click();
      await page.getByRole('menuitemradio', { name: 'Sells' }).click();
      await expect(page.getByText('No order matches the filters')).toBeVisible();
      await page.getByRole('button', { name: 'Show all' }).click();
      await expect(bodyRows).toHaveCount(3);
      const cancel = page.getByRole('button', { name: /^Cancel these/ });
      await search.fill('filled');
      await expect(page.getByText('Shown: 1 of 3')).toBeVisible();
      await expect(cancel).toHaveCount(0);
      await search.fill('resting');
      await cancel.click();
      await expect(page.getByText('No order matches the filters')).toBeVisible();
      await search.press('Escape');
      await expect(bodyRows.filter({ hasText: 'Cancelled' })).toHaveCount(2);
    });

    await test.step('a hidden column is gone in this pane, and comes back', async () => {
      await page.getByRole('button', { name: 'Filters, columns and export' }).click();
      await page.getByRole('menuitem', { name: 'Columns' }).click();
      await page.getByRole('menuitemcheckbox', { name: 'Locked' }).click();
      await page.keyboard.press('Escape');
      await page.keyboard.press('Escape');
      await expect(orders.getByRole('columnheader', { name: 'Locked' })).toBeVisible();
      expect.soft(await listClipped(page, 'Orders')).toEqual([]);
    });

    await test.step('a position shows its gain at every size, and hides columns of its own', async () => {
      await open('Positions');
      const grid = page.getByRole('grid', { name: 'Positions' });
      for (const size of [
        { width: 1280, height: 720 },
        { width: 1440, height: 900 },
        { width: 2560, height: 1440 },
      ]) {
        await page.setViewportSize(size);
        // The layout follows the window some frames later.
        const measure = async () => {
          const box = (await grid.boundingBox())!;
          const heading = (await grid.getByRole('columnheader', { name: 'At the middle' }).boundingBox())!;
          const pane = (await page.locator('.positions').boundingBox())!;
          const actions = (await grid
            .getByRole('button', { name: /^Close / })
            .first()
            .boundingBox())!;
          // Leaves a table without room for all columns first.
          const fees = grid.getByRole('columnheader', { name: 'Fees' });
          const feesWidth = (await fees.count()) === 0 ? 0 : (await fees.boundingBox())!.width;
          return {
            isInPane: heading.x + heading.width <= actions.x && actions.x + actions.width <= pane.x + pane.width,
            isFeeNarrow: feesWidth < box.width / 8,
          };
        };
        await expect.poll(measure).toEqual({ isInPane: true, isFeeNarrow: true });
      }
      await page.setViewportSize({ width: 1440, height: 900 });
      expect.soft(await listClipped(page, 'Positions')).toEqual([]);
      await page.getByRole('button', { name: 'Columns of positions' }).click();
      await page.getByRole('menuitemcheckbox', { name: 'Break-even' }).click();
      await page.keyboard.press('Escape');
      await expect(grid.getByRole('columnheader', { name: 'Break-even' })).toHaveCount(0);
      expect(await listViolations(page)).toEqual([]);
      await takePictures(page, 'positions');
    });

    await test.step('fills are filtered by period and market', async () => {
      await open('Fills');
      const rows = page.getByRole('grid', { name: 'Fills' }).locator('tbody tr');
      await expect.poll(() => rows.count()).toBeGreaterThan(0);
      const count = await rows.count();
      const menu = page.getByRole('button', { name: 'Filters and columns of fills' });
      await menu.click();
      await page.getByRole('menuitemradio', { name: 'Last hour' }).click();
      await menu.click();
      await page.getByRole('menuitemradio', { name: 'The market of this colour' }).click();
      await expect(page.getByText(/^Shown: \d+ fills?, last hour, /)).toBeVisible();
      await expect(rows).toHaveCount(count);
      expect.soft(await listClipped(page, 'Fills')).toEqual([]);
      await takePictures(page, 'fills');
      await page.getByRole('button', { name: 'Show all' }).click();
      await expect(page.getByText(/^Shown: /)).toHaveCount(0);
    });

    await test.step('balances have the pending rewards in a section of their own', async () => {
      await open('Balances');
      await expect(page.getByRole('region', { name: 'Pending rewards' })).toContainText('USDC');
      expect.soft(await listClipped(page, 'Assets')).toEqual([]);
      expect(await listViolations(page)).toEqual([]);
      await takePictures(page, 'balances');
    });

    await test.step('behind a lock each pane says so and offers to unlock', async () => {
      await topBar.getByRole('button', { name: /^Lock/ }).click();
      await agreeToLock(page);
      await page.keyboard.press('Escape');
      await open('Orders');
      await expect(page.getByText('Your orders show when it is open.')).toBeVisible();
      await expect(page.locator('.orders').getByRole('button', { name: 'Unlock' })).toBeVisible();
      await takePictures(page, 'account-locked');
    });
  });
});
