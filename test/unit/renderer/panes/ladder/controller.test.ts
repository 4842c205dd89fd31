import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { LadderController } from '#renderer/panes/ladder/controller.ts';
import type { Surface } from '#renderer/ui/canvas.ts';
import type { IntentInput } from '#shared/ipc/contract.ts';
import type { Frame } from '#shared/ipc/frames/frame.ts';
import type { AccountView, CatalogueView } from '#shared/ipc/views.ts';
import { DEFAULT_TICK } from '#shared/market/tickGrid.ts';
import { EMPTY_LEDGER } from '#shared/order/account/ledger.ts';
import type { MarketId } from '#shared/units/ids.ts';
import { noAnswer } from '#test/slice/makers.ts';
import { makeRiskView } from '#test/slice/riskMakers.ts';
import { walletOf } from '../facts.ts';

const market = 'm' as MarketId;
const M = 1_000_000;
const WIDTH = 331;
const HEIGHT = 19 * 20;
const PANE = { id: 'ladder-2', link: 'blue', linkKey: 'blue' } as const;
const placed: IntentInput[] = [];
const cancelled: string[] = [];
const moved: unknown[] = [];

afterAll(() => vi.unstubAllGlobals());
vi.stubGlobal('getComputedStyle', () => ({ getPropertyValue: (name: string) => name }));
vi.stubGlobal('document', { documentElement: {} });
vi.stubGlobal('window', {
  requestAnimationFrame: () => 0,
  setTimeout: () => 0,
  adyton: {
    exit: {
      move: async (input: unknown) => {
        moved.push(input);
        return { ok: false, error: { code: 'LOCKED', parameters: {} } };
      },
    },
    order: {
      place: async (intent: IntentInput) => {
        placed.push(intent);
        return { ok: true, value: { outcome: 'accepted', orderId: '7', codes: [], hint: null } };
      },
      cancel: async ({ orderId }: { orderId: string }) => {
        cancelled.push(orderId);
        return { ok: true, value: { outcome: 'cancelled', hint: null } };
      },
    },
  },
});
const { feed } = await import('#renderer/feed/feed.ts');
const { openLadder } = await import('#renderer/panes/ladder/controller.ts');
const { changeDraft, draftStore, NEW_DRAFT } = await import('#renderer/act/draft.ts');
const { isCentred } = await import('#renderer/panes/ladder/state.ts');
const { openPaneRecord } = await import('#renderer/domain/workspaces/panes.ts');

const canvas = { width: WIDTH, height: HEIGHT, dataset: {} as Record<string, string> };
const context = new Proxy(
  {},
  {
    get: (_target, name) =>
      name === 'canvas' ? canvas : name === 'measureText' ? () => ({ width: 69 }) : () => undefined,
    set: () => true,
  },
);
const surface = {
  canvas: { current: canvas },
  width: WIDTH,
  height: HEIGHT,
  context: () => context,
} as unknown as Surface;

let seq = 0;
function sendFrame(parts: Partial<Frame>): void {
  seq += 1;
  feed.applyFrame({ seq, sentAtMs: Date.now(), clockOffsetMs: 0, ...parts });
}

function tellBook(bid: number, at: 'live' | 'stale' = 'live'): void {
  sendFrame({
    books: [
      {
        market,
        health: at === 'live' ? { at } : { at, sinceMs: Date.now(), reason: { code: 'crossed', parameters: {} } },
        version: 41,
        sequence: 41,
        exchangeTimeMs: null,
        provedAtMs: Date.now(),
        bids: Float64Array.of(bid, 300 * M),
        asks: Float64Array.of(bid + 10_000, 200 * M),
        traded: new Float64Array(0),
        lastPrice: bid,
      },
    ],
  });
}

const account = (part: Partial<AccountView>): AccountView =>
  ({
    at: 'live',
    armed: true,
    balance: { available: 1_000_000_000n, total: 1_000_000_000n, locked: 0n },
    orders: [],
    fills: [],
    positions: [],
    ledger: EMPTY_LEDGER,
    feeRateMicros: 20_000,
    risk: makeRiskView(),
    reconciledAtMs: 1,
    ...part,
  }) as unknown as AccountView;

