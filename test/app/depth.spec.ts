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
    // The header is in the tab bar of the pane's group.
    const header = page.locator('.dock-actions[data-kind="depth"]');
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
});
