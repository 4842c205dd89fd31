/**
 * A trader's day, by keys alone, by mouse, and at a scale of 200 %: after each step every place on screen says the same.
 *
 * Shape       One script for three ways of acting. The exchange is a server of this machine: its market can be held still, and
 *             another account trades with the orders of the day.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { holdingOf } from '../../src/paper/engine/account.ts';
import type { Account } from '../../src/paper/engine/state.ts';
import type { PaperClock } from '../../src/paper/server/clock.ts';
import { openExchange, type PaperExchange } from '../../src/paper/server/exchange.ts';
import type { PaperMarket } from '../../src/paper/simulation/paperMarket.ts';
import { type CutCable, openCutCable } from './cutCable.ts';
import { type OpenApp, openApp, testNetwork } from './launch.ts';
import { longIf } from './long.ts';
import { takePicture } from './picture.ts';
import { expectAgreement, figureOf, listContradictions, readExport, readPlaces, recordPlaces } from './places.ts';
import { readLadder } from './steps.ts';
import { setUpTestWallet, TEST_PASSWORD } from './testAccount.ts';

const SHARE = 1_000_000;
const TICKS = 100;

type Side = 'yes' | 'no';

/** How a person acts; each act ends when it is done, not when the account shows it. */
interface Hand {
  unlock(): Promise<void>;
  arm(): Promise<void>;
  /** Limit order; `ticks` in terms of the outcome. */
  buy(side: Side, contracts: number, ticks: number): Promise<void>;
  cancelOrders(): Promise<void>;
  stop(contracts: number, trigger: number): Promise<void>;
  merge(): Promise<void>;
  panic(): Promise<void>;
  flatten(): Promise<void>;
  lock(): Promise<void>;
  export(): Promise<void>;
  show(pane: 'Positions' | 'P&L' | 'Equity'): Promise<void>;
}

const priceOf = (ticks: number): string => (ticks / TICKS).toFixed(2);

/** Keys alone: nothing is clicked, and no element is given the focus by the test. Main's question is outside the page. */
function openKeys({ page, confirming }: OpenApp): Hand {
  const { keyboard } = page;
  const box = page.getByRole('combobox', { name: 'Search, or type an order' });
  const type = async (text: string): Promise<void> => {
    await keyboard.press('Control+K');
    await expect(box).toBeFocused();
    await keyboard.type(text);
    await expect(box).toHaveValue(text);
  };
  const command = async (text: string): Promise<void> => {
    await type(text);
    await expect(page.getByTestId('palette-plan')).toContainText(/Enter (places|arms)/);
    await keyboard.press('Enter');
    await expect(box).toBeHidden();
  };
  const choose = async (title: string): Promise<void> => {
    await type(title);
    await expect(page.locator('.palette-row[aria-selected="true"]')).toContainText(title);
    await keyboard.press('Enter');
    await expect(box).toBeHidden();
  };
  return {
    async unlock() {
      await keyboard.press('F8');
      const dialog = page.getByRole('dialog', { name: 'Unlock the vault' });
      await expect(dialog.getByLabel('Password', { exact: true })).toBeFocused();
      await keyboard.type(TEST_PASSWORD);
      await keyboard.press('Enter');
      await expect(dialog).toBeHidden();
    },
    arm: () => keyboard.press('F8'),
    buy: (side, contracts, ticks) => command(`buy ${side} ${contracts} @ ${priceOf(ticks)}`),
    cancelOrders: () => keyboard.press('Shift+F9'),
    stop: (contracts, trigger) =>
      command(`stop sell yes ${contracts} @ ${priceOf(trigger)} limit ${priceOf(trigger - 2)}`),
    async merge() {
      await choose('Merge the complete sets of the market in front');
      const form = page.getByRole('form', { name: /^Merge / });
      await expect(form.getByLabel('Sets')).toBeFocused();
      await keyboard.press('Enter');
      await expect(form.getByLabel('Password')).toBeFocused();
      await keyboard.type(TEST_PASSWORD);
      await confirming(true, () => keyboard.press('Enter'));
      await expect(form).toBeHidden();
    },
    panic: () => keyboard.press('F9'),
    async flatten() {
      // The key acts on the market of the pane in front.
      await choose('Show Ladder');
      await keyboard.press('Alt+F8');
      await expect(page.getByRole('dialog').getByRole('button', { name: 'Flatten', exact: true })).toBeFocused();
      await keyboard.press('Enter');
    },
    async lock() {
      await keyboard.press('Control+L');
      await expect(page.getByRole('dialog').getByRole('button', { name: 'Lock', exact: true })).toBeFocused();
      await keyboard.press('Enter');
    },
    async export() {
      await choose('Export profit and loss');
      await expect(page.getByRole('dialog', { name: 'Export' })).toBeVisible();
      const button = page.getByRole('dialog').getByRole('button', { name: 'Export', exact: true });
      for (let tab = 0; tab < 12 && !(await button.evaluate((one) => one === document.activeElement)); tab += 1) {
        await keyboard.press('Tab');
      }
      await expect(button).toBeFocused();
      await keyboard.press('Enter');
    },
    show: (pane) => choose(`Show ${pane}`),
  };
}

