/** Drills on the embedded exchange: the fault shows, ends, and the terminal recovers. */
import { expect, type Page, test } from '@playwright/test';
import { type OpenApp, openApp } from './launch.ts';
import { takePicture } from './picture.ts';
import { readLadder } from './steps.ts';

test.describe('drills on paper', () => {
  let app: OpenApp;
  let page: Page;

  test.beforeAll(async () => {
    app = await openApp({ hasAccount: true });
    page = app.page;
    await expect(page.getByRole('banner').getByText('Live', { exact: true })).toBeVisible();
  });
  test.afterAll(() => app.close());

  /** Opens a pane and waits for it, because a hidden pane has no rows. */
  async function openPane(name: 'Drills' | 'Orders' | 'Health'): Promise<void> {
    await page.getByRole('tab', { name }).click();
    const shown = {
      Drills: page.getByRole('list', { name: 'Drills' }),
      Orders: page.locator('.orders'),
      Health: page.getByRole('region', { name: 'Streams' }),
    };
    await expect(shown[name]).toBeVisible();
  }
  const rowOf = (title: string) =>
    page.getByRole('list', { name: 'Drills' }).getByRole('listitem').filter({ hasText: title });
  const ladderTrust = () => page.getByTestId('ladder').getByTestId('trust');
  /** Records each state of the ladder's trust mark, and counts the changes of the book, from now on: a short state may end
   * before a test reads it. */
  const recordTrust = () =>
    page.evaluate(() => {
      const states: string[] = [];
      const proofs = { count: 0 };
      Object.assign(window, { trustStates: states, trustProofs: proofs });
      const record = (): void => {
        const ladder = document.querySelector('[data-testid="ladder"]');
        for (const mark of ladder?.querySelectorAll('[data-testid="trust"]') ?? []) {
          const [state = ''] = /^[a-z]+/.exec(mark.textContent ?? '') ?? [];
          if (!states.includes(state)) states.push(state);
        }
      };
      record();
      const all = { subtree: true, childList: true, characterData: true };
      new MutationObserver(record).observe(document.body, all);
      const book = document.querySelector('[data-testid="book"] .book-body');
      if (book === null) throw new Error('Expected the book pane, found none');
      // Levels are drawn: the name of a level's control changes with them.
      new MutationObserver(() => {
        proofs.count += 1;
      }).observe(book, { ...all, attributeFilter: ['aria-label'] });
    });
  /** Times that the rows of the book changed. */
  const countProofs = () =>
    page.evaluate(() => (window as unknown as { trustProofs: { count: number } }).trustProofs.count);
  const readTrust = () => page.evaluate(() => (window as unknown as { trustStates: string[] }).trustStates);

  async function startDrill(title: string): Promise<void> {
    await openPane('Drills');
    await rowOf(title)
      .getByRole('button', { name: /^Start/ })
      .click();
    await expect(rowOf(title).getByText('Running')).toBeVisible();
  }
  /** Arms trading, unless a test before did. */
  async function arm(): Promise<void> {
    const banner = page.getByRole('banner');
    const armed = banner.getByRole('button', { name: 'Armed · F8', exact: true });
    if (await armed.isVisible()) return;
    await page.keyboard.press('F8');
    await expect(armed).toBeVisible();
  }
  const ordersIn = (state: string) => page.locator('.orders').getByRole('row').filter({ hasText: state });
  /** Sum of the gaps of all streams in the Health pane. */
  async function countGaps(): Promise<number> {
    const cells = page.getByRole('region', { name: 'Streams' }).locator('tbody td:nth-child(4)');
    const counts = await cells.allTextContents();
    return counts.reduce((sum, text) => sum + Number.parseInt(text, 10), 0);
  }
  async function placeDeepBid(): Promise<void> {
    const ticket = page.getByRole('form', { name: 'Order ticket' });
    const { bestBid, tick } = await readLadder(page);
    await ticket.getByRole('textbox', { name: 'Contracts' }).fill('10');
    await ticket.getByRole('textbox', { name: 'Price' }).fill((((bestBid ?? 0) - 5 * tick) / 1_000_000).toFixed(2));
    await ticket.getByRole('button', { name: /^Place: buy 10 yes/ }).click();
  }

  /** Age that the ladder's trust mark shows, in seconds. */
  const readAge = async (): Promise<number> =>
    Number(/([\d.]+) s/.exec((await ladderTrust().textContent()) ?? '')?.[1] ?? 'NaN');

  test('the stream goes silent: grey within ten seconds, until a change proves the stream', async () => {
    const banner = page.getByRole('banner');
    const trust = ladderTrust();
    await arm();
    await openPane('Drills');
    // The usual gaps of a busy market are known after some changes.
    await recordTrust();
    await expect.poll(countProofs, { timeout: 60_000 }).toBeGreaterThan(25);
    await expect(trust).toContainText('live');
    await takePicture(page, 'silence-live');
    const row = rowOf('The stream goes silent');
    await row.getByRole('button', { name: /^Start/ }).click();
    await expect(row.getByText('Running')).toBeVisible();
    await takePicture(page, 'drills');
    await expect(trust).toContainText(/quiet|stale/, { timeout: 20_000 });
    expect(await readAge()).toBeLessThan(10);
    await expect(banner.getByRole('status')).toHaveText(/Quiet|Stale/);
    await takePicture(page, 'silence-quiet');
    await expect(trust).toContainText('stale', { timeout: 20_000 });
    await page.evaluate(() => {
      (window as unknown as { trustStates: string[] }).trustStates.length = 0;
    });
    await expect(banner.getByText('Stale', { exact: true })).toBeVisible();
    await expect(banner.getByRole('button', { name: 'Disarmed · F8' })).toBeVisible();
    await expect(page.getByText('Trading was disarmed').first()).toBeVisible();
    await takePicture(page, 'silence-stale');
    // Opened again with a new snapshot, which proves nothing.
    await expect(page.getByTestId('untrusted').filter({ hasText: 'Subscribed again' }).first()).toBeVisible({
      timeout: 20_000,
    });
    expect((await readTrust()).filter((state) => state !== 'stale')).toEqual([]);
    await row.getByRole('button', { name: /^Stop/ }).click();
    await expect(row.getByRole('button', { name: /^Start/ })).toBeVisible();
    await expect(trust).toContainText('live', { timeout: 45_000 });
    await expect(banner.getByText('Live', { exact: true })).toBeVisible({ timeout: 20_000 });
    await expect(banner.getByRole('button', { name: 'Disarmed · F8' })).toBeVisible();
  });

  test('the line is cut: prices become stale, and the drill ends by itself', async () => {
    const trust = ladderTrust();
    await openPane('Drills');
    const row = rowOf('The line is cut');
    await row.getByRole('button', { name: /^Start/ }).click();
    await expect(trust).toContainText('stale');
    await expect(row.getByRole('button', { name: /^Start/ })).toBeVisible({ timeout: 30_000 });
    await expect(trust).toContainText('live');
  });

  test('the answer is lost: the order is unknown, is not sent again and is matched', async () => {
    await arm();
    await startDrill('The answer is lost');
    await openPane('Orders');
    await placeDeepBid();
    const orders = page.locator('.orders');
    await expect(orders.getByRole('row').filter({ hasText: 'Unknown' })).toHaveCount(1);
    await expect(orders.getByRole('row').filter({ hasText: 'Resting' })).toHaveCount(1);
    await expect(orders.locator('tbody tr')).toHaveCount(1);
    await expect(orders.getByText('Unknown')).toHaveCount(0);
  });

  test('a message is skipped: the gap is counted, and the book is live after a new snapshot', async () => {
    await expect(ladderTrust()).toContainText('live');
    await openPane('Health');
    const before = await countGaps();
    await startDrill('A message is skipped');
    await openPane('Health');
    // The book may recover before it is drawn as resyncing; the count of gaps remains.
    await expect.poll(countGaps).toBeGreaterThan(before);
    await expect(ladderTrust()).toContainText('live');
  });

  test('the wallet refuses: the order is rejected, and the next one rests', async () => {
    await arm();
    await openPane('Orders');
    const before = await ordersIn('Resting').count();
    await startDrill('The wallet refuses');
    await openPane('Orders');
    await placeDeepBid();
    await expect(ordersIn('Rejected')).toHaveCount(1);
    await placeDeepBid();
    await expect(ordersIn('Resting')).toHaveCount(before + 1);
  });

  test('the clocks disagree: the order rests after the clock is measured again', async () => {
    await arm();
    await openPane('Orders');
    const before = await ordersIn('Resting').count();
    await startDrill('The clocks disagree');
    await openPane('Orders');
    await placeDeepBid();
    await expect(ordersIn('Resting')).toHaveCount(before + 1);
    await openPane('Health');
    await expect(page.getByRole('region', { name: 'Clock' })).toContainText(/\+(19|20) s/);
  });

  test('answers come slowly: the order is pending, and then rests', async () => {
    await arm();
    await openPane('Orders');
    const before = await ordersIn('Resting').count();
    await startDrill('Answers come slowly');
    await openPane('Orders');
    await placeDeepBid();
    await expect(ordersIn('Sending')).toHaveCount(1);
    await expect(ordersIn('Resting')).toHaveCount(before + 1);
  });

  test('too many requests: the order is refused, and Health counts down the block', async () => {
    await arm();
    await startDrill('Too many requests');
    await placeDeepBid();
    await openPane('Health');
    await expect(page.getByRole('region', { name: 'Budgets' })).toContainText('blocked for');
  });
});
