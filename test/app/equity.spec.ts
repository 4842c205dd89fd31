/** The Equity pane over stored rows: curve with its gap, days, drawdown, table; by mouse and keyboard. */
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { openEquityHistory } from '../../src/main/storage/equityHistory.ts';
import { toUsd } from '../../src/shared/units/usd.ts';
import { openForTests } from './forTests.ts';
import { takePictures } from './picture.ts';
import { setUpWallet } from './steps.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;

/** Writes an hour five days ago, and two days of rows before today with a night without any: a gain of 100, a fall of 250, a rise of 150; the program's own rows are 0. */
function storeHistory(dataFolder: string, account: string): void {
  const history = openEquityHistory(path.join(dataFolder, 'paper', 'history.sqlite'), () => Date.now());
  const today = Math.floor(Date.now() / DAY) * DAY;
  const write = (fromMs: number, minutes: number, from: number, to: number): void => {
    for (let minute = 0; minute < minutes; minute += 1) {
      const pnl = toUsd(BigInt(Math.round((from + ((to - from) * minute) / (minutes - 1)) * 1_000_000)));
      history.append({
        account,
        atMs: fromMs + minute * MINUTE,
        cash: toUsd(10_000_000_000n + pnl),
        positions: toUsd(0n),
        unrealized: toUsd(0n),
        realized: pnl,
        fees: toUsd(0n),
        unpriced: 0,
      });
    }
  };
  write(today - 5 * DAY, 60, 0, 0);
  write(today - 2 * DAY, 600, 0, 100);
  write(today - DAY, 700, 100, -150);
  write(today - DAY + 700 * MINUTE, 740, -150, 0);
  history.close();
}

test.describe('equity', () => {
  const terminal = openForTests();

  test('draws the stored rows with their gap, the days and the drawdown, and has them as a table', async () => {
    const { page, dataFolder } = terminal;
    await page.getByRole('tab', { name: 'Equity' }).click();
    await expect(page.getByRole('tabpanel', { name: 'Equity' }).getByText('No account yet')).toBeVisible();
    await expect(page.getByRole('banner').getByText('Live', { exact: true })).toBeVisible();
    await page.keyboard.press('F8');
    await setUpWallet(page, 'any password on paper');
    const setup = await page.evaluate(() => window.adyton.wallet.read({}));
    if (!setup.ok) throw new Error(`Expected a wallet, found ${setup.error.code}`);
    storeHistory(dataFolder, setup.value.safe);

    const pane = page.getByTestId('equity');
    // Another period is read at once.
    await page.getByRole('radiogroup', { name: 'Period' }).getByRole('radio', { name: 'Month' }).click();
    const plot = pane.getByTestId('equity-plot');
    await expect(plot.locator('.recharts-area-curve')).toBeVisible();
    await expect(pane).toContainText('Largest drawdown250.00');
    await expect(pane).toContainText('In the period0.00');
    await test.step('the night without rows is a gap: the curve has two parts', async () => {
      const curve = (await plot.locator('.recharts-area-curve').getAttribute('d')) ?? '';
      expect(curve.match(/M/g)?.length).toBeGreaterThanOrEqual(2);
      await takePictures(page, 'equity-pnl');
    });
    await test.step('a point says its time and values', async () => {
      const box = (await plot.boundingBox())!;
      await page.mouse.move(box.x + box.width - 90, box.y + box.height / 2);
      await expect(plot.getByText(/^P&L [+−]?\d+\.\d\d$/)).toBeVisible();
    });
    await test.step('days are bars, each at its place in time', async () => {
      await page.getByRole('radiogroup', { name: 'Equity as' }).getByRole('radio', { name: 'Days' }).click();
      await expect(plot.locator('.recharts-bar-rectangle').nth(1)).toBeAttached();
      // Three days have rows, today not yet.
      await expect(plot.locator('.recharts-xAxis .recharts-cartesian-axis-tick').nth(4)).toBeAttached();
      await takePictures(page, 'equity-days');
    });
    await test.step('the table has every day, by keyboard', async () => {
      await page
        .getByRole('radiogroup', { name: 'Equity as' })
        .getByRole('radio', { name: 'Days' })
        .press('ArrowRight');
      const rows = page.getByRole('grid', { name: 'Result of each day' }).locator('tbody tr');
      // Nothing was stored in the night before: the result counts from the last row of the evening.
      await expect(rows.filter({ hasText: '−100.00' })).toContainText(/\d+ \w+, \d\d:\d\d/);
      await takePictures(page, 'equity-table');
    });
    await test.step('another workspace lets go of the plot', async () => {
      await page.getByRole('radiogroup', { name: 'Equity as' }).getByRole('radio', { name: 'P&L' }).click();
      await expect(plot.locator('.recharts-wrapper')).toBeVisible();
      const wrapper = await page.evaluateHandle(() => new WeakRef(document.querySelector('.recharts-wrapper')!));
      const session = await page.context().newCDPSession(page);
      const workspace = (name: string) => page.getByRole('banner').getByRole('button', { name: `Workspaces: ${name}` });
      await page.keyboard.press('Control+2');
      await expect(workspace('Scalper')).toBeVisible();
      await expect
        .poll(
          async () => {
            await session.send('HeapProfiler.collectGarbage');
            return wrapper.evaluate((plot) => plot.deref() === undefined);
          },
          { timeout: 30_000 },
        )
        .toBe(true);
      await page.keyboard.press('Control+1');
      await expect(workspace('One market')).toBeVisible();
    });
    await test.step('behind a lock no figure shows', async () => {
      await page.getByRole('button', { name: 'Lock', exact: true }).click();
      await expect(page.getByTestId('equity')).toHaveCount(0);
    });
  });
});
