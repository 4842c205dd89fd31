/** Getting out: a drag that moves an order, the preview of a flatten, a panic behind an open dialog. */
import { expect, type Page, test } from '@playwright/test';
import { armTrading, openForTests } from './forTests.ts';
import { takePictures } from './picture.ts';
import { clickLadderBid, readLadder } from './steps.ts';

/** Drags from one price of the ladder's bid column to another. */
async function dragBid(page: Page, from: number, to: number): Promise<void> {
  const canvas = page.getByTestId('ladder-canvas').first();
  const state = await readLadder(page);
  const data = await canvas.evaluate((element) => ({ ...(element as HTMLCanvasElement).dataset }));
  const rowHeight = Number.parseInt(data.rowHeight ?? '0', 10);
  const box = (await canvas.boundingBox())!;
  const x = box.x + Number.parseInt(data.bidX ?? '0', 10);
  const yOf = (price: number) => box.y + ((state.topPrice - price) / state.tick) * rowHeight + rowHeight / 2;
  await page.mouse.move(x, yOf(from));
  await page.mouse.down();
  await page.mouse.move(x, yOf(to), { steps: 4 });
  await expect(page.getByTestId('ladder-hint').first()).toContainText('Release to move');
  await page.mouse.up();
}

test.describe('getting out', () => {
  const terminal = openForTests({ hasAccount: true });

  test('moves an order by a drag, closes a position after its preview, and panics behind a dialog', async () => {
    const { page } = terminal;
    const topBar = page.getByRole('banner');
    const ticket = page.getByRole('form', { name: 'Order ticket' });
    const orders = page.locator('.orders');
    const resting = orders.getByRole('row').filter({ hasText: 'Resting' });

    await test.step('a wallet, armed', async () => {
      await armTrading(page);
    });

    await test.step('drags a resting bid two rows down: one order rests, at the new price', async () => {
      const from = await clickLadderBid(page, 4);
      await expect(resting).toHaveCount(1);
      await expect.poll(async () => (await readLadder(page)).ownBids).toEqual([from]);
      const to = from - 2 * (await readLadder(page)).tick;
      await dragBid(page, from, to);
      await expect.poll(async () => (await readLadder(page)).ownBids).toEqual([to]);
      await expect(resting).toHaveCount(1);
      await expect(page.getByText(/^Moved: /).first()).toBeVisible();
      await takePictures(page, 'moved-order');
    });

    await test.step('buys, and sees both ways out with their figures', async () => {
      await ticket.getByRole('textbox', { name: 'Contracts' }).fill('120');
      await ticket.getByRole('button', { name: /^Use ask/ }).click();
      const price = ticket.getByRole('textbox', { name: 'Price' });
      await price.press('ArrowUp');
      await price.press('ArrowUp');
      await ticket.getByRole('button', { name: /^Place: buy 120 yes/ }).click();
      await expect(ticket.getByText(/filled/i).first()).toBeVisible();
      await page.getByText('Positions', { exact: true }).first().click();
      await page.getByRole('button', { name: /^Close yes of/ }).click();
      const dialog = page.getByRole('dialog', { name: 'Close position' });
      await expect(dialog.getByRole('radio', { name: /^Sell yes/ })).toContainText('Worth after fees');
      await expect(dialog.getByRole('radio', { name: /^Buy no/ })).toContainText('Complete sets, locked');
      await expect(dialog.getByText(/^Cancel the open order of this market first/)).toBeVisible();
      await takePictures(page, 'flatten-preview');
    });

    await test.step('closes it: the resting order is cancelled, the position sold, the end told', async () => {
      await page.getByRole('dialog').getByRole('button', { name: 'Close position' }).click();
      const bar = page.getByTestId('flatten-report');
      await expect(bar).toContainText('Flat: 120 exited');
      await takePictures(page, 'flattened');
      await bar.getByRole('button', { name: 'Dismiss' }).click();
      await expect(bar).toBeHidden();
      await page.getByText('Orders', { exact: true }).first().click();
      await expect(resting).toHaveCount(0);
    });

    await test.step('panics by one key while a dialog is open', async () => {
      await clickLadderBid(page, 4);
      await expect(resting).toHaveCount(1);
      await orders
        .getByRole('button', { name: /^More for order/ })
        .first()
        .click();
      await page.getByRole('menuitem', { name: 'Move to price…' }).click();
      await expect(page.getByRole('dialog', { name: 'Move order' })).toBeVisible();
      await page.keyboard.press('F9');
      const bar = page.getByTestId('panic-report');
      await expect(bar).toContainText('Disarmed, 1 of 1 orders cancelled.');
      await page.keyboard.press('Escape');
      await expect(resting).toHaveCount(0);
      await expect(topBar.getByRole('button', { name: 'Disarmed · F8' })).toBeVisible();
      await takePictures(page, 'panic');
    });
  });
});
