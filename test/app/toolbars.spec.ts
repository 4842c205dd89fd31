/** Filters, counts, amounts and warnings move no row: the table of a pane keeps its place and height whatever its toolbar shows. */
import { expect, type Page, test } from '@playwright/test';
import { openExchange, type PaperExchange } from '../../src/paper/server/exchange.ts';
import { findMember, giveSets } from './largeSizes.ts';
import { openApp, testNetwork } from './launch.ts';
import { longIf } from './long.ts';
import { takePicture } from './picture.ts';
import { setUpTestWallet } from './testAccount.ts';

const WINDOWS = [
  { width: 1280, height: 720 },
  { width: 1440, height: 900 },
] as const;

/** Writes down every place and height that the table in this box has in a frame, until `stop` is called. */
async function watchTable(page: Page, box: string): Promise<() => Promise<readonly string[]>> {
  await page.evaluate((selector) => {
    const seen = new Set<string>();
    const note = (): void => {
      const table = [...document.querySelectorAll(selector)].find((one) => one.clientHeight > 0);
      if (table !== undefined) {
        const { top, height } = table.getBoundingClientRect();
        const first = table.querySelector('thead th')?.getBoundingClientRect().top ?? top;
        seen.add(`top ${top}, height ${height}, headings ${first - top} below`);
      }
      const { watched } = globalThis as { watched?: Set<string> };
      if (watched === seen) requestAnimationFrame(note);
    };
    Object.assign(globalThis, { watched: seen });
    note();
  }, box);
  return () =>
    page.evaluate(async () => {
      // What the last act changed is drawn in the next frames.
      for (let frame = 0; frame < 4; frame += 1) await new Promise((next) => requestAnimationFrame(next));
      const { watched } = globalThis as unknown as { watched: Set<string> };
      Object.assign(globalThis, { watched: null });
      return [...watched];
    });
}

const tabOf = (page: Page, name: string) => page.getByRole('tab', { name, exact: true });
const controls = (page: Page, pane: string) => page.locator(`.${pane}-controls`);

/** Chooses every choice of a menu once, and those first that it began with. */
async function chooseEach(page: Page, pane: string, menu: string): Promise<void> {
  const open = async (): Promise<void> => {
    await controls(page, pane).getByRole('button', { name: menu, exact: true }).click();
    await expect(page.getByRole('menuitemradio').first()).toBeVisible();
  };
  await open();
  const before = await page
    .getByRole('menuitemradio')
    .evaluateAll((items) => items.map((item) => item.getAttribute('aria-checked') === 'true'));
  const order = [...before.keys()].filter((at) => !before[at]);
  for (const at of [...order, ...before.keys()].filter((at, place) => place < order.length || before[at])) {
    await page.getByRole('menuitemradio').nth(at).click();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('menu')).toHaveCount(0);
    await open();
  }
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toHaveCount(0);
}

/** Finds a word, nothing, and everything again. */
async function find(page: Page, label: string, word: string): Promise<void> {
  const field = page.getByRole('searchbox', { name: label, exact: true });
  for (const text of [word, 'matches nothing at all', '']) await field.fill(text);
}

async function segment(page: Page, pane: string, names: readonly string[]): Promise<void> {
  for (const name of names) {
    await controls(page, pane).getByRole('radio', { name, exact: true }).click();
  }
}

interface Pane {
  readonly tab: string;
  readonly box: string;
  act(page: Page): Promise<void>;
}

