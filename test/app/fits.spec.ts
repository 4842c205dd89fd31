/**
 * Nothing is cut off and nothing moves: every pane, with seven-digit sizes and long names, in each density and at each size of a
 * window.
 */
import { expect, type Page, test } from '@playwright/test';
import { openExchange, type PaperExchange } from '../../src/paper/server/exchange.ts';
import type { PaperMarket } from '../../src/paper/simulation/paperMarket.ts';
import { changeElsewhere } from './changeElsewhere.ts';
import { listClippedTexts } from './clippedTexts.ts';
import { makeLargeBook, measureInjected } from './injectedFrame.ts';
import { enlargeBook, enlargeMember, giveSets, LONG_NAMES, lengthenNames } from './largeSizes.ts';
import { type OpenApp, openApp, testNetwork } from './launch.ts';
import { SIZES, takePanePictures, waitForSize } from './picture.ts';
import { setUpTestWallet } from './testAccount.ts';

/** Sizes at which everything fits: those of the pictures, and the most usual one of a large screen. */
const WINDOWS = [...SIZES, { width: 1920, height: 1080 }] as const;
const isPictured = (size: (typeof WINDOWS)[number]): boolean => (SIZES as readonly object[]).includes(size);

/** What has a place of its own, whatever the numbers in it and beside it are. */
const FIXED = [
  '.top-bar > *',
  '.pane',
  '.pane-controls > *',
  '.status-line > :not(.notices)',
  '.ladder > *',
  ':is(.ticket-legs, .ticket-box, .ticket-post)',
  '.ticket-foot > button',
  '.book-body > *',
  '.book-head > *',
].join(', ');

const boxesOf = (page: Page): Promise<readonly string[]> =>
  page.evaluate(
    (selector) =>
      [...document.querySelectorAll(selector)].map(
        (one) => `${one.classList[0]} ${JSON.stringify(one.getBoundingClientRect())}`,
      ),
    FIXED,
  );

test.describe('texts', () => {
  let exchange: PaperExchange;
  let app: OpenApp;
  let page: Page;
  let front: string;
  const clipped = new Set<string>();

  test.beforeEach(async () => {
    clipped.clear();
    exchange = await openExchange({ token: null });
    for (const market of exchange.world.markets) enlargeBook(exchange, market);
    lengthenNames(exchange.world.markets[0]!);
    exchange.world.decide(decided(), 'yes');
    app = await openApp({ network: testNetwork(exchange.port) });
    page = app.page;
    await page.setViewportSize(SIZES[0]);
    await setUpTestWallet(app, exchange.port);
    const ladder = (await page.getByTestId('ladder-canvas').getAttribute('aria-label')) ?? '';
    front = exchange.world.markets.find(({ title }) => ladder.includes(title))?.slug ?? '';
  });
  test.afterEach(async () => {
    await app.close();
    await exchange.close();
  });

  test('move nothing when a balance, positions and orders get seven digits, or a book’s sizes change', async () => {
    await expect(page.getByRole('banner')).toContainText(/Free\s*\d/);
    await expect(page.getByRole('banner').getByText('Live', { exact: true })).toBeVisible();
    await waitForSize(page);
    const before = await boxesOf(page);
    await enlargeAccount();
    await expect(page.getByRole('banner')).toContainText(/At the middle\s*[+−-]?\d/);
    await expect(page.getByTestId('ladder-holding')).toContainText('yes');
    expect(await boxesOf(page)).toEqual(before);

    const boxesWith = async (size: number): Promise<readonly string[]> =>
      (await measureInjected(page, { books: [makeLargeBook(front, size)] }, FIXED)).map(({ box }) => box);
    expect(await boxesWith(8_888_888)).toEqual(await boxesWith(25));
  });

  test('fit in every pane, in each density and at each size of a window', async () => {
    test.setTimeout(400_000);
    await giveWinnings();
    await enlargeAccount();
    for (const density of ['compact', 'normal', 'large'] as const) {
      for (const size of WINDOWS) {
        await page.setViewportSize(size);
        await changeElsewhere(page, { density });
        await lookThrough(`${density} ${size.width}`, density === 'normal' && isPictured(size));
      }
    }
    for (const [key, pane] of [
      ['Control+,', 'Settings'],
      ['F1', 'Help'],
    ] as const) {
      await page.keyboard.press(key);
      await expect(page.getByRole('tab', { name: pane, exact: true })).toBeVisible();
      for (const size of WINDOWS) {
        await page.setViewportSize(size);
        await changeElsewhere(page, {});
        await waitForSize(page);
        if (isPictured(size)) await takePanePictures(page, pane);
        // The dock follows the window in the next frames.
        await expect.poll(() => listClippedTexts(page)).toEqual([]);
      }
    }
    expect([...clipped]).toEqual([]);
  });

  test('fit where the names are long, also in the high-contrast theme', async () => {
    await giveWinnings();
    await enlargeAccount();
    await page.getByRole('tab', { name: 'Markets', exact: true }).click();
    await page.getByText(LONG_NAMES.group).first().click();
    await expect(page.getByTestId('ladder-market')).toHaveText(LONG_NAMES.group);
    for (const density of ['compact', 'large'] as const) {
      await changeElsewhere(page, { density, theme: 'high-contrast' });
      // A window that scrolls sideways keeps what stops trading in sight.
      const panic = (await page
        .getByRole('banner')
        .getByRole('button', { name: /^Panic/ })
        .boundingBox())!;
      expect(panic.x + panic.width).toBeLessThan(SIZES[0].width);
      await lookThrough(`long names, ${density}`, false);
      // The longest hints are those of a price with own orders.
      const canvas = page.getByTestId('ladder-canvas');
      const { bidX, rowHeight, rows } = await canvas.evaluate((element) => ({
        ...(element as HTMLCanvasElement).dataset,
      }));
      for (let row = 0; row < Math.min(12, Number(rows)); row += 1) {
        await canvas.hover({ position: { x: Number(bidX), y: (row + 0.5) * Number(rowHeight) } });
        await note(`long names, ${density}, row ${row}`);
      }
    }
    expect([...clipped]).toEqual([]);
  });

  async function enlargeAccount(): Promise<void> {
    const { markets } = exchange.world;
    for (const market of [...markets.filter(({ slug }) => slug === front), ...markets.slice(0, 2)]) {
      enlargeMember(exchange, market);
    }
    await expect(page.getByRole('banner')).toContainText(/Locked\s*\d,\d{3},\d{3}/);
  }

  const decided = (): PaperMarket => exchange.world.markets[2]!;

  /** Winnings that wait to be redeemed take room in the top bar and in the positions. */
  async function giveWinnings(): Promise<void> {
    giveSets(exchange, decided());
    await expect(page.getByRole('banner')).toContainText(/Unclaimed\s*\d{3},\d{3}/);
  }

  async function lookThrough(name: string, isPictured: boolean): Promise<void> {
    for (const tab of await page.getByRole('tab').all()) {
      await tab.click();
      await waitForSize(page);
      if (isPictured) await takePanePictures(page, (await tab.getAttribute('aria-label')) ?? '');
      await note(name);
    }
    const hidden = await page.locator('.dv-tabs-overflow-dropdown-default').count();
    if (hidden > 0 && !name.includes('large')) clipped.add(`${name}: ${hidden} groups have no room for all tabs`);
  }

  /** Plots take their new size some frames after their pane: only a text that stays cut is one. */
  async function note(name: string): Promise<void> {
    await expect.poll(() => listClippedTexts(page), { message: name }).toEqual([]);
  }
});
