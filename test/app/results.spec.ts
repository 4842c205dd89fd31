/** Profit and loss: after a round trip, the results are what the balance changed by. */
import { expect, test } from '@playwright/test';
import { armTrading, openForTests } from './forTests.ts';
import { takePicture } from './picture.ts';

test.describe('results', () => {
  const terminal = openForTests({ hasAccount: true });

  test('are what a round trip changed the balance by, fees included', async () => {
    const { page } = terminal;
    const topBar = page.getByRole('banner');
    const ticket = page.getByRole('form', { name: 'Order ticket' });
    await armTrading(page);
    await expect(topBar.getByText('10,000.00').first()).toBeVisible();

    await test.step('a position shows its break-even price above its average, and the fees', async () => {
      await ticket.getByRole('textbox', { name: 'Contracts' }).fill('900');
      await ticket.getByRole('button', { name: /^Use ask/ }).click();
      for (let tick = 0; tick < 3; tick += 1) await ticket.getByRole('textbox', { name: 'Price' }).press('ArrowUp');
      await ticket.getByRole('button', { name: /^Place: buy/ }).click();
      await expect(ticket.getByText(/filled/i).first()).toBeVisible();
      await page.getByRole('tab', { name: 'Positions' }).click();
      const row = page.getByRole('grid', { name: 'Positions' }).locator('tbody tr').first();
      await expect(row).toContainText('900');
      const headers = await page.getByRole('grid', { name: 'Positions' }).getByRole('columnheader').allTextContents();
      const cells = await row.getByRole('gridcell').allTextContents();
      const readCell = (header: string): number => Number.parseFloat(cells[headers.indexOf(header)] ?? '');
      const [average, breakEven] = [readCell('Average'), readCell('Break-even')];
      expect(breakEven).toBeGreaterThan(average);
      await expect(row.getByLabel('Differs from the exchange')).toHaveCount(0);
      await takePicture(page, 'positions');
    });

    await test.step('selling all of it leaves a result that is the change of the balance', async () => {
      await page.getByRole('button', { name: /^Sell yes of/ }).click();
      for (let tick = 0; tick < 3; tick += 1) await ticket.getByRole('textbox', { name: 'Price' }).press('ArrowDown');
      await takePicture(page, 'ticket-sale');
      await ticket.getByRole('button', { name: /^Place: sell/ }).click();
      await page.getByRole('tab', { name: 'P&L' }).click();
      const row = page.getByRole('grid', { name: 'Profit and loss' }).locator('tbody tr').first();
      const amountIn = async (cell: number): Promise<number> => {
        const text = (await row.getByRole('gridcell').nth(cell).textContent()) ?? '';
        return Number.parseFloat(text.replaceAll(',', '').replace('−', '-'));
      };
      const readFree = async (): Promise<number> => {
        const text = (await topBar.getByText('Free').locator('..').textContent()) ?? '';
        return Number.parseFloat(text.replace('Free', '').replaceAll(',', ''));
      };
      // Gains are shown rounded down, money too: a cent apart at most.
      await expect.poll(async () => Math.abs(10_000 + (await amountIn(1)) - (await readFree())) < 0.011).toBe(true);
      expect(await amountIn(1)).toBeLessThan(0);
      expect(await amountIn(2)).toBe(0);
      expect(await amountIn(4)).toBeGreaterThan(0);
      await takePicture(page, 'results');
      const [realised, fees] = [await amountIn(1), await amountIn(4)];
      await page.getByRole('radio', { name: 'Days' }).click();
      await expect(page.getByRole('columnheader', { name: 'Day (UTC)' })).toBeVisible();
      expect([await amountIn(1), await amountIn(2)]).toEqual([realised, fees]);
    });
  });
});
