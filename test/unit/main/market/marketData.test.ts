import { describe, expect, it } from 'vitest';
import { type MarketData, openMarketData } from '#main/market/marketData.ts';
import { encodeFrame } from '#shared/ipc/frames/frameCodec.ts';
import type { BookUpdate } from '#shared/market/book.ts';
import type { PublicEvent, PublicInterest } from '#shared/market/events.ts';
import type { Market } from '#shared/market/market.ts';
import { parseMarketId } from '#shared/units/ids.ts';
import { parsePrice, toPrice } from '#shared/units/price.ts';
import { parseShares } from '#shared/units/shares.ts';
import { openFakeClock } from '#test/slice/fakeClock.ts';
import {
  levels,
  listingOf,
  MARKET,
  makeBook,
  makeCandle,
  makeMarket,
  makeTrade,
  OTHER_MARKET,
  PROBLEM,
} from '#test/slice/makers.ts';

const WATCHED: PublicInterest = {
  books: [MARKET],
  tapes: [MARKET],
  candles: [{ market: MARKET, period: '1m' }],
  underlyings: ['BTC-USD'],
};
const NO_INTEREST: PublicInterest = { books: [], tapes: [], candles: [], underlyings: [] };

function openBench(markets: Market[] = [makeMarket(), makeMarket({ id: OTHER_MARKET, lastPrice: null })]) {
  const clock = openFakeClock();
  const interests: PublicInterest[] = [];
  const bench = { dirty: 0, reads: { trades: 0, candles: 0 } };
  const marketData: MarketData = openMarketData({
    ...clock,
    explainRead: () => ({ code: 'other', parameters: {} }),
    listMarkets: async () => listingOf(markets),
    countMarkets: async () => markets.length,
    fetchBook: async () => makeBook(5),
    listCandles: async () => {
      bench.reads.candles += 1;
      return [makeCandle(60)];
    },
    listRecentTrades: async () => {
      bench.reads.trades += 1;
      return { trades: [makeTrade('1')], problem: null, maxAgeMs: 0 };
    },
    setInterest: (interest) => void interests.push(interest),
    resubscribe: () => {},
    resubscribeShared: () => {},
  });
  marketData.onDirty(() => {
    bench.dirty += 1;
  });
  const emit = (event: DistributedOmit<PublicEvent, 'receivedAtMs'>): void =>
    marketData.onPublic({ ...event, receivedAtMs: clock.now() } as PublicEvent);
  return { ...bench, bench, clock, marketData, interests, emit };
}

type DistributedOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;
const snapshot = (update: BookUpdate) => ({ kind: 'bookSnapshot', market: MARKET, update }) as const;

