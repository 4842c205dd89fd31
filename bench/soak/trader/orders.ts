/** Steps about orders: typed ones, clicks and drags on the ladder, the ticket, conditional orders, the ways out. */
import type { Page } from 'playwright-core';
import { type Hands, isThere, type Prices, type Step } from './hands.ts';

export const inGrid = (price: number): string => Math.min(0.99, Math.max(0.01, price)).toFixed(2);

type WriteOrder = (prices: Prices) => string;

/** Far from the price of most markets, so that some of them rest for long and some fire. */
export const CONDITIONALS: readonly WriteOrder[] = [
  () => 'stop sell all @ bid-5t limit -1t worst -10t',
  () => 'trail sell yes 10 by 5t limit 2t worst 0.02',
  () => 'profit yes 10 @ 0.98',
  ({ bid }) => `bracket buy yes 10 @ ${inGrid(bid)} tp 0.98 stop 0.02 limit 0.01`,
  ({ bid }) => `scale buy yes 20 from ${inGrid(bid - 0.06)} to ${inGrid(bid - 0.02)} in 4`,
  ({ bid }) => `iceberg buy yes 30 @ ${inGrid(bid)} clip 5`,
  ({ ask }) => `twap buy yes 20 over 10m in 4 worst ${inGrid(ask)} then cross`,
  ({ ask }) => `chase buy yes 10 worst ${inGrid(ask)} over 5m moves 20 then take`,
  ({ bid }) => `timed buy yes 10 @ ${inGrid(bid - 0.03)} for 10m`,
  ({ bid }) => `oca buy yes 10 @ ${inGrid(bid - 0.01)} or no 10 @ 0.02 mode race`,
  ({ bid }) => `offset buy yes 10 @ ${inGrid(bid)} by 2t,4t batch 5`,
];

interface LadderRows {
  readonly top: number;
  readonly tick: number;
  readonly height: number;
  readonly rows: number;
  readonly bidX: number;
  /** Prices of own bids in sight, in millionths. */
  readonly ownBids: readonly number[];
}

/** Ends the halted conditional orders, then cancels the others, or removes those that ended, each one once; false without any. */
export async function endConditionals(page: Page): Promise<boolean> {
  const tab = page.getByRole('tab', { name: /^Conditionals/ }).first();
  if (!(await isThere(tab))) return false;
  await tab.click();
  const rows = page.locator('.conditionals tbody tr');
  const answer = rows.getByRole('button', { name: /^Answer / });
  const halted = await answer.count();
  for (let left = halted; left > 0 && (await isThere(answer)); left -= 1) {
    await answer.first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'End it' }).click();
    await dialog.waitFor({ state: 'hidden' });
  }
  const button = rows.getByRole('button', { name: /^(Cancel|Remove) / });
  if (!(await isThere(button))) return halted > 0;
  for (let left = await button.count(); left > 0; left -= 1) {
    const first = button.first();
    if (!(await isThere(first)) || !(await first.isEnabled())) break;
    await first.click();
  }
  return true;
}

/** Types an order; false where there is no price. */
export async function place({ arm, command, readPrices }: Hands, write: WriteOrder): Promise<boolean> {
  const prices = await readPrices();
  if (prices === null) return false;
  await arm();
  await command(write(prices));
  return true;
}

