/** What a person does in the terminal, by the names that a person sees. */
import { expect, type Page } from '@playwright/test';
import { takePicture } from './picture.ts';

export interface LadderState {
  /** Millionths. */
  readonly topPrice: number;
  readonly tick: number;
  readonly bestBid: number | null;
  readonly bestAsk: number | null;
  /** Prices in millionths at which own orders rest in sight. */
  readonly ownBids: readonly number[];
}

/** The first ladder is 0. */
const canvasOf = (page: Page, ladder: number) => page.getByTestId('ladder-canvas').nth(ladder);

function millionths(text: string | undefined): number | null {
  return text === undefined || text === 'none' ? null : Math.round(Number.parseFloat(text) * 1_000_000);
}

/** What a ladder shows, from its text for screen readers and the attributes of its canvas. */
export async function readLadder(page: Page, ladder = 0): Promise<LadderState> {
  const [dataset, summary] = await Promise.all([
    canvasOf(page, ladder).evaluate((canvas) => ({ ...(canvas as HTMLCanvasElement).dataset })),
    page.getByTestId('ladder-summary').nth(ladder).textContent(),
  ]);
  const best = /best ask (none|[\d.]+)/.exec(summary ?? '');
  const bid = /bid (none|[\d.]+)/.exec(summary ?? '');
  const own = (dataset.ownPrices ?? '').split(' ').filter((item) => item.startsWith('bid:'));
  return {
    topPrice: Number.parseInt(dataset.topPrice ?? '0', 10),
    tick: Number.parseInt(dataset.tick ?? '0', 10),
    bestBid: millionths(bid?.[1]),
    bestAsk: millionths(best?.[1]),
    ownBids: own.map((item) => Number.parseInt(item.slice(4), 10)),
  };
}

/** Clicks the bid column, `ticksBelow` the best bid; answers the price in millionths. */
export async function clickLadderBid(page: Page, ticksBelow = 0, ladder = 0): Promise<number> {
  const canvas = canvasOf(page, ladder);
  await expect.poll(async () => (await readLadder(page, ladder)).bestBid).not.toBeNull();
  const state = await readLadder(page, ladder);
  const dataset = await canvas.evaluate((element) => ({ ...(element as HTMLCanvasElement).dataset }));
  const rowHeight = Number.parseInt(dataset.rowHeight ?? '0', 10);
  const price = (state.bestBid ?? 0) - ticksBelow * state.tick;
  const row = (state.topPrice - price) / state.tick;
  const position = { x: Number.parseInt(dataset.bidX ?? '0', 10), y: row * rowHeight + rowHeight / 2 };
  // The pointer freezes the ladder's own scrolling, so the row stays where it is from here on.
  await canvas.hover({ position });
  await expect(page.getByTestId('ladder-hint').nth(ladder)).toContainText((price / 1_000_000).toFixed(2));
  await canvas.click({ position });
  return price;
}

/** Searches by key until a market is listed, chooses the first one, and leaves the search empty. */
export async function searchMarket(page: Page, words: string): Promise<void> {
  await page.keyboard.press('/');
  const search = page.getByRole('searchbox', { name: 'Search markets' }).first();
  await expect(search).toBeFocused();
  await page.keyboard.type(words);
  await expect(search).toHaveValue(words);
  await expect(page.getByRole('listbox', { name: 'Markets' }).first().getByRole('option').first()).toBeVisible();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
}

/** The wizard's paper path with its defaults, from the password to `ready`; answers when the dialog has closed. */
export async function setUpWallet(page: Page, password: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Password', { exact: true }).fill(password);
  await dialog.getByRole('button', { name: 'Create key' }).click();
  await dialog.getByLabel('Password of the vault').fill(password);
  await dialog.getByLabel('Backup password', { exact: true }).fill(`${password}, backup`);
  await dialog.getByLabel('Backup password again').fill(`${password}, backup`);
  await dialog.getByRole('button', { name: 'Write backup' }).click();
  await expect(dialog.getByText('Backup verified')).toBeVisible({ timeout: 60_000 });
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await finishSetUp(page, password);
}

/** The rest of the wizard once there is a key: the paper account, the calls, `ready`. */
export async function finishSetUp(page: Page, password: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await takePicture(page, 'wizard-account');
  await dialog.getByRole('button', { name: 'Open a paper account' }).click();
  await expect(dialog.getByRole('list', { name: 'Setup calls' }).getByRole('listitem')).toHaveCount(3);
  await takePicture(page, 'wizard-calls');
  await dialog.getByRole('button', { name: /^Continue with/ }).click();
  await dialog.getByLabel('Password', { exact: true }).fill(password);
  await dialog.getByRole('button', { name: /^Sign and send/ }).click();
  await expect(dialog.getByText('The wallet is ready')).toBeVisible({ timeout: 60_000 });
  const report = dialog.getByRole('region', { name: 'Report' });
  await expect(report.getByRole('listitem').filter({ hasText: 'Order signature' })).toContainText(
    'signed and not sent',
  );
  await takePicture(page, 'wizard-report');
  await dialog.getByRole('button', { name: 'Start trading' }).click();
  await expect(dialog).toBeHidden();
}

/** Agrees to a lock with open positions or conditional orders, by Enter alone. */
export async function agreeToLock(page: Page): Promise<void> {
  const question = page.getByRole('dialog', { name: /^Lock with / });
  await expect(question.getByRole('button', { name: 'Lock', exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(question).toBeHidden();
}
