/** The ladder as a trader uses it: sizes of seven digits, a press while the book moves, keys, another market. */
import { expect, type Page, test } from '@playwright/test';
import { listClippedTexts } from './clippedTexts.ts';
import { openForTests } from './forTests.ts';
import { takePictures } from './picture.ts';
import { readLadder } from './steps.ts';
import { listViolations } from './violations.ts';

const SIZES = [
  { width: 1280, height: 720 },
  { width: 1440, height: 900 },
  { width: 2560, height: 1440 },
] as const;

/** Texts of the ladder's lines and hint that do not fit their box. */
function listCut(page: Page): Promise<string[]> {
  return page
    .getByTestId('ladder')
    .first()
    .evaluate((ladder) =>
      [
        ...ladder.querySelectorAll(
          '.ladder-foot, .ladder-holding, .ladder-acts, .ladder-size, .ladder-head span, .chip',
        ),
      ]
        .filter((box) => box.scrollWidth > box.clientWidth + 1 || box.scrollHeight > box.clientHeight + 1)
        .map((box) => `${box.className}: ${box.textContent}`),
    );
}

test.describe('the ladder', () => {
  const terminal = openForTests({ hasAccount: true });

  test('names its market, holds large sizes, keeps still under a press and works from the keyboard', async () => {
    const { page } = terminal;
    const ladder = page.getByTestId('ladder').first();
    const canvas = page.getByTestId('ladder-canvas').first();
    const hint = page.getByTestId('ladder-hint').first();
    const topBar = page.getByRole('banner');
    const ticket = page.getByRole('form', { name: 'Order ticket' });
    const resting = page.locator('.orders').getByRole('row').filter({ hasText: 'Resting' });

    await test.step('names its market and outcome, and says that nothing is held', async () => {
      await expect.poll(async () => (await readLadder(page)).bestBid).not.toBeNull();
      await expect(ladder.getByTestId('ladder-market')).not.toBeEmpty();
      await expect(ladder.getByTestId('ladder-holding')).toHaveText('No position');
      await expect(ladder.getByTestId('trust')).toContainText('live');
    });

    await test.step('a low pane keeps rows of prices', async () => {
      const setHeight = (height: string) =>
        ladder.evaluate((one, value) => {
          one.style.height = value;
        }, height);
      const countRows = () =>
        canvas.evaluate((one) => one.clientHeight / Number((one as HTMLCanvasElement).dataset.rowHeight));
      await setHeight('170px');
      await expect.poll(countRows).toBeGreaterThan(4);
      await setHeight('');
      await expect.poll(countRows).toBeGreaterThan(10);
    });

    await test.step('a wallet, armed', async () => {
      await page.keyboard.press('F8');
      await expect(topBar.getByRole('button', { name: 'Armed · F8', exact: true })).toBeVisible();
    });

    await test.step('a preset and a size of seven digits are whole at every window size, and so is the hint', async () => {
      await ladder.getByRole('button', { name: '1k', exact: true }).click();
      await expect(ladder.getByTestId('ladder-size')).toHaveText('1,000');
      await expect(ticket.getByRole('textbox', { name: 'Contracts' })).toHaveValue('1000');
      await ticket.getByRole('textbox', { name: 'Contracts' }).fill('1234567');
      await expect(ladder.getByTestId('ladder-size')).toHaveText('1,234,567');
      for (const size of SIZES) {
        await page.setViewportSize(size);
        // The columns move until the new width has been drawn.
        await expect(async () => {
          const bidX = Number(await canvas.getAttribute('data-bid-x'));
          await canvas.hover({ position: { x: bidX, y: 200 } });
          await expect(hint).toContainText('1,234,567', { timeout: 1_000 });
          expect(await listCut(page), `${size.width}`).toEqual([]);
        }).toPass({ timeout: 20_000 });
      }
      await takePictures(page, 'ladder-large');
      await page.setViewportSize(SIZES[1]);
    });

    await test.step('edits the presets by keyboard and says what is wrong with them', async () => {
      await ladder.getByRole('button', { name: 'Edit the sizes' }).press('Enter');
      const field = ladder.getByRole('textbox', { name: /^Sizes of this ladder/ });
      await field.fill('120 abc');
      await expect(field).toHaveAttribute('aria-invalid', 'true');
      await field.fill('120 1.5k 50%');
      await field.press('Enter');
      await ladder.getByRole('button', { name: '120', exact: true }).click();
      await expect(ladder.getByTestId('ladder-size')).toHaveText('120');
    });

    await test.step('an order by the cursor rests there and says between which bounds the contracts ahead of it are', async () => {
      await canvas.focus();
      for (let step = 0; step < 5; step += 1) await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await expect(resting).toHaveCount(1);
      await expect(hint).toContainText(/Own 120, [\d,]+( to [\d,]+)? ahead/, { timeout: 15_000 });
    });

    await test.step('moves it by keys alone', async () => {
      const [from] = (await readLadder(page)).ownBids;
      await page.keyboard.press('m');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('ArrowDown');
      await expect(hint).toContainText('Enter moves 120');
      await page.keyboard.press('Enter');
      const { tick } = await readLadder(page);
      await expect.poll(async () => (await readLadder(page)).ownBids).toEqual([from! - 2 * tick]);
      await page.keyboard.press('Shift+Delete');
      await expect(resting).toHaveCount(0);
    });

    await test.step('no row moves between press and release, whatever the wheel and the keys do', async () => {
      const { topPrice, tick } = await readLadder(page);
      const data = await canvas.evaluate((element) => ({ ...(element as HTMLCanvasElement).dataset }));
      const box = (await canvas.boundingBox())!;
      const rowHeight = Number(data.rowHeight);
      const row = Number(data.rows) - 2;
      await page.mouse.move(box.x + Number(data.bidX), box.y + (row + 0.5) * rowHeight);
      await page.mouse.down();
      await page.mouse.wheel(0, 400);
      expect((await readLadder(page)).topPrice).toBe(topPrice);
      await page.mouse.up();
      await expect.poll(async () => (await readLadder(page)).ownBids).toEqual([topPrice - row * tick]);
    });

    await test.step('cancels one side from its own line, and trades at the best prices by keys', async () => {
      await page.mouse.move(1, 1);
      await ladder.getByRole('button', { name: 'Cancel 1 bid' }).click();
      await expect(resting).toHaveCount(0);
      await expect(ladder.getByRole('button', { name: 'Cancel 0 bids' })).toBeDisabled();
      await canvas.focus();
      await page.keyboard.press('Alt+b');
      // At once: a bid at the best price may fill.
      await ladder.getByRole('button', { name: 'Cancel 1 bid' }).click();
      await page.keyboard.press('Alt+Shift+B');
      const close = ladder.getByRole('button', { name: /^Close/ });
      await expect(close).toHaveText(/^Close [+−]\d/);
      await expect(close).toHaveAttribute('title', /Held to the end: [+−][\d.,]+ if yes, [+−][\d.,]+ if no/);
      await close.click();
      await expect(page.getByRole('dialog', { name: /Flatten/ })).toBeVisible();
      await page.keyboard.press('Escape');
      await page.keyboard.press('?');
      await page.keyboard.type('pick up');
      await expect(page.getByRole('dialog', { name: 'Keys' })).toContainText('M');
      await page.keyboard.press('Escape');
    });

    await test.step('columns are chosen by keys, none of them cuts a text, and narrow ladders leave some out', async () => {
      await page.mouse.move(1, 1);
      await page.setViewportSize(SIZES[0]);
      const columns = page.getByRole('button', { name: 'Columns of the ladder' });
      const choose = async (name: string): Promise<void> => {
        await columns.press('Enter');
        await page.getByRole('menuitemcheckbox', { name, exact: true }).press('Enter');
        await page.keyboard.press('Escape');
      };
      const head = ladder.locator('.ladder-head');
      await choose('Probability');
      await expect(head).toContainText('%Bid');
      await expect.poll(() => listClippedTexts(page)).toEqual([]);
      await takePictures(page, 'ladder-columns');
      await choose('P&L');
      await expect(head).not.toContainText('P&L');
      await choose('Probability');
      await expect(head).toContainText(/^Bid/);
      await expect.poll(() => listClippedTexts(page)).toEqual([]);
      await choose('P&L');
      await expect(head).toContainText(/^P&L/);
    });

    await test.step('another market disarms, and the ladder names it', async () => {
      const before = await ladder.getByTestId('ladder-market').textContent();
      await page.getByRole('option', { selected: false }).first().click();
      await expect(ladder.getByTestId('ladder-market')).not.toHaveText(before ?? '');
      await expect(topBar.getByRole('button', { name: 'Disarmed · F8' })).toBeVisible();
      await expect(page.getByText('Trading was disarmed').first()).toBeVisible();
      expect(await listViolations(page)).toEqual([]);
    });
  });
});