const PANES: readonly Pane[] = [
  {
    tab: 'Orders',
    box: '.orders > .data-table',
    async act(page) {
      await find(page, 'Find orders', 'yes');
      await segment(page, 'orders', ['Open', 'All']);
      await chooseEach(page, 'orders', 'Filters, columns and export');
      await segment(page, 'orders', ['Open']);
      await page.getByRole('button', { name: 'Show all' }).click();
      await page.getByRole('grid', { name: 'Orders' }).getByRole('button', { name: 'Price' }).click();
    },
  },
  {
    tab: 'Positions',
    box: '.positions > .data-table',
    async act(page) {
      await page.getByRole('grid', { name: 'Positions' }).getByRole('button', { name: 'At the middle' }).click();
    },
  },
  {
    tab: 'Conditionals',
    box: '.conditionals > .data-table',
    async act(page) {
      await find(page, 'Find conditional orders', 'yes');
      await segment(page, 'conditionals', ['Active', 'All']);
      await chooseEach(page, 'conditionals', 'Filters and columns');
    },
  },
  {
    tab: 'Fills',
    box: '.fills > .data-table',
    act: (page) => chooseEach(page, 'fills', 'Filters and columns of fills'),
  },
  {
    tab: 'P&L',
    box: '.data-table:has(> [aria-label="Profit and loss"])',
    act: (page) => segment(page, 'pnl', ['Events', 'Days', 'Markets']),
  },
  { tab: 'Balances', box: '.balances-body', act: async () => undefined },
  {
    tab: 'Alerts',
    box: '.alerts > .data-table',
    async act(page) {
      await find(page, 'Find alerts', 'volume');
      await segment(page, 'alerts', ['Log']);
      await find(page, 'Find in the log', 'volume');
      await segment(page, 'alerts', ['Alerts']);
      await controls(page, 'alerts').getByRole('button', { name: 'Mute', exact: true }).click();
      await controls(page, 'alerts').getByRole('button', { name: 'Muted', exact: true }).click();
    },
  },
  {
    tab: 'Markets',
    box: '.markets-list',
    async act(page) {
      const field = page.getByRole('searchbox', { name: 'Search markets' });
      for (const text of ['harbour', '']) await field.fill(text);
      for (const menu of [/^Markets shown/, /^Order: /]) {
        for (const at of [1, 0]) {
          await page.locator('.markets').getByRole('button', { name: menu }).click();
          await page.getByRole('menuitemradio').nth(at).click();
          await page.keyboard.press('Escape');
          await expect(page.getByRole('menu')).toHaveCount(0);
        }
      }
    },
  },
];

for (const size of WINDOWS) {
  test(
    `no filter, count or warning moves a table at ${size.width}×${size.height}`,
    longIf(size !== WINDOWS[0]),
    async () => {
      test.setTimeout(240_000);
      const exchange = await openExchange({ token: null });
      const app = await openApp({ network: testNetwork(exchange.port) });
      try {
        const { page } = app;
        await page.setViewportSize(size);
        await setUpTestWallet(app, exchange.port);
        await fillAccount(exchange, page);
        for (const { tab, box, act } of PANES) {
          await tabOf(page, tab).click();
          const stop = await watchTable(page, box);
          await act(page);
          expect(await stop(), tab).toHaveLength(1);
        }
        await watchOrders(exchange, page);
        await takePicture(page, `stale-orders-${size.width}`);
      } finally {
        await app.close();
        await exchange.close();
      }
    },
  );
}

/** More orders, the cancel of those shown and of all, and an exchange that falls silent. */
async function watchOrders(exchange: PaperExchange, page: Page): Promise<void> {
  const { world } = exchange;
  const [market] = world.markets;
  await tabOf(page, 'Orders').click();
  await page.getByRole('searchbox', { name: 'Find orders' }).fill('yes');
  const stop = await watchTable(page, '.orders > .data-table');
  const order = { account: findMember(exchange), market: market!.book, direction: 'buy', postOnly: true } as const;
  for (const ticks of [5, 6, 7, 8, 9, 10, 11]) {
    world.engine.place({ ...order, side: 'yes', ticks, shares: 10_000_000 }, Date.now());
  }
  world.flush(market!.book);
  await expect(tabOf(page, 'Orders')).toContainText('12');
  await page.getByRole('button', { name: 'Cancel these 10' }).click();
  await expect(tabOf(page, 'Orders')).toContainText(/Orders2$/);
  await controls(page, 'orders')
    .getByRole('button', { name: /^Cancel all/ })
    .click();
  await expect(tabOf(page, 'Orders')).toHaveText('Orders');
  await exchange.close();
  await expect(page.locator('.orders .banner')).toContainText('Orders may have changed since', { timeout: 60_000 });
  expect(await stop(), 'Orders').toHaveLength(1);
}

/** Rows for every pane: orders of both outcomes, one of them filled, sets, a conditional order and an alert. */
async function fillAccount(exchange: PaperExchange, page: Page): Promise<void> {
  const { world } = exchange;
  const [market, other] = world.markets;
  if (market === undefined || other === undefined) throw new Error('Expected two markets, found fewer');
  giveSets(exchange, other);
  const order = { account: findMember(exchange), market: market.book, direction: 'buy', postOnly: false } as const;
  const shares = 10_000_000;
  for (const ticks of [2, 3, 4]) world.engine.place({ ...order, side: 'yes', ticks, shares }, Date.now());
  for (const ticks of [2, 3]) world.engine.place({ ...order, side: 'no', ticks, shares }, Date.now());
  world.engine.place({ ...order, side: 'yes', ticks: market.book.bestAsk, shares }, Date.now());
  world.flush(market.book);
  await expect(page.locator('.orders tbody tr')).toHaveCount(6);
}
