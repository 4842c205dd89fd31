/** Markets pane, by mouse and keyboard: search, watchlists, categories, order, thousands of markets, a list that fails. */
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { openExchange, type PaperExchange } from '../../src/paper/server/exchange.ts';
import { type ChangedAnswers, openChangedAnswers } from './changedAnswers.ts';
import { type OpenApp, openApp, testNetwork } from './launch.ts';
import { takePictures } from './picture.ts';
import { listViolations } from './violations.ts';

const list = (page: Page) => page.getByRole('listbox', { name: 'Markets' });
const options = (page: Page) => list(page).getByRole('option');
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search markets' });

test.describe('the markets pane', () => {
  test.describe.configure({ mode: 'serial' });
  let app: OpenApp;
  let page: Page;
  let folder: string;

  async function open(): Promise<void> {
    app = await openApp({ dataFolder: folder });
    page = app.page;
    await expect(page.getByRole('banner').getByText('Live', { exact: true })).toBeVisible();
    await expect(options(page).first()).toBeVisible();
  }
  test.beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'adyton-markets-'));
    await open();
  });
  test.afterAll(async () => {
    await app.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  });

  test('is searched with one key, also while another tab is in front of it', async () => {
    await page.getByRole('tab', { name: 'Market', exact: true }).click();
    await expect(search(page)).toHaveCount(0);
    await page.keyboard.press('/');
    await expect(search(page)).toBeFocused();
    await page.keyboard.type('hill');
    await expect(options(page)).toHaveCount(1);
    await page.keyboard.press('Enter');
    await expect(page.getByTestId('ladder-canvas')).toHaveAttribute('aria-label', /Hill Alliance/);
    await page.keyboard.press('Escape');
    await expect(search(page)).toHaveValue('');
    // The chosen row has the focus now; keys act there as anywhere.
    await options(page).first().click();
    await page.keyboard.press('Control+K');
    await expect(page.getByRole('combobox', { name: 'Search, or type an order' })).toBeFocused();
    await page.keyboard.press('Escape');
  });

  test('says which words no market matches', async () => {
    await search(page).fill('no such market');
    await expect(page.getByText('No market matches “no such market”')).toBeVisible();
    await search(page).press('Escape');
    await expect(options(page).first()).toBeVisible();
  });

  test('stars a market by the mouse, another one by the key, and shows the watchlist', async () => {
    const cormorant = options(page).filter({ hasText: 'Harbour List' });
    await cormorant.hover();
    await cormorant.getByTestId('markets-star').click();
    await expect(cormorant).toHaveAccessibleName(/starred in Watchlist/);
    await search(page).fill('hold');
    await search(page).press('ArrowDown');
    await list(page).focus();
    await page.keyboard.press('Shift+S');
    await expect(options(page).first()).toHaveAccessibleName(/starred in Watchlist/);
    await search(page).press('Escape');
    await page.getByRole('button', { name: 'Markets shown: all' }).press('Enter');
    await page.getByRole('menuitemradio', { name: /^Watchlist 2/ }).click();
    await expect(options(page)).toHaveCount(2);
    expect(await listViolations(page)).toEqual([]);
  });

  test('keeps several named watchlists, also after a restart', async () => {
    await page.getByRole('button', { name: 'Markets shown: watchlist Watchlist' }).click();
    await page.getByRole('menuitem', { name: 'New watchlist…' }).click();
    const dialog = page.getByRole('dialog', { name: 'New watchlist' });
    await dialog.getByLabel('Name').fill('watchlist');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await expect(dialog.getByRole('alert')).toContainText('no other list has');
    await dialog.getByLabel('Name').fill('Day trades');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByText('No market in “Day trades” yet')).toBeVisible();
    await app.close();
    await open();
    await page.getByRole('button', { name: /^Markets shown: / }).click();
    await expect(page.getByRole('menuitemradio', { name: /^Day trades 0/ })).toBeVisible();
    await page.getByRole('menuitemradio', { name: /^Watchlist 2/ }).click();
    await expect(options(page)).toHaveCount(2);
    await page.getByRole('button', { name: 'Markets shown: watchlist Watchlist' }).click();
    await page.getByRole('menuitem', { name: 'Delete “Watchlist”' }).click();
    await expect(page.getByRole('button', { name: 'Markets shown: all' })).toBeVisible();
  });

  test('lists one category, and orders by volume without headings', async () => {
    await page.getByRole('button', { name: 'Markets shown: all' }).click();
    await page.getByRole('menuitemradio', { name: 'Economics' }).click();
    await expect(options(page).filter({ hasText: 'Hold' })).toHaveCount(1);
    await expect(options(page).filter({ hasText: 'Harbour List' })).toHaveCount(0);
    await page.getByRole('button', { name: 'Order: Event' }).click();
    await page.getByRole('menuitemradio', { name: '24 h volume' }).click();
    await expect(list(page).locator('.markets-heading')).toHaveCount(0);
    const volumes = await options(page).locator('.markets-volume .mono').allTextContents();
    const numbers = volumes.map((text) => Number.parseInt(text.replaceAll(',', ''), 10));
    expect(numbers).toEqual(numbers.toSorted((a, b) => b - a));
    await page.getByRole('button', { name: 'Markets shown: Economics' }).click();
    await page.getByRole('menuitemradio', { name: 'All markets' }).click();
    await takePictures(page, 'markets');
    await page.getByRole('button', { name: 'Order: 24 h volume' }).click();
    await page.getByRole('menuitemradio', { name: 'Event' }).click();
  });
});

