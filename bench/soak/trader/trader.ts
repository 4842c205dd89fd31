/**
 * A trader by keyboard and mouse, who does what a power trader does in a day.
 *
 * Shape       A step ends when the page has answered it; what the exchange or a limit refuses is an answer too.
 */
import type { Page } from 'playwright-core';
import { listAccountSteps } from './account.ts';
import { buildHands, paletteOf, type Step } from './hands.ts';
import { listOrderSteps } from './orders.ts';
import { listScreenSteps } from './screen.ts';

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

/**
 * The same state for each reading: the first workspace as it was at the start, on one market, with positions in front: Orders
 * has a row for each of the day's orders, up to two hundred.
 */
export async function takeRest(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+1');
  await page.getByRole('banner').getByRole('button', { name: 'Workspaces: One market' }).waitFor();
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^Workspaces: / })
    .press('Enter');
  await page.getByRole('menuitem', { name: 'Reset layout…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Reset layout' }).click();
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await page.getByRole('tab', { name: 'Positions', exact: true }).first().click();
  const box = paletteOf(page);
  await page.keyboard.press('Control+K');
  await box.fill('harbour list');
  await page.keyboard.press('Enter');
  await box.waitFor({ state: 'hidden' });
  await page
    .getByTestId('ladder-summary')
    .first()
    .filter({ hasText: /best ask [\d.]+/ })
    .waitFor({ state: 'attached' });
}