/** The mouse, and typing where a field needs it. */
function openMouse({ page, confirming }: OpenApp): Hand {
  const topBar = page.getByRole('banner');
  const ticket = page.getByRole('form', { name: 'Order ticket' });
  const ladder = page.getByTestId('ladder');
  return {
    async unlock() {
      await topBar.getByRole('button', { name: 'Unlock' }).click();
      const dialog = page.getByRole('dialog', { name: 'Unlock the vault' });
      await dialog.getByLabel('Password', { exact: true }).fill(TEST_PASSWORD);
      await dialog.getByRole('button', { name: 'Unlock', exact: true }).click();
      await expect(dialog).toBeHidden();
    },
    arm: () => topBar.getByRole('button', { name: /^Disarmed/ }).click(),
    async buy(side, contracts, ticks) {
      const outcome = ticket.getByRole('radiogroup', { name: 'Outcome' });
      await outcome.getByRole('radio', { name: side === 'yes' ? /^Yes/ : /^No/ }).click();
      await ticket.getByRole('textbox', { name: 'Contracts' }).fill(`${contracts}`);
      await ticket.getByRole('textbox', { name: 'Price' }).fill(priceOf(ticks));
      await ticket.getByRole('button', { name: new RegExp(`^Place: buy ${contracts} ${side}`) }).click();
    },
    cancelOrders: () => ladder.getByRole('button', { name: 'Cancel 1 bid' }).click(),
    async stop(contracts, trigger) {
      await page.getByRole('combobox', { name: 'Order type' }).selectOption({ label: 'Stop' });
      const form = page.getByRole('form', { name: 'Conditional order' });
      await form.getByRole('radio', { name: 'Sell', exact: true }).click();
      await form.getByLabel('Contracts', { exact: true }).fill(`${contracts}`);
      await form.getByLabel('Trigger', { exact: true }).fill(priceOf(trigger));
      await form.getByLabel('Limit', { exact: true }).fill(priceOf(trigger - 2));
      await form.getByRole('button', { name: /^Arm / }).click();
      await expect(form).toBeHidden();
    },
    async merge() {
      await ladder.getByRole('button', { name: 'Merge complete sets' }).click();
      const form = page.getByRole('form', { name: /^Merge / });
      await form.getByRole('button', { name: 'Preview' }).click();
      await form.getByLabel('Password').fill(TEST_PASSWORD);
      await confirming(true, () => form.getByRole('button', { name: 'Sign and send' }).click());
      await expect(form).toBeHidden();
    },
    panic: () => topBar.getByRole('button', { name: /^Panic/ }).click(),
    async flatten() {
      await ladder.getByRole('button', { name: /^Close/ }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Flatten', exact: true }).click();
    },
    async lock() {
      await topBar.getByRole('button', { name: 'Lock', exact: true }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Lock', exact: true }).click();
    },
    async export() {
      await page.getByRole('tab', { name: 'P&L', exact: true }).click();
      await page.getByRole('button', { name: 'Export…', exact: true }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Export', exact: true }).click();
    },
    show: (pane) => page.getByRole('tab', { name: pane, exact: true }).click(),
  };
}

/** The market's clock, which can be stopped: nobody trades then, and prices stay. */
function openStoppableClock(): { readonly clock: PaperClock; stop(): void; start(): void } {
  let lateMs = 0;
  let stoppedAtMs: number | null = null;
  return {
    clock: { nowMs: () => (stoppedAtMs ?? Date.now()) - lateMs, wallMs: Date.now },
    stop() {
      stoppedAtMs ??= Date.now();
    },
    start() {
      lateMs += stoppedAtMs === null ? 0 : Date.now() - stoppedAtMs;
      stoppedAtMs = null;
    },
  };
}

interface Way {
  readonly name: string;
  readonly size: { readonly width: number; readonly height: number };
  readonly isZoomed?: true;
  readonly isLong: boolean;
  readonly openHand: (app: OpenApp) => Hand;
}

const WAYS: readonly Way[] = [
  { name: 'by keys alone at 1440×900', size: { width: 1440, height: 900 }, isLong: false, openHand: openKeys },
  { name: 'by mouse at 1280×720', size: { width: 1280, height: 720 }, isLong: true, openHand: openMouse },
  // A scale of 200 % leaves a page half the width and height.
  {
    name: 'at 200 % of 1440×900',
    size: { width: 720, height: 450 },
    isZoomed: true,
    isLong: true,
    openHand: openMouse,
  },
];

test.describe('a day', () => {
  // A day has some forty acts, and a wallet to set up before.
  test.describe.configure({ timeout: 480_000 });
  let folder: string;
  let clock: ReturnType<typeof openStoppableClock>;
  let exchange: PaperExchange;
  let cable: CutCable;
  let app: OpenApp;

  test.beforeEach(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'adyton-day-'));
    clock = openStoppableClock();
    exchange = await openExchange({ token: null, clock: clock.clock });
    cable = await openCutCable(exchange.port);
    app = await openApp({ dataFolder: folder, network: testNetwork(cable.port) });
    await setUpTestWallet(app, cable.port);
    await app.close();
  });
  test.afterEach(async () => {
    await app.close();
    await cable.close();
    await exchange.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  });

  for (const { name, size, isZoomed, isLong, openHand } of WAYS) {
    test(`has one answer in every place after each step, ${name}`, longIf(isLong), async () => {
      app = await openApp({ dataFolder: folder, network: testNetwork(cable.port) });
      const { page } = app;
      await page.setViewportSize(size);
      const hand = openHand(app);
      const topBar = page.getByRole('banner');
      await expect.poll(async () => (await readLadder(page)).bestBid).not.toBeNull();
      await recordPlaces(page);

      const title = (await page.getByTestId('ladder-canvas').getAttribute('aria-label')) ?? '';
      const market: PaperMarket = exchange.world.markets.find((one) => title.includes(one.title))!;
      const { engine } = exchange.world;
      const member = (): Account => engine.accounts.findLast(({ isHouse }) => !isHouse)!;
      const quantities = () =>
        (['yes', 'no'] as const).map((side) => holdingOf(member(), market.book.id, side).quantity / SHARE);
      const other = engine.openAccount(true, true);
      engine.deposit(other, 1_000_000 * SHARE, clock.clock.nowMs());

      /** Another account sells yes through the book, until so many of our newest bid have filled. */
      const fillBid = (contracts: number): void => {
        const own = [...member().open.values()].at(-1)!;
        const bids = market.book.bids;
        let ahead = 0;
        for (let ticks = TICKS - 1; ticks > own.yesTicks; ticks -= 1) ahead += bids[ticks]!.volume;
        for (const order of bids[own.yesTicks]!.orders) {
          if (order === own) break;
          ahead += order.remaining;
        }
        const shares = ahead + contracts * SHARE;
        const order = { account: other, market: market.book, side: 'no', direction: 'buy' } as const;
        const terms = { ticks: TICKS - own.yesTicks, shares, postOnly: false, immediate: true };
        engine.place({ ...order, ...terms }, clock.clock.nowMs());
        exchange.world.flush(market.book);
      };

      /** What is held is that of the exchange, and every place agrees in every pane. */
      const expectDay = async (step: string, yes: number, no: number): Promise<void> => {
        const net = yes === no ? '0' : `${Math.abs(yes - no)} ${yes > no ? 'yes' : 'no'}`;
        await expect.poll(quantities, { message: step }).toEqual([yes, no]);
        const isFlat = yes === 0 && no === 0;
        await expect
          .poll(async () => figureOf(await readPlaces(page), isFlat ? 'no position' : 'net'), { message: step })
          .toBe(isFlat ? 'No position' : net);
        for (const pane of ['Positions', 'P&L', 'Equity'] as const) {
          await hand.show(pane);
          const place = { Positions: 'quantities of Positions', 'P&L': 'P&L', Equity: 'Equity' }[pane];
          const isShown = isFlat && pane === 'Positions' ? page.getByText('No positions', { exact: true }) : null;
          if (isShown === null) {
            await expect
              .poll(async () => (await readPlaces(page)).some((one) => one.place === place), {
                message: `${step}: ${pane}`,
                timeout: 90_000,
              })
              .toBe(true);
          } else await expect(isShown).toBeVisible();
          const shown = await expectAgreement(page, `${step}: ${pane}`);
          // Flat is flat within one reading.
          if (isFlat && pane === 'Equity') expect(figureOf(shown, 'equity')).toBe(figureOf(shown, 'free'));
        }
        expect(await listOverlaps(page), step).toEqual([]);
        if (isZoomed === true) await expectInSight(page);
        await takePicture(page, `day-${size.width}-${step.replaceAll(' ', '-')}`);
      };

      await test.step('starts locked, and is unlocked', async () => {
        await expect(topBar.getByRole('button', { name: 'Unlock' })).toBeVisible();
        expect(figureOf(await readPlaces(page), 'net')).toBeNull();
        await hand.unlock();
        await expect(topBar.getByText('10,000.00').first()).toBeVisible();
        await hand.arm();
        await expect(topBar.getByRole('button', { name: /^Armed/ })).toBeVisible();
        await expectAgreement(page, 'unlocked');
      });

      await test.step('buys', async () => {
        await hand.buy('yes', 300, Math.min(99, market.book.bestAsk + 8));
        await expectDay('bought', 300, 0);
      });

      await test.step('is filled in part', async () => {
        clock.stop();
        await hand.buy('yes', 200, market.book.bestBid);
        await expect.poll(() => member().open.size).toBe(1);
        fillBid(80);
        await expectDay('filled in part', 380, 0);
        await hand.cancelOrders();
        await expect.poll(() => member().open.size).toBe(0);
        clock.start();
        await expectDay('cancelled the rest', 380, 0);
      });

      await test.step('arms a stop', async () => {
        await hand.stop(150, market.book.bestBid - 12);
        await expect
          .poll(async () => figureOf(await readPlaces(page), 'triggers'))
          .toMatch(/^Stop 150, ask ≤ 0\.\d\d: /);
        const shown = await readPlaces(page);
        expect(figureOf(shown, 'covered')).toBe('150');
        expect(figureOf(shown, 'uncovered')).toBe('230');
        expect(figureOf(shown, 'at stop')).toMatch(/^−\d/);
        await expectDay('armed a stop', 380, 0);
      });

      await test.step('has sets, and merges them', async () => {
        await hand.buy('no', 100, Math.min(99, TICKS - market.book.bestBid + 8));
        await expectDay('has sets', 380, 100);
        expect(figureOf(await readPlaces(page), 'sets')).toBe('100');
        await hand.merge();
        await expectDay('merged', 280, 0);
        expect(figureOf(await readPlaces(page), 'sets')).toBe('none');
      });

      await test.step('panics, and flattens', async () => {
        await hand.panic();
        await expect(page.getByTestId('panic-report')).toContainText('1 conditional ended');
        await expect.poll(async () => figureOf(await readPlaces(page), 'triggers')).toBe('none');
        await expectDay('panicked', 280, 0);
        expect(figureOf(await readPlaces(page), 'at stop')).toBe('none');
        await hand.arm();
        await expect(topBar.getByRole('button', { name: /^Armed/ })).toBeVisible();
        await hand.flatten();
        await expect(page.getByTestId('flatten-report')).toContainText('Flat');
        await expectDay('flat', 0, 0);
      });

      await test.step('loses the connection, and has it back', async () => {
        await hand.buy('yes', 120, Math.min(99, market.book.bestAsk + 8));
        await expectDay('bought again', 120, 0);
        await cable.cut();
        await expect(topBar.getByText('Exchange does not answer')).toBeVisible();
        await expect
          .poll(async () => figureOf(await readPlaces(page), 'closed now, as of'), { timeout: 60_000 })
          .not.toBe('now');
        await expectAgreement(page, 'disconnected');
        for (const pane of ['Positions', 'P&L', 'Equity'] as const) {
          await hand.show(pane);
          await expectAgreement(page, `disconnected: ${pane}`);
        }
        expect(await listOverlaps(page), 'disconnected').toEqual([]);
        await takePicture(page, `day-${size.width}-disconnected`);
        await cable.mend();
        await expect(topBar.getByText('Live', { exact: true })).toBeVisible({ timeout: 60_000 });
        await expect
          .poll(async () => figureOf(await readPlaces(page), 'closed now, as of'), { timeout: 60_000 })
          .toBe('now');
        await expectDay('connected', 120, 0);
      });

      await test.step('locks with a position, and is told first what happened', async () => {
        await topBar.getByRole('button', { name: /^Disarmed/ }).waitFor();
        await hand.arm();
        await hand.buy('yes', 50, market.book.bestBid - 10);
        await expect.poll(() => member().open.size).toBe(1);
        await hand.lock();
        await expect(topBar.getByRole('button', { name: 'Unlock' })).toBeVisible();
        expect(figureOf(await readPlaces(page), 'net')).toBeNull();
        await expectAgreement(page, 'locked');
        fillBid(50);
        await hand.unlock();
        const absence = page.getByTestId('absence');
        await expect(absence).toContainText(/While locked/);
        await expect(absence).toContainText(/50 yes/);
        await expectDay('unlocked again', 170, 0);
      });

      await test.step('exports what the panes show', async () => {
        await hand.show('P&L');
        clock.stop();
        await hand.export();
        const dialog = page.getByRole('dialog', { name: 'Export' });
        await expect(dialog.getByRole('status').first()).toContainText('1 result');
        const file = (await dialog.getByRole('button', { name: /^Copy path/ }).getAttribute('title')) ?? '';
        const exported = readExport(await readFile(file, 'utf8'));
        const shown = await expectAgreement(page, 'exported');
        expect(listContradictions([...shown, ...exported])).toEqual([]);
        await page.keyboard.press('Escape');
        clock.start();
      });

      await test.step('says what nobody watches when the window is closed', async () => {
        expect(await app.leave()).toMatch(/170 yes in /);
      });
    });
  }
});