describe('market data', () => {
  it('streams what windows watch and the tapes of listed markets that trade', async () => {
    const closed = makeMarket({ id: parseMarketId('over'), result: 'yes' });
    const { clock, marketData, interests } = openBench([makeMarket(), makeMarket({ id: OTHER_MARKET }), closed]);
    await clock.settle();
    expect(interests.at(-1)).toEqual({ ...NO_INTEREST, tapes: [MARKET, OTHER_MARKET] });
    marketData.watch(WATCHED);
    expect(interests.at(-1)).toEqual({ ...WATCHED, tapes: [MARKET, OTHER_MARKET] });
    const sent = interests.length;
    marketData.watch({ ...WATCHED });
    await clock.advance(30_000);
    expect(interests).toHaveLength(sent);
  });

  it('does not change the streams when the list is reordered', async () => {
    const markets = Array.from({ length: 80 }, (_, at) => makeMarket({ id: parseMarketId(`market-${at}`) }));
    const { clock, interests } = openBench(markets);
    await clock.settle();
    expect(interests.at(-1)?.tapes).toHaveLength(60);
    markets.reverse();
    await clock.advance(6_000);
    expect(interests).toHaveLength(1);
  });

  it('gives a new reader all parts, and then only changed ones', async () => {
    const { clock, marketData, emit } = openBench();
    marketData.watch(WATCHED);
    await clock.settle();
    emit(snapshot(makeBook(5)));
    emit({
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
    const cursor = marketData.buildCursor();
    const first = marketData.collect(cursor);
    expect(Object.keys(first).sort()).toEqual(['books', 'candles', 'catalogue', 'tapes', 'ticks']);
    expect(first.books?.[0]).toMatchObject({ market: MARKET, health: { at: 'live' }, sequence: 5, lastPrice: 610_000 });
    expect([...first.books![0]!.bids]).toEqual([600_000, 100_000_000, 590_000, 50_000_000]);
    expect([...first.books![0]!.traded]).toEqual([610_000, 10_000_000]);
    expect(first.tapes?.[0]).toMatchObject({ fromSeq: 0, lost: 0 });
    expect(marketData.collect(cursor)).toEqual({});

    emit({ kind: 'bookIncrement', market: MARKET, update: { bids: levels(['0.61', '1']), asks: [], sequence: 6 } });
    const second = marketData.collect(cursor);
    expect(Object.keys(second)).toEqual(['books']);
    expect(second.books?.[0]?.version).toBeGreaterThan(first.books![0]!.version);

    emit({ kind: 'trades', market: MARKET, trades: [makeTrade('2'), makeTrade('3')] });
    const third = marketData.collect(cursor);
    expect(Object.keys(third).sort()).toEqual(['books', 'tapes']);
    expect(third.tapes?.[0]).toMatchObject({ fromSeq: 1, lost: 0 });
    expect(third.tapes?.[0]?.trades.map((trade) => trade.id)).toEqual(['2', '3']);
    expect(third.books?.[0]?.bids).toBe(second.books?.[0]?.bids);
  });

  it('follows a book that main alone reads, and sends it to no reader until a window shows it', async () => {
    const { clock, marketData, emit } = openBench();
    const unshown = { ...NO_INTEREST, unshownBooks: [MARKET] };
    marketData.watch(unshown);
    await clock.settle();
    emit(snapshot(makeBook(5)));
    expect(marketData.book(MARKET)?.health.at).toBe('live');
    const cursor = marketData.buildCursor();
    expect(marketData.collect(cursor)).not.toHaveProperty('books');
    marketData.watch({ ...NO_INTEREST, books: [MARKET] });
    expect(marketData.collect(cursor).books).toMatchObject([{ market: MARKET, sequence: 5 }]);
    // Hidden again it is sent once more, empty, so that no reader takes its last state for the present one.
    marketData.watch(unshown);
    expect(marketData.collect(cursor).books).toMatchObject([{ market: MARKET, health: { at: 'waiting' } }]);
  });

  it('bounds the bytes of the books of a frame, and sends each changed book once', async () => {
    const markets = Array.from({ length: 256 }, (_, at) => makeMarket({ id: parseMarketId(`m${at}`) }));
    const { clock, marketData, emit } = openBench(markets);
    marketData.watch({ ...NO_INTEREST, books: markets.map(({ id }) => id) });
    await clock.settle();
    const levels = (from: number) =>
      Array.from({ length: 100 }, (_, at) => ({ price: toPrice((from + at) * 1_000), shares: parseShares('12.5') }));
    const update = { bids: levels(100), asks: levels(600), sequence: 5 };
    for (const { id } of markets) emit({ kind: 'bookSnapshot', market: id, update });
    const cursor = marketData.buildCursor();
    const sent: string[] = [];
    for (let frame = 0; frame === 0 || marketData.hasMore(cursor); frame += 1) {
      const parts = marketData.collect(cursor);
      expect(encodeFrame({ seq: 1, sentAtMs: 1, clockOffsetMs: null, books: parts.books! }).byteLength).toBeLessThan(
        64_000,
      );
      sent.push(...parts.books!.map(({ market }) => market));
      // The first ones change again and again: the last ones get their turn all the same.
      if (frame < 2)
        emit({ kind: 'bookIncrement', market: markets[0]!.id, update: { bids: [], asks: [], sequence: 6 + frame } });
    }
    expect(new Set(sent).size).toBe(256);
    expect(sent.length).toBeLessThanOrEqual(258);
    expect(marketData.collect(cursor)).toEqual({});
  });

  it('builds one book frame for all readers', async () => {
    const { clock, marketData, emit } = openBench();
    marketData.watch(WATCHED);
    await clock.settle();
    emit(snapshot(makeBook(5)));
    const [a, b] = [marketData.collect(marketData.buildCursor()), marketData.collect(marketData.buildCursor())];
    expect(a.books?.[0]).toBe(b.books?.[0]);
  });

  it('counts lost trades for a slow reader and none for a new one', async () => {
    const { clock, marketData, emit } = openBench();
    marketData.watch(WATCHED);
    await clock.settle();
    const slow = marketData.buildCursor();
    marketData.collect(slow);
    for (let at = 0; at < 600; at += 1) emit({ kind: 'trades', market: MARKET, trades: [makeTrade(`t${at}`)] });
    expect(marketData.collect(slow).tapes?.[0]).toMatchObject({ lost: 100, fromSeq: 101 });
    expect(marketData.collect(marketData.buildCursor()).tapes?.[0]).toMatchObject({ lost: 0, fromSeq: 101 });
  });

  it('shows at most a hundred levels a side', async () => {
    const { clock, marketData, emit } = openBench();
    marketData.watch(WATCHED);
    await clock.settle();
    const deep = levels(...Array.from({ length: 150 }, (_, at) => [`0.${599 - at}`, '1'] as const));
    emit(snapshot(makeBook(5, { bids: deep })));
    const frame = marketData.collect(marketData.buildCursor()).books![0]!;
    expect(frame.bids).toHaveLength(200);
    expect(frame.bids[0]).toBe(599_000);
  });

  it('makes books of a closed connection stale and reads tape and candles again with the next snapshot', async () => {
    const { clock, marketData, emit, bench } = openBench();
    marketData.watch(WATCHED);
    await clock.settle();
    emit(snapshot(makeBook(5)));
    marketData.onPublic({
      kind: 'disconnected',
      markets: [MARKET],
      atMs: clock.now(),
      reason: { code: 'closedByExchange', parameters: { closeCode: 1006 } },
    });
    expect(marketData.book(MARKET)?.health.at).toBe('stale');
    const before = { ...bench.reads };
    emit(snapshot(makeBook(1)));
    await clock.settle();
    expect(marketData.book(MARKET)).toMatchObject({ health: { at: 'live' }, bestBid: 600_000, bestAsk: 620_000 });
    expect(bench.reads).toEqual({ trades: before.trades + 1, candles: before.candles + 1 });
  });

  it('sends the gap of a tape and keeps its book live', async () => {
    const { clock, marketData, emit, bench } = openBench();
    marketData.watch(WATCHED);
    await clock.settle();
    emit(snapshot(makeBook(5)));
    const cursor = marketData.buildCursor();
    expect(marketData.collect(cursor).tapes?.[0]).not.toHaveProperty('gap');
    const { trades } = bench.reads;
    marketData.onPublic({ kind: 'tapeUnreadable', market: MARKET, atMs: clock.now(), problem: PROBLEM });
    expect(marketData.book(MARKET)?.health.at).toBe('live');
    expect(marketData.collect(cursor).tapes).toMatchObject([
      { trades: [], gap: { code: 'unreadableMessage', parameters: { problem: PROBLEM } } },
    ]);
    await clock.advance(1_000);
    expect(bench.reads.trades).toBe(trades + 1);
    expect(marketData.collect(cursor).tapes?.[0]).not.toHaveProperty('gap');
  });

  it('suspects every book when a message of an unknown market cannot be parsed', async () => {
    const { clock, marketData, emit } = openBench();
    marketData.watch(WATCHED);
    await clock.settle();
    emit(snapshot(makeBook(5)));
    marketData.onPublic({ kind: 'unreadable', market: null, atMs: clock.now(), problem: null });
    expect(marketData.book(MARKET)?.health.at).toBe('suspect');
  });

  it('has no book of an unwatched market and opens a new one when it is watched again', async () => {
    const { clock, marketData, emit } = openBench();
    marketData.watch(WATCHED);
    await clock.settle();
    emit(snapshot(makeBook(5)));
    const cursor = marketData.buildCursor();
    marketData.collect(cursor);
    marketData.watch(NO_INTEREST);
    expect(marketData.book(MARKET)).toBeNull();
    expect(marketData.collect(cursor)).toMatchObject({ books: [{ health: { at: 'waiting' } }] });
    expect(marketData.collect(cursor)).toEqual({});
    expect([cursor.tapes.size, cursor.candles.size]).toEqual([0, 0]);
    marketData.watch(WATCHED);
    expect(marketData.book(MARKET)?.health.at).toBe('waiting');
    await clock.settle();
    const again = marketData.collect(cursor);
    expect(again.books?.[0]?.health.at).toBe('waiting');
    expect(again.candles?.[0]?.kind).toBe('reset');
    expect(again.tapes).toMatchObject([{ fromSeq: 0, trades: [{ id: '1' }] }]);
  });

  it('says which tapes and candles ended, and sends them whole when they are watched again', async () => {
    const { clock, marketData } = openBench();
    marketData.watch(WATCHED);
    await clock.settle();
    const [cursor, late] = [marketData.buildCursor(), marketData.buildCursor()];
    expect(marketData.collect(cursor).ended).toBeUndefined();
    marketData.watch({ ...WATCHED, candles: [{ market: MARKET, period: '5m' }] });
    expect(marketData.collect(cursor).ended).toEqual({ tapes: [], candles: [{ market: MARKET, period: '1m' }] });
    marketData.watch({ ...NO_INTEREST, books: [MARKET] });
    await clock.settle();
    expect(marketData.collect(cursor).ended).toEqual({ tapes: [MARKET], candles: [] });
    expect(marketData.collect(late).ended).toBeUndefined();
    marketData.watch(NO_INTEREST);
    marketData.watch(WATCHED);
    await clock.settle();
    const again = marketData.collect(cursor);
    expect(again.ended).toBeUndefined();
    expect(again.candles).toMatchObject([{ period: '1m', kind: 'reset' }]);
    expect(again.tapes).toMatchObject([{ fromSeq: 0, lost: 0, trades: [{ id: '1' }] }]);
  });

  it('sends an empty frame for a book that is no longer watched', async () => {
    const { clock, marketData, emit } = openBench();
    marketData.watch(WATCHED);
    await clock.settle();
    emit(snapshot(makeBook(5)));
    const cursor = marketData.buildCursor();
    expect(marketData.collect(cursor).books?.[0]?.health.at).toBe('live');
    marketData.watch(NO_INTEREST);
    const unwatched = marketData.collect(cursor).books;
    expect(unwatched).toMatchObject([{ market: MARKET, sequence: null, lastPrice: null, health: { at: 'waiting' } }]);
    expect(unwatched?.[0]?.bids).toHaveLength(0);
    marketData.watch({ ...NO_INTEREST, underlyings: ['BTC-USD'] });
    expect(marketData.collect(cursor).books).toBeUndefined();
    marketData.watch(WATCHED);
    expect(marketData.collect(cursor).books).toMatchObject([{ market: MARKET, health: { at: 'waiting' } }]);
  });

  it('reads the list again where a book stays empty, for its market may be decided', async () => {
    const markets = [makeMarket()];
    const { clock, marketData, emit } = openBench(markets);
    marketData.watch(WATCHED);
    await clock.advance(6_000);
    emit(snapshot(makeBook(5)));
    markets[0] = makeMarket({ result: 'yes' });
    emit(snapshot({ bids: [], asks: [], sequence: 6 }));
    emit(snapshot(makeBook(7)));
    await clock.advance(1_000);
    expect(marketData.market(MARKET)?.result).not.toBe('yes');
    emit(snapshot({ bids: [], asks: [], sequence: 8 }));
    await clock.advance(1_000);
    expect(marketData.market(MARKET)?.result).toBe('yes');
  });

  it('keeps the newest tick of each symbol', () => {
    const { marketData, emit } = openBench();
    marketData.watch(WATCHED);
    const tick = (price: number, exchangeTimeMs: number) =>
      emit({
        kind: 'tick',
        tick: { symbol: 'BTC-USD', price, exchangeTimeMs, bucketStartMs: null, bucketOpen: null, bucketSeconds: null },
      });
    tick(2, 2);
    tick(1, 1);
    expect(marketData.collect(marketData.buildCursor()).ticks).toMatchObject([
      { symbol: 'BTC-USD', health: { at: 'live' }, tick: { price: 2 } },
    ]);
  });

  it('updates the prices of unwatched markets from their tapes', async () => {
    const { clock, marketData, emit } = openBench();
    await clock.advance(1_500);
    emit({ kind: 'trades', market: OTHER_MARKET, trades: [makeTrade('9', { price: parsePrice('0.33') })] });
    await clock.advance(1_000);
    expect(marketData.market(OTHER_MARKET)?.lastPrice).toBe(330_000);
    expect(marketData.catalogue().markets[1]?.lastPrice).toBe(330_000);
  });

  it('sends prices of the list alone as the markets that changed, which may wait for another frame', async () => {
    const { clock, marketData, emit } = openBench();
    const waits: boolean[] = [];
    marketData.onDirty((mayWait) => void waits.push(mayWait));
    await clock.advance(1_500);
    expect(waits).toContain(false);
    const cursor = marketData.buildCursor();
    expect(marketData.collect(cursor).catalogue?.markets).toHaveLength(2);
    waits.length = 0;
    emit({ kind: 'trades', market: OTHER_MARKET, trades: [makeTrade('9', { price: parsePrice('0.33') })] });
    await clock.advance(1_000);
    expect(waits).toEqual([true]);
    const parts = marketData.collect(cursor);
    expect(parts.catalogue).toBeUndefined();
    expect(parts.changedMarkets).toMatchObject([{ id: OTHER_MARKET, lastPrice: 330_000 }]);
    expect(marketData.collect(cursor).changedMarkets).toBeUndefined();
    expect(marketData.collect(marketData.buildCursor()).catalogue?.markets).toHaveLength(2);
  });

  it('emits when a book becomes live, and each change until the listener is removed', async () => {
    const { clock, marketData, emit } = openBench();
    marketData.watch(WATCHED);
    await clock.settle();
    const lives: string[] = [];
    let dirty = 0;
    const stop = marketData.onDirty(() => {
      dirty += 1;
    });
    marketData.onLive(({ market }) => void lives.push(market));
    emit(snapshot(makeBook(5)));
    expect(lives).toEqual([MARKET]);
    expect(dirty).toBe(1);
    stop();
    emit(snapshot(makeBook(6)));
    expect(dirty).toBe(1);
  });

  it('leaves no timer after close', async () => {
    const { clock, marketData } = openBench();
    marketData.watch(WATCHED);
    await clock.settle();
    marketData.close();
    expect(clock.pending()).toBe(0);
  });
});
