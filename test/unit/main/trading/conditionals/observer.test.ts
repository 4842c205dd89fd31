import { describe, expect, it } from 'vitest';
import { createObserver, type ObserverOptions } from '#main/trading/conditionals/observer.ts';
import type { WatchedBook } from '#main/trading/conditionals/ports.ts';
import type { OrderRecord } from '#main/trading/orders/orderRecord.ts';
import { DEFAULT_TICK } from '#shared/market/tickGrid.ts';
import type { Fill } from '#shared/order/account/account.ts';
import type { ConditionalEvent } from '#shared/order/conditional/events.ts';
import { emptyKnown } from '#shared/order/conditional/known.ts';
import type { ConditionalState, ConditionalTerms } from '#shared/order/conditional/terms.ts';
import { parseMarketId } from '#shared/units/ids.ts';
import { parsePrice } from '#shared/units/price.ts';
import { parseShares } from '#shared/units/shares.ts';
import { openFakeClock } from '#test/slice/fakeClock.ts';
import { levels, MARKET, makeFill, makeMarket, makeTrade, OTHER_MARKET } from '#test/slice/makers.ts';
import { CALM, OCA, OFFSET, openBench } from '#test/unit/shared/order/conditional/makers.ts';
import { ID, makeRun, STOP } from './makers.ts';

function open(
  terms: ConditionalTerms = STOP,
  more: Partial<ObserverOptions> = {},
  state: Partial<ConditionalState> = {},
) {
  const clock = openFakeClock(5_000);
  const told: ConditionalEvent[] = [];
  const watched: (readonly string[])[] = [];
  const proved: string[] = [];
  const read: string[] = [];
  const own: OrderRecord[] = [];
  const fills: Fill[] = [];
  const run = makeRun({ life: { at: 'armed' }, ...state }, terms);
  let book: WatchedBook | null = null;
  const observer = createObserver({
    clock,
    markets: {
      watch: (books, underlyings) => void watched.push([...books, ...underlyings]),
      hasListed: () => true,
      hasUnderlying: () => true,
      market: () => makeMarket(),
      grid: () => DEFAULT_TICK,
      book: () => book,
      proveBook: (id) => void proved.push(id),
      tick: (symbol) => ({
        symbol,
        price: 96_000,
        exchangeTimeMs: 1,
        bucketStartMs: null,
        bucketOpen: null,
        bucketSeconds: null,
      }),
      fetchBook: async (id) => {
        read.push(id);
        return {
          sequence: 9,
          provedAtMs: clock.now() - 100,
          bids: [310_000, 100_000_000],
          asks: [350_000, 100_000_000],
        };
      },
      watchForDryRun: () => {},
      listMinutes: async () => [],
    },
    clockReading: () => ({ offsetMs: 5_000, measuredAtMs: clock.now() }),
    measureClock: () => {},
    runs: () => [run],
    ordersOf: () => own,
    position: () => ({ quantity: parseShares('100'), available: parseShares('60') }),
    fillsOf: () => fills,
    gates: () => ({ entries: { at: 'open' }, exits: { at: 'open' } }),
    feed: (_id, event) => void told.push(event),
    ...more,
  });
  const set = (change: Partial<WatchedBook> = {}): void => {
    book = {
      health: { at: 'live' },
      version: (book?.version ?? 0) + 1,
      sequence: 7,
      provedAtMs: clock.now(),
      bids: [600_000, 100_000_000, 590_000, 50_000_000],
      asks: [620_000, 80_000_000],
      ...change,
    };
  };
  const books = () => told.flatMap((event) => (event.kind === 'book' ? [event.book] : []));
  return { observer, clock, told, watched, proved, read, own, fills, set, books };
}

const increment = {
  kind: 'bookIncrement',
  market: MARKET,
  update: { bids: [], asks: [], sequence: 8 },
  receivedAtMs: 0,
} as const;

