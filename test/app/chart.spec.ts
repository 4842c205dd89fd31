/** The chart as a person uses it: moves an order by its line, reads fills, draws levels, adds indicators and outcomes. */
import { expect, type Locator, type Page, test } from '@playwright/test';
import { openForTests } from './forTests.ts';
import { takePictures } from './picture.ts';
import { clickLadderBid, readLadder } from './steps.ts';

/** From now on, notes how far each label that a canvas draws in its middle reaches over the left edge. */
function watchLabels(): void {
  const labels: { text: string; left: number }[] = [];
  const draw = CanvasRenderingContext2D.prototype.fillText;
  CanvasRenderingContext2D.prototype.fillText = function (text, x, y, most) {
    const left = x - this.measureText(text).width / 2;
    if (this.textAlign === 'center' && text !== '') labels.push({ text, left });
    if (most === undefined) draw.call(this, text, x, y);
    else draw.call(this, text, x, y, most);
  };
  Object.assign(window, { drawnLabels: labels });
}

/** Drags a handle by whole pixels and leaves the button pressed. */
async function pressAndMove(page: Page, handle: Locator, by: number): Promise<void> {
  const box = (await handle.boundingBox())!;
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x, y + by, { steps: 6 });
}

const priceOf = async (handle: Locator): Promise<number> =>
  Number.parseInt((await handle.getAttribute('data-price')) ?? '', 10);

