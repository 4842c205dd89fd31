/** The Depth pane: sums at a price by pointer and keys, the other outcome, own orders. */
import { expect, test } from '@playwright/test';
import { openForTests } from './forTests.ts';
import { takePictures } from './picture.ts';
import { readLadder } from './steps.ts';

test.describe('depth', () => {
  const terminal = openForTests();

  test('reads contracts, dollars and average to a price, in either outcome', async () => {
    const { page } = terminal;
    await expect.poll(async () => (await readLadder(page)).bestBid).not.toBeNull();
    await page.getByRole('tab', { name: 'Depth' }).click();
    const canvas = page.getByTestId('depth-canvas');
    const header = page.locator('.depth-controls');
    const reading = page.getByTestId('depth-reading');
    await expect(reading).toContainText('Point at a price');

    await test.step('the keys begin at the best price and go away from it', async () => {
      await canvas.focus();
      await page.keyboard.press('ArrowLeft');
      await expect(reading).toContainText(/^Sell to 0\.\d\d: [\d,.]+ contracts, [\d,]+\.\d\d, average 0\.\d{4}$/);
      const sumOf = async (): Promise<number> =>
        Number.parseInt((/: ([\d,]+)/.exec((await reading.textContent()) ?? '')?.[1] ?? '').replaceAll(',', ''), 10);
      const best = await sumOf();
      await page.keyboard.press('Shift+ArrowLeft');
      await expect.poll(sumOf).toBeGreaterThan(best);
      await page.keyboard.press('Escape');
      await expect(reading).toContainText('Point at a price');
    });

    await test.step('the pointer reads each side', async () => {
      const box = (await canvas.boundingBox())!;
      await page.mouse.move(box.x + 10, box.y + box.height / 2);
      await expect(reading).toContainText(/^Sell to 0\.\d\d/);
      await page.mouse.move(box.x + box.width - 10, box.y + box.height / 2);
      await expect(reading).toContainText(/^Buy to 0\.\d\d/);
      await takePictures(page, 'depth');
    });

    await test.step('the other outcome and a narrower range', async () => {
      await header.getByRole('radio', { name: 'No' }).click();
      await header.getByRole('radio', { name: '±10¢' }).click();
      await canvas.focus();
      await page.keyboard.press('ArrowRight');
      const { bestBid } = await readLadder(page);
      await expect(reading).toContainText(`Buy to ${(1 - (bestBid ?? 0) / 1_000_000).toFixed(2)}`);
      await takePictures(page, 'depth-no');
    });
  });

  test('a pane behind another tab streams nothing, and a chart shows the same part of time when it is back', async () => {
    const { page } = terminal;
    const show = (tab: string) => page.getByRole('tab', { name: tab, exact: true }).click();
    const books = page
      .getByRole('grid', { name: 'Streams' })
      .locator('tbody tr')
      .filter({ hasText: /^market / });

    await test.step('only the event pane in front streams the books of all outcomes', async () => {
      await show('Health');
      await show('Event');
      await expect.poll(() => books.count()).toBeGreaterThan(1);
      await show('Chart');
      await expect(books).toHaveCount(1);
    });

    await test.step('the zoom is kept', async () => {
      const plot = page.getByTestId('chart-plot');
      await page.locator('.chart-controls').getByText('1h', { exact: true }).click();
      const box = (await plot.boundingBox())!;
      /** The candle at one place of the plot, once two readings agree: without the pointer the newest candle is described. */
      const readBar = async (): Promise<string> => {
        const bar = page.getByTestId('chart').getByRole('status').filter({ hasText: 'Open' });
        let last = '';
        const isSettled = async (): Promise<boolean> => {
          const before = last;
          await page.mouse.move(0, 0);
          await page.mouse.move(box.x + box.width * 0.3, box.y + box.height / 2);
          // The text follows in the next frames.
          await page.evaluate(() => new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next))));
          last = (await bar.textContent()) ?? '';
          return last === before;
        };
        await expect.poll(isSettled).toBe(true);
        return last;
      };
      const usual = await readBar();
      await plot.focus();
      for (let time = 0; time < 3; time += 1) await page.keyboard.press('+');
      await expect.poll(readBar).not.toBe(usual);
      const zoomed = await readBar();
      await show('Depth');
      await show('Chart');
      await expect.poll(readBar).toBe(zoomed);
    });
  });
});
