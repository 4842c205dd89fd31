/** One position, named figures: every place on screen gives the same answer, from two outcomes over sets to flat. */
import { expect, type Page, test } from '@playwright/test';
import { openExchange, type PaperExchange } from '../../src/paper/server/exchange.ts';
import type { PaperMarket } from '../../src/paper/simulation/paperMarket.ts';
import { type OpenApp, openApp, testNetwork } from './launch.ts';
import { takePictures } from './picture.ts';
import { setUpTestWallet } from './testAccount.ts';

const SHARE = 1_000_000;
const strip = (page: Page) => page.getByTestId('ladder').getByTestId('position-strip');
const line = (page: Page) => page.locator('.position-line').getByTestId('position-strip');

test.describe('one position', () => {
  let exchange: PaperExchange;
  let app: OpenApp;
  let page: Page;
  let market: PaperMarket;

  test.beforeEach(async () => {
    exchange = await openExchange({ token: null });
    app = await openApp({ network: testNetwork(exchange.port) });
    page = app.page;
    await setUpTestWallet(app, exchange.port);
    const ladder = (await page.getByTestId('ladder-canvas').getAttribute('aria-label')) ?? '';
    market = exchange.world.markets.find(({ title }) => ladder.includes(title))!;
  });
  test.afterEach(async () => {
    await app.close();
    await exchange.close();
  });

  /** The member takes what it needs from the book at the exchange, as another client of the account would. */
  function buy(side: 'yes' | 'no', contracts: number): void {
    const { engine } = exchange.world;
    const account = engine.accounts.findLast(({ isHouse }) => !isHouse)!;
    const { bestBid, bestAsk } = market.book;
    const ticks = side === 'yes' ? bestAsk + 3 : 100 - bestBid + 3;
    const order = { account, market: market.book, side, direction: 'buy', ticks, shares: contracts * SHARE } as const;
    engine.place({ ...order, postOnly: false, immediate: true }, Date.now());
    exchange.world.flush(market.book);
  }

  /** What a place says, as text: '−12.65'. */
  const figure = async (place: 'ladder' | 'line', id: string): Promise<string> =>
    (
      (await (place === 'ladder' ? strip(page) : line(page)).locator(`[data-part="${id}"] .mono`).textContent()) ?? ''
    ).trim();

  test('takes a picture of a position with sets', async () => {
    buy('yes', 300);
    buy('no', 100);
    await expect(strip(page)).toContainText('200 yes');
    await page.getByRole('tab', { name: 'Positions' }).click();
    await takePictures(page, 'exposure-sets');
    console.log(await strip(page).getAttribute('title'));
    console.log(await figure('line', 'closedNow'), await figure('ladder', 'closedNow'));
    await page
      .getByRole('button', { name: /^Close/ })
      .first()
      .click();
    await takePictures(page, 'exposure-close');
  });
});