describe('the observer', () => {
  it('watches the books of what is armed, once for the same ones', () => {
    const { observer, watched } = open();
    observer.updateWatch();
    observer.updateWatch();
    expect(watched).toEqual([[MARKET]]);
  });

  it('feeds each state of a book once, in the exchange’s time and without the member’s own orders', () => {
    const { observer, clock, own, set, books } = open();
    own.push({
      market: MARKET,
      side: 'no',
      direction: 'sell',
      price: parsePrice('0.40'),
      remaining: parseShares('100'),
      life: { at: 'resting', orderId: '1' as never },
    } as unknown as OrderRecord);
    set();
    observer.onPublic(increment);
    observer.onPublic(increment);
    expect(books()).toEqual([
      {
        market: MARKET,
        epoch: 0,
        sequence: 7,
        provedAtMs: clock.exchangeTimeMs(),
        health: 'live',
        bids: levels(['0.59', '50']),
        asks: levels(['0.62', '80']),
      },
    ]);
  });

  it('begins an epoch with each snapshot, and feeds a book without a proof to nobody', () => {
    const { observer, set, books } = open();
    set({ provedAtMs: null });
    observer.onPublic(increment);
    expect(books()).toEqual([]);
    set();
    observer.onPublic({ ...increment, kind: 'bookSnapshot' });
    expect(books()).toMatchObject([{ epoch: 1 }]);
  });

  it('reads a stale book by REST where that stands in, less the own orders, and not again at once', async () => {
    const plain = open();
    plain.set({ health: { at: 'stale' } as never });
    plain.observer.observe();
    expect(plain.read).toEqual([]);
    const { observer, clock, set, read, told } = open({ ...STOP, standIn: { kind: 'rest' } });
    set();
    observer.observe();
    expect(read).toEqual([]);
    set({ health: { at: 'stale' } as never });
    observer.observe();
    observer.observe();
    await clock.settle();
    expect(read).toEqual([MARKET]);
    const books = told.flatMap((event) => (event.kind === 'restBook' ? [event.book] : []));
    const provedAtMs = clock.exchangeTimeMs() - 100;
    expect(books).toMatchObject([{ epoch: -1, isRest: true, provedAtMs, bids: levels(['0.31', '100']) }]);
  });

  it('visits those alone that watch the market of an update, and lists all of them only after a change', () => {
    const own = makeRun({ life: { at: 'armed' } });
    const onOther = { ...STOP, outcome: { ...STOP.outcome, market: OTHER_MARKET } };
    const away = { ...onOther, trigger: { ...STOP.trigger, outcome: onOther.outcome } } as ConditionalTerms;
    let [lists, fed] = [0, 0];
    const { observer, set } = open(STOP, {
      runs() {
        lists += 1;
        return [own, ...Array.from({ length: 50 }, () => makeRun({ life: { at: 'armed' } }, away))];
      },
      feed() {
        fed += 1;
      },
    });
    for (let at = 0; at < 20; at += 1) {
      set();
      observer.onPublic(increment);
    }
    expect([lists, fed > 0, fed <= 21]).toEqual([1, true, true]);
    observer.noteRuns();
    observer.onPublic(increment);
    expect(lists).toBe(2);
  });

  it('keeps a book that changes nothing for a conditional until its next event or look', () => {
    const watching = openBench(STOP);
    watching.book(CALM);
    const { observer, set, books } = open(STOP, {}, watching.state());
    set();
    observer.onPublic({ ...increment, kind: 'bookSnapshot' });
    set();
    observer.onPublic(increment);
    expect(books()).toEqual([]);
    observer.catchUp(ID);
    observer.catchUp(ID);
    expect(books()).toMatchObject([{ epoch: 1 }]);
    set();
    observer.onPublic(increment);
    observer.observe();
    expect(books()).toHaveLength(2);
    // What may make the condition true is fed at once.
    set({ bids: [330_000, 100_000_000], asks: [350_000, 100_000_000] });
    observer.onPublic(increment);
    expect(books()).toHaveLength(3);
  });

  it('proves one market once for all its conditionals, and none for orders that rest alone', () => {
    const stop = makeRun({ life: { at: 'armed' } });
    const many = open(STOP, { runs: () => Array(50).fill(stop) });
    many.observer.observe();
    expect(many.proved).toEqual([MARKET]);
    const resting = open({ ...STOP, kind: 'takeProfit', touch: null });
    resting.observer.observe();
    expect(resting.proved).toEqual([]);
  });

  it('measures the clock when its measurement is old, and soon again after a jump', async () => {
    let measured = 0;
    const measureClock = () => {
      measured += 1;
    };
    const clock = { offsetMs: 5_000, measuredAtMs: 0, isSteady: false };
    for (const [isSteady, count] of [
      [true, 1],
      [false, 3],
    ] as const) {
      measured = 0;
      const known = { ...emptyKnown(false), clock: { ...clock, isSteady } };
      const opened = open(STOP, { measureClock, clockReading: () => null }, { known });
      for (let second = 0; second < 5; second += 1) {
        opened.observer.observe();
        await opened.clock.advance(1_000);
      }
      expect(measured).toBe(count);
    }
  });

  it('feeds clock, gates, market and position once, and again after the conditional forgot them', () => {
    const { observer, told } = open();
    observer.observe();
    const kinds = told.map(({ kind }) => kind);
    expect(kinds).toEqual(['clock', 'gates', 'market', 'position']);
    // The position is compared with what the machine knows, which this run does not learn.
    observer.observe();
    expect(told.slice(4).map(({ kind }) => kind)).toEqual(['position']);
    observer.forget(ID);
    observer.observe();
    expect(told.slice(5).map(({ kind }) => kind)).toEqual(kinds);
  });

  it('feeds trades only to a condition on trades, and ticks of its underlying', () => {
    const trades = { kind: 'trades', market: MARKET, trades: [makeTrade('1')], receivedAtMs: 0 } as const;
    const plain = open();
    plain.observer.onPublic(trades);
    plain.observer.onPublic({ ...trades, market: parseMarketId('elsewhere') });
    expect(plain.told).toEqual([]);
    const last = open({ ...STOP, trigger: { ...STOP.trigger, source: 'last' } as typeof STOP.trigger });
    last.observer.onPublic(trades);
    expect(last.told).toMatchObject([{ kind: 'trade', trade: { id: '1' } }]);
    const trigger = {
      kind: 'underlying',
      symbol: 'BTC',
      crosses: 'atOrAbove',
      price: 1,
      confirm: { kind: 'double' },
    } as const;
    const tick = open({ ...STOP, trigger });
    const event = { kind: 'tick', tick: { symbol: 'BTC' } as never, receivedAtMs: 0 } as const;
    tick.observer.onPublic(event);
    tick.observer.onPublic(event);
    expect(tick.told).toMatchObject([{ kind: 'tick', tick: { symbol: 'BTC', price: 96_000 } }]);
  });
});