export function listOrderSteps(hands: Hands): readonly Step[] {
  const { page, random, pick, command, arm, readPrices } = hands;
  const size = (): number => 5 + Math.floor(random() * 40);
  const ladder = page.getByTestId('ladder-canvas').first();

  const order = (write: WriteOrder) => (): Promise<boolean> => place(hands, write);

  async function readRows(): Promise<LadderRows | null> {
    if (!(await isThere(ladder)) || (await readPrices()) === null) return null;
    const data = await ladder.evaluate((canvas) => ({ ...(canvas as HTMLCanvasElement).dataset }));
    const [top, tick, height, rows, bidX] = [data.topPrice, data.tick, data.rowHeight, data.rows, data.bidX].map(
      Number,
    );
    if (![top, tick, height, rows, bidX].every((value) => Number.isFinite(value))) return null;
    const own = (data.ownPrices ?? '').split(' ').filter((item) => item.startsWith('bid:'));
    return {
      top: top!,
      tick: tick!,
      height: height!,
      rows: rows!,
      bidX: bidX!,
      ownBids: own.map((item) => Number.parseInt(item.slice(4), 10)),
    };
  }

  /** Row of a price, from 0; null outside of the ladder. */
  const rowOf = ({ top, tick, rows }: LadderRows, price: number): number | null => {
    const row = Math.round((top - price) / tick);
    return row >= 0 && row < rows ? row : null;
  };

  /** Closes the report of a flatten or panic, when it is there. */
  async function dismiss(report: string): Promise<void> {
    const button = page.getByTestId(report).getByRole('button', { name: 'Dismiss' }).first();
    if (await isThere(button)) await button.click();
  }

  return [
    { name: 'rest', weight: 5, run: order(({ bid }) => `buy yes ${size()} @ ${inGrid(bid - 0.02 - random() / 50)} p`) },
    { name: 'buy', weight: 4, run: order(({ ask }) => `buy ${pick(['yes', 'no'])} ${size()} @ ${inGrid(ask + 0.02)}`) },
    { name: 'sell', weight: 3, run: order(({ bid }) => `sell all @ ${inGrid(bid - 0.02)}`) },
    { name: 'move', weight: 3, run: order(({ bid }) => `move ${inGrid(bid - 0.03)}`) },
    { name: 'cancel bids', weight: 3, run: order(() => 'cancel bids') },
    {
      name: 'cancel all',
      weight: 2,
      async run() {
        await page.keyboard.press('Shift+F9');
        return true;
      },
    },
    {
      name: 'ladder click',
      weight: 5,
      async run() {
        const [rows, prices] = [await readRows(), await readPrices()];
        if (rows === null || prices === null) return false;
        const row = rowOf(rows, Math.round(prices.bid * 1_000_000) - rows.tick * Math.floor(1 + random() * 4));
        if (row === null) return false;
        await arm();
        const preset = page.getByTestId('ladder').first().locator('.ladder-sizes button').first();
        if (await isThere(preset)) await preset.click();
        await ladder.click({ position: { x: rows.bidX, y: (row + 0.5) * rows.height } });
        await page.mouse.move(1, 1);
        return true;
      },
    },
    {
      name: 'ladder drag',
      weight: 3,
      async run() {
        const rows = await readRows();
        const price = rows?.ownBids[0];
        if (rows === null || price === undefined) return false;
        const [from, to] = [rowOf(rows, price), rowOf(rows, price - 2 * rows.tick)];
        const box = await ladder.boundingBox();
        if (from === null || to === null || box === null) return false;
        await arm();
        const yOf = (row: number): number => box.y + (row + 0.5) * rows.height;
        await page.mouse.move(box.x + rows.bidX, yOf(from));
        await page.mouse.down();
        await page.mouse.move(box.x + rows.bidX, yOf(to), { steps: 4 });
        await page.mouse.up();
        await page.mouse.move(1, 1);
        return true;
      },
    },
    {
      name: 'ladder keys',
      weight: 2,
      async run() {
        if ((await readRows()) === null) return false;
        await arm();
        await ladder.focus();
        for (let at = 0; at < 4; at += 1) await page.keyboard.press('ArrowDown');
        await page.keyboard.press('Enter');
        await page.keyboard.press(pick(['Alt+ArrowDown', 'Delete', 'Shift+Delete', 'c']));
        return true;
      },
    },
    {
      name: 'ticket',
      weight: 2,
      async run() {
        const ticket = page.getByRole('form', { name: 'Order ticket' }).first();
        if (!(await isThere(ticket)) || (await readPrices()) === null) return false;
        await ticket.getByRole('textbox', { name: 'Contracts' }).fill(String(size()));
        await ticket.getByRole('button', { name: /^Use bid/ }).click();
        const place = ticket.getByRole('button', { name: /^Place: / });
        if (!(await isThere(place)) || !(await place.isEnabled())) return false;
        await place.click();
        return true;
      },
    },
    { name: 'conditional', weight: 4, run: () => place(hands, pick(CONDITIONALS)) },
    {
      name: 'cancel conditionals',
      weight: 2,
      run: () => endConditionals(page),
    },
    {
      name: 'dry run',
      weight: 1,
      async run() {
        if ((await readPrices()) === null) return false;
        await command('dry run stop sell yes 100 @ bid+1t limit -3t worst -10t');
        const panel = page.getByTestId('dry-run');
        if (!(await isThere(panel))) return false;
        await panel.getByRole('list', { name: 'What it would have done' }).waitFor();
        await page.getByRole('button', { name: 'Close', exact: true }).click();
        await panel.waitFor({ state: 'hidden' });
        return true;
      },
    },
    {
      name: 'flatten',
      weight: 2,
      async run() {
        if ((await readPrices()) === null) return false;
        await arm();
        await command('flatten');
        const dialog = page.getByRole('dialog');
        if (!(await isThere(dialog))) return false;
        const go = dialog.getByRole('button', { name: /^(Close|Flatten)/ }).last();
        if ((await isThere(go)) && (await go.isEnabled())) await go.click();
        else await page.keyboard.press('Escape');
        await dialog.waitFor({ state: 'hidden' });
        await dismiss('flatten-report');
        return true;
      },
    },
    {
      name: 'panic',
      weight: 1,
      async run() {
        await page.keyboard.press('F9');
        await page.getByTestId('panic-report').getByRole('button', { name: 'Dismiss' }).first().click();
        return true;
      },
    },
  ];
}
