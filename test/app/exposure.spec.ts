/** One position, named figures: every place on screen gives the same answer, from two outcomes over sets to flat. */
import { expect, type Page, test } from '@playwright/test';
import { holdingOf } from '../../src/paper/engine/account.ts';
import { openExchange, type PaperExchange } from '../../src/paper/server/exchange.ts';
import type { PaperMarket } from '../../src/paper/simulation/paperMarket.ts';
import { type OpenApp, openApp, testNetwork } from './launch.ts';
import { takePictures } from './picture.ts';
import { setUpTestWallet } from './testAccount.ts';

const SHARE = 1_000_000;

/** Texts of every place that shows a figure of the market in front, read in one turn of the page: at one instant. */
interface Places {
  readonly banner: string;
  /** By part: what the strips of the line, the ladder and the chart say; the chart has none of a flat position. */
  readonly strips: readonly Readonly<Record<string, string>>[];
  readonly close: string;
  /** Of the pane in front at the bottom. */
  readonly header: string;
  readonly rows: readonly (readonly string[])[];
  readonly heads: readonly string[];
  readonly equity: readonly string[];
}

function readPlaces(page: Page): Promise<Places> {
  return page.evaluate(() => {
    const text = (element: Element | null | undefined): string => (element?.textContent ?? '').trim();
    const figure = [...document.querySelectorAll('.top-bar .figure')].find((one) =>
      text(one).startsWith('At the middle'),
    );
    const strips = [...document.querySelectorAll('[data-testid="position-strip"]')].map((strip) =>
      Object.fromEntries(
        [...strip.querySelectorAll('[data-part]')].map((part) => [
          part.getAttribute('data-part'),
          text(part.querySelector('.mono') ?? part),
        ]),
      ),
    );
    const close = [...document.querySelectorAll('.ladder-act')].find((one) => text(one).startsWith('Close'));
    const grid = document.querySelector('table[aria-label="Positions"], table[aria-label="Profit and loss"]');
    const pane = grid?.closest('.pane') ?? null;
    const controls = [...document.querySelectorAll('.pane-controls')].find((one) =>
      /At the middle|Net /.test(text(one)),
    );
    return {
      banner: text(figure?.querySelector('.mono')),
      strips,
      close: text(close?.querySelector('.mono')),
      header: text(controls?.querySelector('.mono') ?? pane?.querySelector('.pane-controls .mono')),
      heads: [...(grid?.querySelectorAll('th') ?? [])].map(text),
      rows: [...(grid?.querySelectorAll('tbody tr') ?? [])]
        .map((row) => [...row.querySelectorAll('td')].map(text))
        .filter((cells) => cells.length > 0),
      equity: [...document.querySelectorAll('.equity-figures dd.mono')].map(text),
    };
  });
}

