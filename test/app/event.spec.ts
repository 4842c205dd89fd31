/** Event pane: every outcome side by side, sums, ways across outcomes, prices that fill the ticket. */
import { expect, type Page, test } from '@playwright/test';
import { type OpenApp, openApp } from './launch.ts';
import { SIZES, takePictures } from './picture.ts';
import { searchMarket, setUpWallet } from './steps.ts';
import { listViolations } from './violations.ts';

const PASSWORD = 'any password on paper';

test.describe('the event pane', () => {
  test.describe.configure({ mode: 'serial' });
  let app: OpenApp;
  let page: Page;

  test.beforeAll(async () => {
    app = await openApp();
    page = app.page;
    await expect(page.getByRole('banner').getByText('Live', { exact: true })).toBeVisible();
  });
  test.afterAll(() => app.close());

  const pane = () => page.getByTestId('event');
  const table = () => pane().getByRole('grid', { name: 'Outcomes' });
  const rowOf = (name: string) => table().getByRole('row').filter({ hasText: name });
  const ways = () => pane().getByRole('region', { name: /^Cheapest ways/ });
  const ticketPrice = () => page.getByRole('form', { name: 'Order ticket' }).getByRole('textbox', { name: 'Price' });

  test('lists the outcomes by rank with live prices, and adds them up', async () => {
    await searchMarket(page, 'harbour list');
    await page.getByRole('tab', { name: 'Event' }).click();
    await expect(table().locator('tbody tr')).toHaveCount(4);
    await expect(table().locator('tbody tr').first()).toContainText('Harbour List');
    await page.setViewportSize(SIZES[2]);
    for (const name of ['Harbour List', 'Hill Alliance', 'Green Quays', 'Independents']) {
      await expect(rowOf(name).getByRole('button', { name: /: bid 0\.\d\d/ })).toBeVisible();
      await expect(rowOf(name)).toContainText('live');
    }
    // A narrow pane goes without the columns that matter least: the others have room, and none is reached by scrolling.
    await page.setViewportSize(SIZES[0]);
    const hidden = () =>
      pane()
        .locator('.data-table')
        .evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
    await expect.poll(hidden).toBe(0);
    await expect(table().getByRole('columnheader')).toHaveText([
      'Outcome',
      'Bid',
      'Ask',
      'Position',
      'Worst case',
      'Hold yes',
    ]);
    await expect(pane().getByTestId('event-sums')).toContainText(/bids 0\.\d\d asks 1\.\d\d|bids \d\.\d\d/);
    await expect(pane().getByTestId('event-sums')).toContainText('Not marked as exclusive');
    expect(await listViolations(page)).toEqual([]);
  });

  test('moves the group to an outcome by the mouse and by the keyboard', async () => {
    await rowOf('Green Quays').getByRole('button', { name: 'Green Quays', exact: true }).click();
    await expect(page.getByTestId('ladder-canvas')).toHaveAttribute('aria-label', /Green Quays/);
    await rowOf('Green Quays').focus();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await expect(page.getByTestId('ladder-canvas')).toHaveAttribute('aria-label', /Hill Alliance/);
  });

  /** Without a wallet a price fills the ticket and opens the setup. */
  async function closeSetup(): Promise<void> {
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
  }

  test('fills the ticket of another outcome with a price that is clicked', async () => {
    const bid = rowOf('Green Quays').getByRole('button', { name: /: bid/ });
    await bid.hover();
    await expect(pane().getByTestId('event-hint')).toContainText(/buy 100 yes at 0\.\d\d/);
    await bid.click();
    await closeSetup();
    await expect(page.getByTestId('ladder-canvas')).toHaveAttribute('aria-label', /Green Quays/);
    await expect(ticketPrice()).toHaveValue(/^0\.\d\d$/);
  });

  test('quotes ways in the market itself, and fills the ticket with one of their orders', async () => {
    await expect(ways().getByRole('heading', { name: /^Hold 100 yes/ })).toBeVisible();
    await expect(ways().getByRole('heading', { name: /^Hold 100 no/ })).toBeVisible();
    const orders = ways().getByRole('button');
    await expect(orders.filter({ hasText: /^buy 100 yes at .* Green Quays/ })).toHaveCount(1);
    const offered = (await orders.filter({ hasText: /^buy 100 no at/ }).textContent()) ?? '';
    await orders.filter({ hasText: /^buy 100 no at/ }).press('Enter');
    await closeSetup();
    await expect(ticketPrice()).toHaveValue(/at (0\.\d\d)/.exec(offered)![1]!);
  });

  test('shows ladders in a row, whose prices fill the ticket from the keyboard', async () => {
    await pane().getByRole('grid').locator('tbody tr').first().focus();
    await page.getByRole('radio', { name: 'Ladders' }).click();
    const ladder = pane().getByRole('region', { name: 'Independents', exact: true });
    const best = ladder.getByRole('button', { name: /: ask 0\.\d\d/ }).last();
    await expect(best).toBeVisible();
    await takePictures(page, 'event-ladders');
    const price = /ask (0\.\d\d)/.exec((await best.getAttribute('aria-label')) ?? '')![1]!;
    await best.press('Enter');
    await closeSetup();
    await expect(page.getByTestId('ladder-canvas')).toHaveAttribute('aria-label', /Independents/);
    const no = (1 - Number.parseFloat(price)).toFixed(2);
    await expect(ticketPrice()).toHaveValue(no);
    expect(await listViolations(page)).toEqual([]);
  });

  test('keeps its view with the pane, and shows the table again', async () => {
    await page.getByRole('tab', { name: 'Chart' }).click();
    await page.getByRole('tab', { name: 'Event' }).click();
    await expect(pane().getByRole('region', { name: 'Independents', exact: true })).toBeVisible();
    await page.getByRole('radio', { name: 'Table' }).click();
    await expect(table()).toBeVisible();
    await takePictures(page, 'event');
  });

  test('names an event of one market', async () => {
    await searchMarket(page, 'lander');
    await expect(pane()).toContainText('one market');
    await expect(table().locator('tbody tr')).toHaveCount(1);
  });

  test('shows what is held, its worst case, and the way out of it', async () => {
    await searchMarket(page, 'harbour list');
    await page.getByRole('banner').getByRole('button', { name: 'Set up wallet' }).click();
    await setUpWallet(page, PASSWORD);
    await page.keyboard.press('F8');
    const form = page.getByRole('form', { name: 'Order ticket' });
    await form.getByRole('radio', { name: 'Yes' }).click();
    await form.getByRole('button', { name: /^Use ask/ }).click();
    await form.getByRole('button', { name: /^Place/ }).click();
    await expect(rowOf('Harbour List')).toContainText(/\d+ yes/, { timeout: 30_000 });
    await expect(rowOf('Harbour List')).toContainText(/\d+\.\d\d/);
    await expect(ways().getByRole('heading', { name: /^Leave \d+ yes/ })).toBeVisible();
    await expect(
      ways()
        .getByRole('button')
        .filter({ hasText: /^sell \d+ yes/ }),
    ).toHaveCount(1);

    await pane().getByRole('button', { name: 'Mark as exclusive…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Mark as exclusive' });
    await dialog.getByLabel('Password').fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Mark', exact: true }).click();
    await expect(dialog).toBeHidden({ timeout: 60_000 });
    await expect(pane()).toContainText('exclusive: at most one wins');
    await expect(pane().getByTestId('event-sums')).toContainText(/At most one outcome wins|Bids above 1|Asks below 1/);
    await takePictures(page, 'event-held');
  });
});