/** Copies of each listed market; with 26 markets a list of more than 3,000. */
const COPIES = 120;

function multiply(body: string): string {
  const markets = JSON.parse(body) as Record<string, unknown>[];
  const copies = markets.flatMap((market) =>
    Array.from({ length: COPIES }, (_, copy) =>
      copy === 0
        ? market
        : {
            ...market,
            market_id: `${market.market_id}-copy-${copy}`,
            event_id: null,
            event_slug: `copy-${copy}`,
            event_title: `A long title of an event that nobody can read whole in this pane, number ${copy}`,
            title: `${market.title}, copy ${copy}`,
            group_item_title: `${market.group_item_title} ${copy}`,
            // One page of a list is 4 MB at most.
            description: '',
            rules: '',
            volume_24h: '9876543.21',
            kline: [],
            order_book: null,
            recent_contracts: [],
          },
    ),
  );
  return JSON.stringify(copies);
}

test.describe('the markets pane with thousands of markets', () => {
  test.describe.configure({ mode: 'serial' });
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  let exchange: PaperExchange;
  let proxy: ChangedAnswers;
  let app: OpenApp;

  test.beforeAll(async () => {
    exchange = await openExchange({ token: null });
    proxy = await openChangedAnswers(exchange.port);
    proxy.rewrite(/public\/markets(\?|$)/, async (body) => {
      await released;
      return multiply(body);
    });
    app = await openApp({ network: testNetwork(proxy.port) });
  });
  test.afterAll(async () => {
    await app.close();
    await proxy.close();
    await exchange.close();
  });

  test('keeps what is typed before the list is here, and chooses when it is', async () => {
    const { page } = app;
    await expect(page.getByRole('status', { name: 'Loading markets' })).toBeVisible();
    await page.keyboard.press('/');
    await expect(search(page)).toBeFocused();
    await page.keyboard.type('petrel copy 5');
    await page.keyboard.press('Enter');
    release();
    await expect(options(page).first()).toHaveAttribute('aria-selected', 'true');
    await expect(page.getByTestId('ladder-canvas')).toHaveAttribute('aria-label', /Petrel.*copy 5/);
    await page.keyboard.press('Escape');
  });

  test('draws only the rows in sight, finds one of thousands, and reaches the last one', async () => {
    const { page } = app;
    await expect(options(page).first()).toBeVisible();
    const height = await list(page)
      .locator('.markets-space')
      .evaluate((space) => space.clientHeight);
    expect(height).toBeGreaterThan(3_000 * 44);
    expect(await options(page).count()).toBeLessThan(100);
    await list(page).focus();
    await takePictures(page, 'markets-thousands');
    await list(page).evaluate((box) => box.scrollTo(0, box.scrollHeight));
    await expect(options(page).last()).toBeInViewport();
    expect(await options(page).count()).toBeLessThan(100);
    await search(page).fill('petrel copy 77');
    await expect(options(page)).toHaveCount(1);
    await page.keyboard.press('Enter');
    await expect(options(page).first()).toHaveAttribute('aria-selected', 'true');
  });

  test('says that its list is old when it cannot be read any more', async () => {
    const { page } = app;
    proxy.rewrite(/public\/markets(\?|$)/, () => 'no json');
    await expect(page.locator('.markets').getByText(/^Stale\./)).toBeVisible({ timeout: 90_000 });
    await expect(options(page).first()).toBeVisible();
  });
});