it('feeds the fills of an offset’s order that its conditional does not know, until it knows all that filled', () => {
  const [id, other] = ['parent-0001', 'offset-0001'] as const;
  const child = { intentId: id, slot: 'parent', filled: parseShares('30'), life: { at: 'requested' } };
  const known = { intentId: id, id: 'a', price: parsePrice('0.40'), shares: parseShares('10') };
  const children = [child, { ...child, intentId: other, slot: 'offset1.1' }] as never;
  const { observer, told, fills } = open(OFFSET, {}, { children, parentFills: [known as never] });
  const fill = (name: string) => makeFill(name, { price: parsePrice('0.39'), shares: parseShares('20') });
  fills.push(fill('a'), fill('b'));
  observer.observe();
  const fed = told.filter(({ kind }) => kind === 'fill');
  expect(fed).toMatchObject([{ intentId: id, fill: { id: 'b', shares: parseShares('20') } }]);
});

it('feeds the markets and positions of every leg', () => {
  const { observer, told } = open(OCA);
  observer.observe();
  const about = told.flatMap((event) =>
    event.kind === 'market' ? [event.market.market] : event.kind === 'position' ? [event.outcome.market] : [],
  );
  expect(about).toEqual([MARKET, OTHER_MARKET, MARKET, OTHER_MARKET]);
});