/** Parts of the top bar and of the status line that lie over one another. */
function listOverlaps(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    ['.top-bar', '.status-line'].flatMap((line) => {
      const parts = [...document.querySelectorAll(`${line} > *`)].filter((part) => {
        const { width, height } = part.getBoundingClientRect();
        return width > 0 && height > 0 && (part.textContent ?? '').trim() !== '';
      });
      return parts.flatMap((part, at) =>
        parts.slice(at + 1).flatMap((other) => {
          const [a, b] = [part.getBoundingClientRect(), other.getBoundingClientRect()];
          const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
          return width > 1 ? [`${line}: “${part.textContent}” and “${other.textContent}”`] : [];
        }),
      );
    }),
  );
}

/** Ladder, size and Panic are in sight together, once scrolled to. */
async function expectInSight(page: Page): Promise<void> {
  const canvas = page.getByTestId('ladder-canvas').first();
  await canvas.scrollIntoViewIfNeeded();
  await page.getByTestId('ladder-size').first().scrollIntoViewIfNeeded();
  await expect(page.getByTestId('ladder-size').first()).toBeInViewport({ ratio: 1 });
  await expect(canvas).toBeInViewport({ ratio: 0.4 });
  await expect(page.getByRole('banner').getByRole('button', { name: /^Panic/ })).toBeInViewport({ ratio: 1 });
}
