import { describe, expect, it } from 'vitest';
import { type MarketData, openMarketData } from '#main/market/marketData.ts';
import type { BookUpdate } from '#shared/market/book.ts';
import type { PublicEvent, PublicInterest } from '#shared/market/events.ts';
import type { Market } from '#shared/market/market.ts';
import { parseMarketId } from '#shared/units/ids.ts';
import { parsePrice } from '#shared/units/price.ts';
import { openFakeClock } from '#test/slice/fakeClock.ts';
import { levels, MARKET, makeBook, makeCandle, makeMarket, makeTrade, OTHER_MARKET } from '#test/slice/makers.ts';

const LOOK: PublicInterest = {
  books: [MARKET],
  tapes: [MARKET],
  candles: [{ market: MARKET, period: '1m' }],
  underlyings: ['BTC-USD'],
};
const NOTHING: PublicInterest = { books: [], tapes: [], candles: [], underlyings: [] };

function openBench(markets: Market[] = [makeMarket(), makeMarket({ market: OTHER_MARKET, lastPrice: null })]) {
  const clock = openFakeClock();
  const interests: PublicInterest[] = [];
  const bench = { dirty: 0, reads: { trades: 0, candles: 0 } };
  const room: MarketData = openMarketData({
    ...clock,
    listMarkets: async () => markets,
    fetchBook: async () => makeBook(5),
    listCandles: async () => {
      bench.reads.candles += 1;
      return [makeCandle(60)];
    },
    listRecentTrades: async () => {
      bench.reads.trades += 1;
      return { trades: [makeTrade('1')], hole: null, maxAgeMs: 0 };
    },
    setInterest: (interest) => void interests.push(interest),
    resubscribe: () => {},
  });
  room.onDirty(() => {
    bench.dirty += 1;
  });
  const tell = (event: DistributedOmit<PublicEvent, 'receivedAtMs'>): void =>
    room.onPublic({ ...event, receivedAtMs: clock.now() } as PublicEvent);
  return { ...bench, bench, clock, room, interests, tell };
}

type DistributedOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;
const snapshot = (update: BookUpdate) => ({ kind: 'bookSnapshot', market: MARKET, update }) as const;