test.describe('chart', () => {
  const terminal = openForTests({ hasAccount: true });

  test('moves orders, groups fills, draws levels, lines and the other outcome', async () => {
    const { page } = terminal;
    const chart = page.getByTestId('chart');
    const plot = chart.getByTestId('chart-plot');
    const legend = chart.getByTestId('chart-legend');
    const menu = page.getByRole('button', { name: 'What the chart draws' });
    const ticket = page.getByRole('form', { name: 'Order ticket' });
    const order = chart.getByRole('slider', { name: /^Own bid/ });
    const choose = async (name: string | RegExp): Promise<void> => {
      await menu.click();
      await page
        .getByRole('menuitem', { name })
        .or(page.getByRole('menuitemradio', { name }))
        .or(page.getByRole('menuitemcheckbox', { name }))
        .click();
      // A choice of several leaves the menu open.
      if (await page.getByRole('menu').count()) await page.keyboard.press('Escape');
      await expect(page.getByRole('menu')).toHaveCount(0);
    };

    await test.step('no time is cut at the left edge, wherever the plot is scrolled to', async () => {
      await plot.focus();
      await expect(legend).toContainText(/C 0\.\d+/);
      await page.evaluate(watchLabels);
      for (let at = 0; at < 8; at += 1) await page.keyboard.press('+');
      const labels = () => page.evaluate(() => (window as never as { drawnLabels: { left: number }[] }).drawnLabels);
      await expect.poll(async () => (await labels()).length).toBeGreaterThan(8);
      expect((await labels()).filter(({ left }) => left < 0)).toEqual([]);
      await page.keyboard.press('0');
    });

    await test.step('a wallet, armed, and a resting bid', async () => {
      await expect.poll(async () => (await readLadder(page)).bestBid).not.toBeNull();
      await page.keyboard.press('F8');
      await expect(page.getByRole('button', { name: 'Armed · F8', exact: true })).toBeVisible();
      await clickLadderBid(page, 3);
      await expect(order).toBeVisible();
    });

    await test.step('Escape ends a drag, and the order stays', async () => {
      const from = await priceOf(order);
      await pressAndMove(page, order, 60);
      await expect(order).toHaveAttribute('aria-valuetext', /^to /);
      await page.keyboard.press('Escape');
      await page.mouse.up();
      await expect.poll(() => priceOf(order)).toBe(from);
      expect((await readLadder(page)).ownBids).toEqual([from]);
    });

    await test.step('a drag to another price moves the order', async () => {
      const from = await priceOf(order);
      await pressAndMove(page, order, 60);
      await expect(order).toHaveAttribute('aria-valuetext', /^to /);
      const to = await priceOf(order);
      expect(to).toBeLessThan(from);
      await takePictures(page, 'chart-drag');
      await page.mouse.up();
      await expect(page.getByText(/^Moved: /).first()).toBeVisible();
      await expect.poll(async () => (await readLadder(page)).ownBids).toEqual([to]);
      await expect.poll(() => priceOf(order)).toBe(to);
    });

    await test.step('arrow keys and Enter move it too', async () => {
      const { tick } = await readLadder(page);
      const from = await priceOf(order);
      await order.focus();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('ArrowDown');
      expect((await readLadder(page)).ownBids).toEqual([from]);
      await page.keyboard.press('Enter');
      await expect.poll(async () => (await readLadder(page)).ownBids).toEqual([from - 2 * tick]);
    });

    await test.step('fills of one candle and direction are one mark, listed under the pointer', async () => {
      for (const size of ['120', '80']) {
        await ticket.getByRole('textbox', { name: 'Contracts' }).fill(size);
        await ticket.getByRole('button', { name: /^Use ask/ }).click();
        await ticket.getByRole('textbox', { name: 'Price' }).press('ArrowUp');
        await ticket.getByRole('textbox', { name: 'Price' }).press('ArrowUp');
        await ticket.getByRole('button', { name: new RegExp(`^Place: buy ${size} yes`) }).click();
        await expect(ticket.getByText(new RegExp(`Filled: buy ${size} yes`)).first()).toBeVisible();
      }
      await plot.focus();
      const tip = chart.getByTestId('chart-tip');
      await expect(async () => {
        await page.keyboard.press('ArrowRight');
        await expect(tip).toBeVisible({ timeout: 500 });
      }).toPass();
      await expect(tip).toContainText(/Bought (80|120|200) yes at/);
      // As exact as in the positions, although the axis writes whole ticks.
      await expect(chart.getByRole('slider', { name: 'Average price of 200 yes' })).toHaveText(/^Avg 0\.\d{4}$/);
      await takePictures(page, 'chart-fills');
      await page.keyboard.press('Escape');
    });

    await test.step('the keys reach the first candle, and what can be done at a price', async () => {
      const read = chart.getByRole('status').filter({ hasText: /^Open/ });
      const showNewest = chart.getByRole('button', { name: 'Show the newest candle' });
      await plot.focus();
      await page.keyboard.press('Home');
      // By key: a pointer would have a crosshair of its own.
      await showNewest.press('Enter');
      await expect(showNewest).toBeHidden();
      await expect(plot).toBeFocused();
      await page.keyboard.press('Escape');
      await page.keyboard.press('0');
      await page.keyboard.press('End');
      const newest = await read.textContent();
      await page.keyboard.press('Home');
      await expect(read).not.toHaveText(newest!);
      const first = await read.textContent();
      await page.keyboard.press('PageDown');
      await expect(read).not.toHaveText(first!);
      await page.keyboard.press('End');
      // Ten ticks and two more over the close: above the price of now.
      await page.keyboard.press('Shift+ArrowUp');
      await page.keyboard.press('ArrowUp');
      await page.keyboard.press('ArrowUp');
      await page.keyboard.press('Enter');
      await page.getByRole('menuitem', { name: /^Alert at 0\.\d\d$/ }).click();
      const alert = chart.getByRole('slider', { name: /^Alert: Middle of the book of Yes crosses above 0\.\d\d/ });
      await expect(alert).toHaveText('Alert ↑');
      await alert.press('Enter');
      await expect(page.getByRole('form', { name: 'Change the alert' })).toBeVisible();
      await page.keyboard.press('Escape');
      // Under the price of now it crosses the other way: so far under it that the market does not reach it meanwhile.
      const from = await priceOf(alert);
      await pressAndMove(page, alert, (await plot.boundingBox())!.height * 0.8);
      await page.mouse.up();
      const moved = chart.getByRole('slider', { name: /^Alert: .* crosses below/ });
      await expect(moved).toHaveText('Alert ↓');
      expect(await priceOf(moved)).toBeLessThan(from);
      await takePictures(page, 'chart-alert');
      await moved.press('Delete');
      await expect(moved).toHaveCount(0);
      await plot.click({ button: 'right', position: { x: 90, y: 60 } });
      const buy = page.getByRole('menuitem', { name: /^Ticket: buy yes at/ });
      const price = /at (0\.\d\d)/.exec((await buy.textContent())!)![1]!;
      await buy.click();
      await expect(ticket.getByRole('textbox', { name: 'Price' })).toHaveValue(price);
    });

    await test.step('a level is added by a key, labelled, moved, kept in the other view, and removed', async () => {
      const { tick } = await readLadder(page);
      await plot.focus();
      await page.keyboard.press('l');
      const level = chart.getByRole('slider', { name: /^Level/ });
      await expect(level).toBeVisible();
      await level.press('Enter');
      await page.getByRole('dialog').getByLabel('Label').fill('support');
      await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
      await expect(level).toHaveText('support');
      const price = await priceOf(level);
      await level.press('ArrowUp');
      await level.press('Enter');
      await expect.poll(() => priceOf(level)).toBe(price + tick);
      await choose(/^No: prices/);
      await expect.poll(() => priceOf(level)).toBe(1_000_000 - price - tick);
      await expect(chart.getByRole('slider', { name: /^Own ask/ })).toBeVisible();
      await choose('Yes');
      await level.press('Delete');
      await expect(level).toHaveCount(0);
    });

    await test.step('indicators and other outcomes are in the legend with their values', async () => {
      await menu.click();
      await page.getByRole('menuitem', { name: 'Indicators…' }).click();
      const dialog = page.getByRole('dialog', { name: 'Indicators' });
      await dialog.getByRole('radio', { name: 'From 00:00 UTC' }).click();
      await dialog.getByLabel('Candles').fill('9');
      await dialog.getByRole('button', { name: 'Add', exact: true }).click();
      await expect(dialog.getByRole('listitem')).toHaveText(/SMA 9/);
      await dialog.getByLabel('Candles').fill('500');
      await expect(dialog.getByText('Expected a whole number from 2 to 200')).toBeVisible();
      await dialog.getByRole('button', { name: 'Close' }).click();
      await expect(legend).toContainText(/SMA 9 0\.\d+/);
      await expect(legend).toContainText(/VWAP day 0\.\d+/);
      await menu.click();
      await page.getByRole('menuitem', { name: 'Other outcomes as lines' }).click();
      await page.getByRole('menuitemcheckbox', { name: 'Hill Alliance' }).click();
      await page.keyboard.press('Escape');
      await page.keyboard.press('Escape');
      await expect(legend).toContainText(/Hill Alliance 0\.\d\d$/);
      await expect(legend).toContainText(/SMA 9 0\.\d\d\d\D/);
      await takePictures(page, 'chart-lines');
      // A narrow chart keeps the value of each line, and every handle in the plot.
      const pane = page.getByTestId('chart');
      await pane.evaluate((element) => {
        (element as HTMLElement).style.width = '240px';
      });
      await legend.getByText('Hill Alliance').scrollIntoViewIfNeeded();
      await expect(legend.getByText('Hill Alliance')).toBeInViewport({ ratio: 1 });
      const outside = () =>
        page.getByTestId('chart-handle').evaluateAll(
          (handles) =>
            handles.filter((handle) => {
              const plot = handle.closest('.chart-body')!.getBoundingClientRect();
              const box = handle.getBoundingClientRect();
              return box.left < plot.left - 1 || box.right > plot.right + 1;
            }).length,
        );
      await expect.poll(outside).toBe(0);
      await pane.evaluate((element) => {
        (element as HTMLElement).style.width = '';
      });
    });

    await test.step('keys choose longer and shorter candles', async () => {
      const period = page.getByRole('radiogroup', { name: 'Candle period' }).getByRole('radio', { checked: true });
      await page.getByTestId('chart-plot').focus();
      const before = await period.textContent();
      await page.keyboard.press('Alt+L');
      await expect(period).not.toHaveText(before!);
      await page.keyboard.press('Alt+Shift+L');
      await expect(period).toHaveText(before!);
    });

    await test.step('prices are shown as probabilities', async () => {
      await choose(/^Probability/);
      await expect(legend).toContainText(/C \d+%/);
      await choose(/^Dollars/);
    });
  });

  test('two charts of a link group share a crosshair, also across windows, and price markets draw the underlying', async () => {
    const { page } = terminal;
    const charts = page.getByTestId('chart');
    await page.getByText('$96,000 or more').first().click();
    const underlying = charts.first().getByTestId('chart-underlying');
    await expect(underlying).toContainText(/BTC-USD [\d,]+\.\d\d · target ≥ 96,000/);
    await takePictures(page, 'chart-underlying');
    await page.getByRole('button', { name: /^Options of Chart/ }).click();
    await page.getByRole('menuitem', { name: 'Duplicate pane' }).click();
    await expect(charts).toHaveCount(2);
    const legendOf = (at: number) => charts.nth(at).getByTestId('chart-legend').locator('> span').allTextContents();
    // Both have their candles, or the crosshair finds none in the second one.
    await expect.poll(async () => (await legendOf(1)).length).toBeGreaterThanOrEqual(5);
    const candleOf = async (at: number) => (await legendOf(at)).slice(0, 5).join(' ');
    const newest = await candleOf(0);
    await charts.first().getByTestId('chart-plot').focus();
    for (let at = 0; at < 30; at += 1) await page.keyboard.press('ArrowLeft');
    await expect.poll(() => candleOf(0)).not.toBe(newest);
    await expect.poll(async () => (await candleOf(0)) === (await candleOf(1))).toBe(true);

    const other = await terminal.openingWindow(async () => {
      await charts.nth(1).getByTestId('chart-plot').focus();
      await page.keyboard.press('Alt+Shift+O');
    });
    await expect(charts).toHaveCount(1);
    const legend = other.getByTestId('chart-legend').locator('> span');
    await expect.poll(async () => (await legend.allTextContents()).length).toBeGreaterThanOrEqual(5);
    const otherCandle = async () => (await legend.allTextContents()).slice(0, 5).join(' ');
    await charts.first().getByTestId('chart-plot').focus();
    for (let at = 0; at < 20; at += 1) await page.keyboard.press('ArrowLeft');
    await expect.poll(async () => (await candleOf(0)) === (await otherCandle())).toBe(true);
    const before = await otherCandle();
    await other.getByTestId('chart-plot').focus();
    for (let at = 0; at < 20; at += 1) await other.keyboard.press('ArrowLeft');
    await expect.poll(otherCandle).not.toBe(before);
    await expect.poll(async () => (await candleOf(0)) === (await otherCandle())).toBe(true);
  });
});