describe('ladder controller', () => {
  let ladder: LadderController;
  const topOf = (): number => Number.parseInt(canvas.dataset.topPrice ?? '', 10);
  const paint = (): void => ladder.draw(surface, 'yes', true, 'watched');
  const pointAt = (column: 'bid' | 'ask', price: number): void => {
    const x = Number.parseInt(canvas.dataset[`${column}X`] ?? '', 10);
    ladder.point(x, ((topOf() - price) / 10_000) * 19 + 9);
  };

  beforeEach(() => {
    placed.length = 0;
    cancelled.length = 0;
    moved.length = 0;
    canvas.dataset = {};
    for (const key of ['blue', 'green']) changeDraft(key, NEW_DRAFT);
    sendFrame({
      catalogue: { tick: DEFAULT_TICK, markets: [] } as unknown as CatalogueView,
      wallet: walletOf({ readiness: { code: 'armed', parameters: {} } }),
      account: account({}),
    });
    tellBook(500_000);
    ladder = openLadder(market, PANE, {
      onHint: () => undefined,
      onSpread: () => undefined,
      onAnnounce: () => undefined,
      onColumns: () => undefined,
      onVolume: () => undefined,
    });
    paint();
  });

  it('follows a market that moved far, but not while the pointer is on it', () => {
    const before = topOf();
    pointAt('bid', 480_000);
    tellBook(700_000);
    paint();
    expect(topOf()).toBe(before);
    ladder.leave();
    expect(topOf()).toBeGreaterThan(before);
  });

  it('does not move when it is not locked to the midpoint', () => {
    const before = topOf();
    tellBook(700_000);
    ladder.draw(surface, 'yes', false, 'watched');
    expect(topOf()).toBe(before);
    ladder.centre();
    expect(topOf()).toBeGreaterThan(before);
  });

  it('keeps its scroll position until it is centred', () => {
    ladder.scroll(15);
    const scrolled = topOf();
    paint();
    expect(topOf()).toBe(scrolled);
    ladder.centre();
    expect(topOf()).toBe(scrolled + 150_000);
  });

  it('marks only its own pane as scrolled', () => {
    for (const id of ['ladder', 'ladder-2']) openPaneRecord(id, { name: 'ladder', link: 'blue', settings: {} });
    ladder.scroll(15);
    expect([isCentred.get('ladder'), isCentred.get('ladder-2')]).toEqual([true, false]);
    ladder.centre();
    expect(isCentred.get('ladder-2')).toBe(true);
  });

  it('places an order with the displayed book version', async () => {
    pointAt('bid', 480_000);
    ladder.press();
    await ladder.release();
    expect(placed).toMatchObject([
      { market, side: 'yes', direction: 'buy', price: 480_000, shares: 100 * M, bookVersion: 41 },
    ]);
  });

  it('keeps the rows under a button that is down: the order is at the price pressed, however far the book moves', async () => {
    const before = topOf();
    pointAt('bid', 480_000);
    ladder.press();
    tellBook(700_000);
    ladder.scroll(7);
    paint();
    expect(topOf()).toBe(before);
    await ladder.release();
    expect(placed).toMatchObject([{ price: 480_000, direction: 'buy' }]);
  });

  it('sends nothing when a click would do something else at the release than at the press', async () => {
    pointAt('ask', 530_000);
    ladder.press();
    // A position arrives: the click on the ask would now sell instead of buying the other outcome.
    const position = {
      market,
      outcome: 'yes',
      quantity: 50 * M,
      sellable: 50 * M,
      averagePrice: null,
      realizedPnl: 0n,
    };
    sendFrame({ account: account({ positions: [position] as never }) });
    await ladder.release();
    pointAt('bid', 480_000);
    ladder.press();
    tellBook(500_000, 'stale');
    await ladder.release();
    expect(placed).toEqual([]);
  });

  it('sends nothing when the ladder was centred, resized or turned while the button was down', async () => {
    const changes = [
      () => ladder.centre(),
      () => ladder.draw({ ...surface, height: HEIGHT - 40 }, 'yes', true, 'watched'),
      () => ladder.draw(surface, 'no', true, 'watched'),
    ];
    for (const change of changes) {
      paint();
      pointAt('bid', 480_000);
      ladder.press();
      change();
      await ladder.release();
    }
    expect(placed).toEqual([]);
  });

  it('fills the ticket beside an equal order whose answer is unknown', async () => {
    const life = { at: 'unknown', sinceMs: 1, reason: noAnswer() };
    const lost = {
      market,
      orderId: null,
      side: 'yes',
      direction: 'buy',
      price: 480_000,
      shares: M,
      remaining: M,
      life,
    };
    sendFrame({ account: account({ orders: [lost] as never }) });
    paint();
    pointAt('bid', 480_000);
    ladder.press();
    await ladder.release();
    expect(placed).toEqual([]);
    expect(draftStore('blue').getState()).toMatchObject({ price: { market, value: 480_000 } });
    pointAt('bid', 470_000);
    ladder.press();
    await ladder.release();
    expect(placed).toMatchObject([{ price: 470_000 }]);
  });

  it('moves an order by keys: picks it up, chooses a price, puts it there or leaves it', async () => {
    const order = { market, orderId: 'a', side: 'yes', direction: 'buy', price: 490_000, remaining: M, shares: M };
    sendFrame({ account: account({ orders: [{ ...order, life: { at: 'resting', orderId: 'a' } }] as never }) });
    paint();
    const press = (...keys: string[]) => keys.map((key) => ladder.key(key, false, false));
    press('ArrowDown', 'ArrowDown', 'm', 'ArrowDown', 'ArrowDown', 'Escape', 'Enter');
    expect(moved).toEqual([]);
    expect(placed).toHaveLength(1);
    press('ArrowUp', 'ArrowUp', 'm', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'Enter');
    await vi.waitFor(() => expect(moved).toMatchObject([{ orderId: 'a', price: 460_000 }]));
    expect(placed).toHaveLength(1);
  });

  it('does nothing when the button is released on another price', async () => {
    pointAt('bid', 480_000);
    ladder.press();
    pointAt('bid', 470_000);
    await ladder.release();
    expect(placed).toEqual([]);
  });

  it('fills the ticket while the book is not live or trading is disarmed', async () => {
    tellBook(500_000, 'stale');
    paint();
    pointAt('bid', 480_000);
    ladder.press();
    await ladder.release();
    tellBook(500_000);
    sendFrame({ wallet: walletOf({ readiness: { code: 'disarmed', parameters: {} } }) });
    paint();
    pointAt('ask', 530_000);
    ladder.press();
    await ladder.release();
    expect(placed).toEqual([]);
    expect(draftStore('blue').getState()).toMatchObject({
      side: 'no',
      direction: 'buy',
      price: { market, value: 470_000 },
    });
    expect(draftStore('green').getState()).toEqual(NEW_DRAFT);
  });

  it('places an order by keyboard, once for a repeating key', async () => {
    expect(ladder.key('ArrowDown', false, false)).toBe(true);
    ladder.key('ArrowDown', false, false);
    ladder.key('Enter', false, false);
    ladder.key('Enter', false, true);
    ladder.key('Enter', true, false);
    await vi.waitFor(() => expect(placed).toHaveLength(2), { timeout: 10_000 });
    expect(placed).toMatchObject([
      { side: 'yes', price: 490_000 },
      { side: 'no', price: 510_000 },
    ]);
    expect(ladder.key('q', false, false)).toBe(false);
  });

  it('cancels the orders at a price by right-click, and no others', async () => {
    const order = (orderId: string, price: number) => ({
      market,
      orderId,
      side: 'yes',
      direction: 'buy',
      price,
      remaining: M,
      life: { at: 'resting', orderId },
    });
    sendFrame({ account: account({ orders: [order('a', 480_000), order('b', 470_000)] as never }) });
    paint();
    pointAt('bid', 480_000);
    await ladder.cancelPointed();
    expect(cancelled).toEqual(['a']);
  });
});