describe('market room', () => {
  it('asks for what is on screen and for the tapes of listed markets that trade', async () => {
    const closed = makeMarket({ market: parseMarketId('over'), result: 'yes' });
    const { clock, room, interests } = openBench([makeMarket(), makeMarket({ market: OTHER_MARKET }), closed]);
    await clock.settle();
    expect(interests.at(-1)).toEqual({ ...NOTHING, tapes: [MARKET, OTHER_MARKET] });
    room.watch(LOOK);
    expect(interests.at(-1)).toEqual({ ...LOOK, tapes: [MARKET, OTHER_MARKET] });
    const asked = interests.length;
    room.watch({ ...LOOK });
    await clock.advance(30_000);
    expect(interests).toHaveLength(asked);
  });

  it('does not ask anew when the list changes its order', async () => {
    const markets = Array.from({ length: 80 }, (_, at) => makeMarket({ market: parseMarketId(`market-${at}`) }));
    const { clock, interests } = openBench(markets);
    await clock.settle();
    expect(interests.at(-1)?.tapes).toHaveLength(60);
    markets.reverse();
    await clock.advance(6_000);
    expect(interests).toHaveLength(1);
  });

  it('gives a new reader everything, and then only what changed', async () => {
    const { clock, room, tell } = openBench();
    room.watch(LOOK);
    await clock.settle();
    tell(snapshot(makeBook(5)));
    tell({
      kind: 'tick',
      tick: {
        symbol: 'BTC-USD',
        price: 1,
        exchangeTimeMs: 1,
        bucketStartMs: null,
        bucketOpen: null,
        bucketSeconds: null,
      },
    });
    const cursor = room.buildCursor();
    const first = room.collect(cursor);
    expect(Object.keys(first).sort()).toEqual(['books', 'candles', 'catalogue', 'tapes', 'ticks']);
    expect(first.books?.[0]).toMatchObject({ market: MARKET, health: { at: 'live' }, sequence: 5, lastPrice: 610_000 });
    expect([...first.books![0]!.bids]).toEqual([600_000, 100_000_000, 590_000, 50_000_000]);
    expect([...first.books![0]!.traded]).toEqual([610_000, 10_000_000]);
    expect(first.tapes?.[0]).toMatchObject({ fromSeq: 0, lost: 0 });
    expect(room.collect(cursor)).toEqual({});

    tell({ kind: 'bookIncrement', market: MARKET, update: { bids: levels(['0.61', '1']), asks: [], sequence: 6 } });
    const second = room.collect(cursor);
    expect(Object.keys(second)).toEqual(['books']);
    expect(second.books?.[0]?.version).toBeGreaterThan(first.books![0]!.version);

    tell({ kind: 'trades', market: MARKET, trades: [makeTrade('2'), makeTrade('3')] });
    const third = room.collect(cursor);
    expect(Object.keys(third).sort()).toEqual(['books', 'tapes']);
    expect(third.tapes?.[0]).toMatchObject({ fromSeq: 1, lost: 0 });
    expect(third.tapes?.[0]?.trades.map((trade) => trade.id)).toEqual(['2', '3']);
    expect(third.books?.[0]?.bids).toBe(second.books?.[0]?.bids);
  });

  it('builds one book frame for all readers', async () => {
    const { clock, room, tell } = openBench();
    room.watch(LOOK);
    await clock.settle();
    tell(snapshot(makeBook(5)));
    const [a, b] = [room.collect(room.buildCursor()), room.collect(room.buildCursor())];
    expect(a.books?.[0]).toBe(b.books?.[0]);
  });

  it('counts the trades that a slow reader lost, and none for a new one', async () => {
    const { clock, room, tell } = openBench();
    room.watch(LOOK);
    await clock.settle();
    const slow = room.buildCursor();
    room.collect(slow);
    for (let at = 0; at < 600; at += 1) tell({ kind: 'trades', market: MARKET, trades: [makeTrade(`t${at}`)] });
    expect(room.collect(slow).tapes?.[0]).toMatchObject({ lost: 100, fromSeq: 101 });
    expect(room.collect(room.buildCursor()).tapes?.[0]).toMatchObject({ lost: 0, fromSeq: 101 });
  });

  it('shows at most a hundred levels a side', async () => {
    const { clock, room, tell } = openBench();
    room.watch(LOOK);
    await clock.settle();
    const deep = levels(...Array.from({ length: 150 }, (_, at) => [`0.${599 - at}`, '1'] as const));
    tell(snapshot(makeBook(5, { bids: deep })));
    const frame = room.collect(room.buildCursor()).books![0]!;
    expect(frame.bids).toHaveLength(200);
    expect(frame.bids[0]).toBe(599_000);
  });

  it('greys every book of a lost connection and reads tape and candles again with the next snapshot', async () => {
    const { clock, room, tell, bench } = openBench();
    room.watch(LOOK);
    await clock.settle();
    tell(snapshot(makeBook(5)));
    room.onPublic({ kind: 'disconnected', markets: [MARKET], atMs: clock.now(), why: 'closed' });
    expect(room.book(MARKET)?.health.at).toBe('stale');
    const before = { ...bench.reads };
    tell(snapshot(makeBook(1)));
    await clock.settle();
    expect(room.book(MARKET)).toMatchObject({ health: { at: 'live' }, bestBid: 600_000, bestAsk: 620_000 });
    expect(bench.reads).toEqual({ trades: before.trades + 1, candles: before.candles + 1 });
  });

  it('says in the frame that a tape has a hole, and leaves its book alone', async () => {
    const { clock, room, tell, bench } = openBench();
    room.watch(LOOK);
    await clock.settle();
    tell(snapshot(makeBook(5)));
    const cursor = room.buildCursor();
    expect(room.collect(cursor).tapes?.[0]).not.toHaveProperty('hole');
    const { trades } = bench.reads;
    room.onPublic({ kind: 'tapeUnreadable', market: MARKET, atMs: clock.now(), why: 'Expected a price' });
    expect(room.book(MARKET)?.health.at).toBe('live');
    expect(room.collect(cursor).tapes).toMatchObject([{ trades: [], hole: 'Expected a price' }]);
    await clock.advance(1_000);
    expect(bench.reads.trades).toBe(trades + 1);
    expect(room.collect(cursor).tapes?.[0]).not.toHaveProperty('hole');
  });

  it('suspects every book when a message of nobody knows which market can not be read', async () => {
    const { clock, room, tell } = openBench();
    room.watch(LOOK);
    await clock.settle();
    tell(snapshot(makeBook(5)));
    room.onPublic({ kind: 'unreadable', market: null, atMs: clock.now(), why: 'not JSON' });
    expect(room.book(MARKET)?.health.at).toBe('suspect');
  });

  it('keeps no book of a market that is not watched and starts it anew when it is watched again', async () => {
    const { clock, room, tell } = openBench();
    room.watch(LOOK);
    await clock.settle();
    tell(snapshot(makeBook(5)));
    const cursor = room.buildCursor();
    room.collect(cursor);
    room.watch(NOTHING);
    expect(room.book(MARKET)).toBeNull();
    expect(room.collect(cursor)).toMatchObject({ books: [{ health: { at: 'waiting' } }] });
    expect(room.collect(cursor)).toEqual({});
    room.watch(LOOK);
    expect(room.book(MARKET)?.health.at).toBe('waiting');
    await clock.settle();
    const again = room.collect(cursor);
    expect(again.books?.[0]?.health.at).toBe('waiting');
    expect(again.candles?.[0]?.kind).toBe('reset');
    expect(again.tapes).toBeUndefined();
  });

  it('tells its readers that a book is watched no more, so that none is taken for live', async () => {
    const { clock, room, tell } = openBench();
    room.watch(LOOK);
    await clock.settle();
    tell(snapshot(makeBook(5)));
    const cursor = room.buildCursor();
    expect(room.collect(cursor).books?.[0]?.health.at).toBe('live');
    room.watch(NOTHING);
    const left = room.collect(cursor).books;
    expect(left).toMatchObject([{ market: MARKET, sequence: null, lastPrice: null, health: { at: 'waiting' } }]);
    expect(left?.[0]?.bids).toHaveLength(0);
    room.watch({ ...NOTHING, underlyings: ['BTC-USD'] });
    expect(room.collect(cursor).books).toBeUndefined();
    room.watch(LOOK);
    expect(room.collect(cursor).books).toMatchObject([{ market: MARKET, health: { at: 'waiting' } }]);
  });

  it('keeps the newest tick of each symbol', () => {
    const { room, tell } = openBench();
    const tick = (price: number, exchangeTimeMs: number) =>
      tell({
        kind: 'tick',
        tick: { symbol: 'BTC-USD', price, exchangeTimeMs, bucketStartMs: null, bucketOpen: null, bucketSeconds: null },
      });
    tick(2, 2);
    tick(1, 1);
    expect(room.collect(room.buildCursor()).ticks).toMatchObject([{ price: 2 }]);
  });

  it('keeps the prices of unwatched markets fresh by their tapes', async () => {
    const { clock, room, tell } = openBench();
    await clock.advance(1_500);
    tell({ kind: 'trades', market: OTHER_MARKET, trades: [makeTrade('9', { price: parsePrice('0.33') })] });
    await clock.advance(1_000);
    expect(room.market(OTHER_MARKET)?.lastPrice).toBe(330_000);
    expect(room.catalogue().markets[1]?.lastPrice).toBe(330_000);
  });

  it('says when a book turns live and calls dirty for every change until told to stop', async () => {
    const { clock, room, tell } = openBench();
    room.watch(LOOK);
    await clock.settle();
    const lives: string[] = [];
    let dirty = 0;
    const stop = room.onDirty(() => {
      dirty += 1;
    });
    room.onLive((market) => void lives.push(market));
    tell(snapshot(makeBook(5)));
    expect(lives).toEqual([MARKET]);
    expect(dirty).toBe(1);
    stop();
    tell(snapshot(makeBook(6)));
    expect(dirty).toBe(1);
  });

  it('leaves no timer behind', async () => {
    const { clock, room } = openBench();
    room.watch(LOOK);
    await clock.settle();
    room.close();
    expect(clock.pending()).toBe(0);
  });
});
