/**
 * A trader by keyboard and mouse, who does what a power trader does in a day.
 *
 * Shape       A step ends when the page has answered it; what the exchange or a limit refuses is an answer too.
 */
import type { Page } from 'playwright-core';
import { listAccountSteps, selectFirst } from './account.ts';
import { buildHands, type Hands, isThere, type Step } from './hands.ts';
import { CONDITIONALS, endConditionals, inGrid, listOrderSteps, place } from './orders.ts';
import { listScreenSteps, MARKETS, showEverything, shownName } from './screen.ts';

/** `random` answers numbers from 0 to 1. */
export function listSteps(page: Page, random: () => number): readonly Step[] {
  const hands = buildHands(page, random);
  return [...listOrderSteps(hands), ...listScreenSteps(hands), ...listAccountSteps(hands)];
}

/** One of the steps, by their weights. */
export function chooseStep(steps: readonly Step[], random: () => number): Step {
  const all = steps.reduce((sum, { weight }) => sum + weight, 0);
  let at = random() * all;
  for (const step of steps) {
    at -= step.weight;
    if (at < 0) return step;
  }
  return steps.at(-1)!;
}

/** As many rows as a long table gives elements to behind another tab. */
const WARM_ORDERS = 30;

/**
 * Fills what has a bound, so that it is full at the first reading: every pane, theme, step and kind of conditional order once,
 * which loads and compiles what it uses, and as many filled orders as the hidden Orders and Fills have rows.
 */
export async function warmUp(page: Page, steps: readonly Step[]): Promise<void> {
  await showEverything(page);
  const hands = buildHands(page, Math.random);
  for (const step of steps) await step.run();
  for (const conditional of CONDITIONALS) await place(hands, conditional);
  await takeRest(page);
  for (let at = 0; at < WARM_ORDERS; at += 1) {
    await place(hands, ({ bid, ask }) =>
      at % 2 === 0 ? `buy yes 5 @ ${inGrid(ask + 0.02)}` : `sell all @ ${inGrid(bid - 0.02)}`,
    );
  }
}

/**
 * The same state for each reading: the first account without open and conditional orders, and with a position in each outcome of
 * each market; the first workspace as it was at the start with positions in front, and each market once, the same one last. So
 * the page keeps the same rows, the same series of candles, the same last palette and the same last dialog.
 */
export async function takeRest(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await selectFirst(page);
  await page.keyboard.press('Shift+F9');
  await page.keyboard.press('Control+1');
  await page.getByRole('banner').getByRole('button', { name: 'Workspaces: One market' }).waitFor();
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^Workspaces: / })
    .press('Enter');
  await page.getByRole('menuitem', { name: 'Reset layout…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Reset layout' }).click();
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  // Of the default period twelve candles are added in an hour, each with two lists of four numbers in the chart's library.
  await page.getByTestId('chart-period-1h').first().click();
  // Cancelled first, then removed.
  for (let times = 0; times < 4 && (await endConditionals(page)); times += 1) {}
  await page.getByRole('tab', { name: 'Positions', exact: true }).first().click();
  const hands = buildHands(page, Math.random);
  for (const market of MARKETS) {
    await showMarket(page, hands.command, market);
    for (const side of ['yes', 'no'] as const) await holdSome(hands, market, side);
  }
  await dismissReports(page);
}

/** In a market at speed an order can miss its price. */
const MOST_TRIES = 10;
const FILLED_MS = 3_000;

/** Closes the reports of flattens and of a panic. */
async function dismissReports(page: Page): Promise<void> {
  const button = page.locator('.exits-place').getByRole('button', { name: 'Dismiss' }).first();
  while (await isThere(button)) {
    const one = await button.elementHandle();
    await button.click();
    await one?.waitForElementState('hidden');
  }
}

/** Buys some of an outcome of the market on screen where none is held: each open position is a row with buttons and a menu. */
async function holdSome(hands: Hands, market: string, side: 'yes' | 'no'): Promise<void> {
  const { page } = hands;
  const close = page.getByRole('button', { name: new RegExp(`^Close ${side} of .*${shownName(market)}`, 'i') });
  for (let tries = 0; tries < MOST_TRIES && !(await isThere(close)); tries += 1) {
    const isPlaced = await place(hands, ({ bid, ask }) => {
      const price = (side === 'yes' ? ask : 1 - bid) + 0.02;
      return `buy ${side} 5 @ ${inGrid(price)}`;
    });
    if (!isPlaced) continue;
    await close
      .first()
      .waitFor({ timeout: FILLED_MS })
      // Missed: what rests would fill later.
      .catch(() => page.keyboard.press('Shift+F9'));
  }
  if (!(await isThere(close))) throw new Error(`Expected a position in ${side} of ${market}, found none`);
}

/** Waits until its candles are there: a series that was not read would be missing in what is kept. */
async function showMarket(page: Page, command: (text: string) => Promise<void>, market: string): Promise<void> {
  await command(market);
  const name = new RegExp(shownName(market), 'i');
  await page
    .getByTestId('chart')
    .first()
    .filter({ hasText: name })
    .getByTestId('chart-legend')
    .locator('b')
    .first()
    .waitFor();
}