test.describe('one position', () => {
  let exchange: PaperExchange;
  let app: OpenApp;
  let page: Page;
  let market: PaperMarket;

  const strip = () => page.getByTestId('ladder').getByTestId('position-strip');
  const member = () => exchange.world.engine.accounts.findLast(({ isHouse }) => !isHouse)!;

  test.beforeEach(async () => {
    exchange = await openExchange({ token: null });
    app = await openApp({ network: testNetwork(exchange.port) });
    page = app.page;
    await page.setViewportSize({ width: 1920, height: 1080 });
    await setUpTestWallet(app, exchange.port);
    const ladder = (await page.getByTestId('ladder-canvas').getAttribute('aria-label')) ?? '';
    market = exchange.world.markets.find(({ title }) => ladder.includes(title))!;
  });
  test.afterEach(async () => {
    await app.close();
    await exchange.close();
  });

  /** The account trades at the exchange, as another client of it would. */
  function trade(side: 'yes' | 'no', direction: 'buy' | 'sell', contracts: number): void {
    const { bestBid, bestAsk } = market.book;
    // Far enough to fill: 99 ticks for a purchase, 1 for a sale.
    const best = side === 'yes' ? { bid: bestBid, ask: bestAsk } : { bid: 100 - bestAsk, ask: 100 - bestBid };
    const ticks = direction === 'buy' ? Math.min(99, best.ask + 8) : Math.max(1, best.bid - 8);
    const order = {
      account: member(),
      market: market.book,
      side,
      direction,
      ticks,
      shares: contracts * SHARE,
    } as const;
    exchange.world.engine.place({ ...order, postOnly: false, immediate: true }, Date.now());
    exchange.world.flush(market.book);
  }

  const quantityOf = (side: 'yes' | 'no'): number => holdingOf(member(), market.book.id, side).quantity;

  /** Reads until every place says the same; answers what they say. */
  async function expectAgreement(check: (places: Places) => void): Promise<Places> {
    let places: Places | null = null;
    await expect(async () => {
      places = await readPlaces(page);
      check(places);
    }).toPass();
    return places!;
  }

  /** The line, the ladder and the chart have one strip, and *Close* has its figure. */
  function expectSameStrips({ strips, close }: Places): void {
    expect(strips).toHaveLength(3);
    expect(strips[1]).toEqual(strips[0]);
    expect(strips[2]).toEqual(strips[0]);
    expect(close).toBe(strips[0]!.closedNow);
  }

  const cell = (places: Places, row: number, head: string): string => places.rows[row]![places.heads.indexOf(head)]!;

  test('is the same in every place: of two outcomes, after a merge, and flat', async () => {
    trade('yes', 'buy', 300);
    trade('no', 'buy', 100);
    await expect(strip()).toContainText('200 yes');

    await page.getByRole('tab', { name: 'Positions' }).click();
    const held = await expectAgreement((places) => {
      expectSameStrips(places);
      expect(places.strips[0]).toMatchObject({ net: '200 yes', sets: '100', atStop: 'none', uncovered: '200' });
      expect(places.header).toBe(places.banner);
      const yes = places.rows.findIndex((cells) => cells[1]!.startsWith('Yes'));
      expect(cell(places, yes, 'Closed now')).toBe(places.strips[0]!.closedNow);
    });
    expect(held.rows).toHaveLength(2);
    await takePictures(page, 'exposure-sets');

    await page.getByRole('tab', { name: 'P&L' }).click();
    await expectAgreement((places) => {
      expectSameStrips(places);
      // Nothing is realised: the market's result is the figure at the middle.
      expect(cell(places, 0, 'At the middle')).toBe(places.banner);
      expect(cell(places, 0, 'Net')).toBe(places.banner);
      expect(cell(places, 0, 'Realised')).toBe('0.00');
    });
    await page.getByRole('tab', { name: 'Equity' }).click();
    await expect(page.getByText('No equity stored')).toBeHidden();
    await expectAgreement((places) => {
      expect(places.equity[1]).toBe(places.banner);
    });

    // A merge elsewhere: the sets go, their result is realised, and the rest stays.
    exchange.world.engine.merge(member(), market.book, 100 * SHARE, Date.now());
    exchange.world.flush(market.book);
    await page.getByRole('tab', { name: 'P&L' }).click();
    await expectAgreement((places) => {
      expectSameStrips(places);
      expect(places.strips[0]).toMatchObject({ net: '200 yes' });
      expect(places.strips[0]).not.toHaveProperty('sets');
      expect(cell(places, 0, 'Realised')).not.toBe('0.00');
      expect(cell(places, 0, 'At the middle')).toBe(places.banner);
      expect(cell(places, 0, 'Net')).toBe(places.header);
    });

    trade('yes', 'sell', 200);
    expect([quantityOf('yes'), quantityOf('no')]).toEqual([0, 0]);
    await expectAgreement(({ strips, close, banner, ...places }) => {
      // The chart has no strip of a flat position.
      expect(strips).toEqual([{}, {}]);
      expect([close, banner]).toEqual(['–', '–']);
      expect(cell({ strips, close, banner, ...places }, 0, 'At the middle')).toBe('0.00');
    });
    await page.getByRole('tab', { name: 'Positions' }).click();
    await expect(page.getByText('No positions', { exact: true })).toBeVisible();
    // Within one reading, not within a minute.
    await page.getByRole('tab', { name: 'Equity' }).click();
    await expect(async () => {
      const { equity } = await readPlaces(page);
      const free = (await page.locator('.top-bar .figure').filter({ hasText: 'Free' }).locator('.mono').textContent())!;
      expect(equity[0]).toBe(free.trim());
    }).toPass();
    await takePictures(page, 'exposure-flat');
  });

  test('prepares the closing order by a click on the P&L of a row, and sends nothing while armed', async () => {
    trade('yes', 'buy', 300);
    trade('no', 'buy', 100);
    await expect(strip()).toContainText('200 yes');
    await page.keyboard.press('F8');
    await expect(page.getByRole('button', { name: /^Armed/ })).toBeVisible();
    const canvas = page.getByTestId('ladder-canvas');
    const { topPrice, tick, rowHeight } = await canvas.evaluate((one) => ({ ...(one as HTMLCanvasElement).dataset }));
    const price = Number(topPrice) - 2 * Number(tick);
    const position = { x: 12, y: 2.5 * Number(rowHeight) };
    await canvas.hover({ position });
    const text = (price / 1_000_000).toFixed(2);
    await expect(page.getByTestId('ladder-hint')).toContainText(`To the ticket: sell 200 yes at ${text}`);
    await expect(page.getByTestId('ladder-hint')).toContainText(/Trades now: .* if all of it fills/);
    await canvas.click({ position });
    const ticket = page.getByRole('region', { name: 'Ticket' }).or(page.locator('.ticket')).first();
    await expect(ticket.getByRole('button', { name: `Place: sell 200 yes at ${text}` })).toBeVisible();
    expect([...exchange.world.engine.orders.values()].filter(({ account }) => account === member()).length).toBe(2);
  });

  test('has a P&L column that depends on the row alone: every row for sets, falling for a long position', async () => {
    trade('yes', 'buy', 100);
    trade('no', 'buy', 100);
    await expect(strip()).toContainText('Sets 100');
    const canvas = page.getByTestId('ladder-canvas');
    const gains = async (): Promise<number[]> =>
      ((await canvas.getAttribute('data-results')) ?? '').split(' ').filter(Boolean).map(Number);
    await expect.poll(async () => new Set(await gains()).size).toBe(1);
    const [first] = await gains();
    const holdings = (['yes', 'no'] as const).map((side) => holdingOf(member(), market.book.id, side));
    // Sets count a dollar each; cost and fees are off.
    expect(first!).toBeLessThan(100 * SHARE - holdings.reduce((sum, { cost }) => sum + cost, 0));
    trade('yes', 'buy', 100);
    await expect.poll(async () => new Set(await gains()).size).toBeGreaterThan(5);
    const rows = await gains();
    expect(rows.every((gain, at) => at === 0 || gain < rows[at - 1]!)).toBe(true);
  });

  test('offers the merge of sets on ladder and in the preview of Close, which says what selling both costs', async () => {
    trade('yes', 'buy', 300);
    trade('no', 'buy', 100);
    await expect(strip()).toContainText('Sets 100');
    await page
      .getByTestId('ladder')
      .getByRole('button', { name: /^Close/ })
      .click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByTestId('exits-sets')).toContainText(/a merge frees 100\.00/);
    await expect(dialog.getByTestId('exits-sets')).toContainText(/Selling both: .* less fees of .* and .*/);
    // The preview's figure is the one of the strip, at one instant.
    await expect(async () => {
      const [said, shown] = await page.evaluate(() => {
        const text = (element: Element | null | undefined): string => (element?.textContent ?? '').trim();
        const way = document.querySelector('.exits-way[aria-checked="true"]');
        const name = [...(way?.querySelectorAll('dt') ?? [])].find((one) => text(one) === 'Closed now');
        return [
          text(name?.nextElementSibling),
          text(document.querySelector('[data-testid="position-strip"] [data-part="closedNow"] .mono')),
        ];
      });
      expect(said).not.toBe('');
      expect(said).toBe(shown);
    }).toPass();
    await takePictures(page, 'exposure-close');
    await dialog.getByRole('button', { name: 'Not now' }).click();
    await page.getByTestId('ladder').getByRole('button', { name: 'Merge complete sets' }).click();
    await expect(page.getByRole('region', { name: 'Keys and wallet' })).toContainText(/Merge/);
    await expect(page.getByRole('tab', { name: 'Wallet', selected: true })).toBeVisible();
  });

  test('fits in its places at 1280 with six-digit sizes', async () => {
    await page.setViewportSize({ width: 1280, height: 720 });
    const { engine } = exchange.world;
    engine.deposit(member(), 500_000 * SHARE, Date.now());
    engine.split(member(), market.book, 345_678 * SHARE, Date.now());
    exchange.world.flush(market.book);
    await expect(strip()).toContainText('345,678');
    trade('no', 'sell', 300);
    await expect(strip()).toContainText('300 yes');
    const overflowing = await page.evaluate(() =>
      [...document.querySelectorAll('.position-strip .strip-row, .position-strip.line')]
        .filter((one) => one.scrollWidth > one.clientWidth)
        .map((one) => one.textContent),
    );
    expect(overflowing).toEqual([]);
    await takePictures(page, 'exposure-large');
  });
});
