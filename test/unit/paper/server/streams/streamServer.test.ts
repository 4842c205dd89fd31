import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openExchange, type PaperExchange } from '#paper/server/exchange.ts';
import { TestMember } from '../member.ts';

const START = 1_763_726_400_000;
let exchange: PaperExchange;
let stranger: TestMember;
const clock = { at: START, nowMs: () => clock.at, wallMs: () => clock.at };

beforeAll(async () => {
  exchange = await openExchange({ seed: 9, clock, runs: false });
  stranger = new TestMember(exchange, clock.wallMs);
});
afterAll(() => exchange.close());

const listen = (query: string) => stranger.listen(`/api/v2/websocket/public?${query}`);
const play = (ms: number): void => {
  for (let at = 0; at < ms; at += 200) {
    clock.at += 200;
    exchange.advance();
  }
};

type Levels = [string, string][];

describe('public streams', () => {
  test('lead from the snapshot through consecutive increments to the book that REST shows', async () => {
    const market = 'btc-96000-or-more';
    const socket = listen(`stream=${market}.ob-inc`);
    const [snapshot] = await socket.until(`${market}.ob-snap`);
    play(30_000);
    const { value: rest } = await stranger.open(`/api/v2/pythia/public/markets/${market}/order-book`);
    const increments = await socket.until(`${market}.ob-inc`, rest.sequence - snapshot.sequence);
    const sides = { bids: new Map<string, string>(snapshot.bids), asks: new Map<string, string>(snapshot.asks) };
    increments.forEach((increment, at) => {
      expect(increment.sequence).toBe(snapshot.sequence + 1 + at);
      for (const side of ['bids', 'asks'] as const) {
        for (const [price, volume] of increment[side] as Levels) {
          if (volume === '0') sides[side].delete(price);
          else sides[side].set(price, volume);
        }
      }
    });
    expect(increments.length).toBeGreaterThan(30);
    const shown = (levels: { price: string; volume: string }[]): Levels => levels.map((l) => [l.price, l.volume]);
    const sorted = (levels: Map<string, string>): Levels => [...levels].sort(([a], [b]) => (a < b ? -1 : 1));
    expect(sorted(sides.asks)).toEqual(shown(rest.yes_asks));
    expect(sorted(sides.bids).reverse()).toEqual(shown(rest.yes_bids));
    const mirror = (levels: Levels): Levels =>
      levels.map(([price, volume]) => [((100 - Math.round(Number(price) * 100)) / 100).toFixed(2), volume]);
    expect(shown(rest.no_bids)).toEqual(mirror(shown(rest.yes_asks)));
    expect(shown(rest.no_asks)).toEqual(mirror(shown(rest.yes_bids)));
    socket.close();
  });

  test('send trades, candles and underlying ticks in the interface’s shapes', async () => {
    const market = 'harbour-list';
    const socket = listen(`stream=${market}.trades,${market}.kline-1m&stream=crypto.BTC-USD&stream=${market}.kline-1w`);
    await socket.until('success');
    play(60_000);
    const [{ trades }] = await socket.until(`${market}.trades`);
    expect(trades[0]).toMatchObject({ market_id: market, state: 'active' });
    expect(['yes', 'no']).toContain(trades[0].taker_side);
    expect(trades[0].price).toMatch(/^0\.\d\d$/);
    const candles = await socket.until(`${market}.kline-1m`, 28);
    for (const candle of candles) {
      expect(candle).toHaveLength(6);
      expect(candle[0] % 60).toBe(0);
    }
    expect((await socket.until(`${market}.kline-1w`))[0][0] % 604_800).toBe(0);
    const ticks = await socket.until('crypto.BTC-USD', 59);
    expect(ticks[0]).toMatchObject({ product_id: 'BTC-USD', bucket_seconds: 60, bucket_start: START / 1_000 });
    expect(new Set(ticks.map(({ price }) => price)).size).toBeGreaterThan(30);
    socket.close();
  });

  test('name only what exists, split raw, and keep private streams off the public path', async () => {
    const socket = listen('stream=harbour-list.ob-snap,nowhere.ob-inc&stream=order&stream=crypto%2EBTC-USD&stream=,,');
    expect(await socket.until('success')).toEqual([{ message: 'subscribed', streams: ['harbour-list.ob-snap'] }]);
    expect((await socket.until('harbour-list.ob-snap'))[0].sequence).toBeGreaterThan(0);
    socket.close();
  });

  test('answer the text ping with the text pong', async () => {
    const socket = listen('stream=crypto.ETH-USD');
    await socket.until('success');
    socket.socket.send('ping');
    expect(await socket.until('pong')).toEqual(['pong']);
    socket.close();
  });

  test('drop a listener that stops reading instead of keeping its messages', async () => {
    const names = exchange.world.markets.map(({ slug }) => `${slug}.ob-inc,${slug}.kline-1m,${slug}.trades`);
    const socket = listen(`stream=${names.join(',')}`);
    await socket.until('success');
    const closed = new Promise<number>((resolve) => socket.socket.on('close', resolve));
    socket.socket.pause();
    for (let round = 0; round < 400 && socket.socket.readyState === socket.socket.OPEN; round += 1) {
      clock.at += 60_000;
      exchange.advance();
      await new Promise((resolve) => setImmediate(resolve));
      if (round % 20 === 19) socket.socket.resume();
    }
    socket.socket.resume();
    expect(await closed).toBe(1006);
  });
});

describe('public reads', () => {
  test('page the markets with their headers and refuse pages that are none', async () => {
    const path = '/api/v2/pythia/public/markets';
    const { value, headers } = await stranger.open(`${path}?page=2&limit=10`);
    expect(value).toHaveLength(10);
    expect(headers).toMatchObject({ page: '2', 'per-page': '10', total: `${exchange.world.markets.length}` });
    expect(headers['cache-control']).toMatch(/^public, max-age=\d+$/);
    expect((await stranger.open(`${path}?limit=0`)).value).toEqual({ errors: ['pagination.invalid_limit'] });
    expect((await stranger.open(`${path}/nowhere/order-book`)).status).toBe(404);
  });

  test('serve a market under its numeric id as well', async () => {
    const { slug, numericId } = exchange.world.markets[4]!;
    const path = (name: string | number) => `/api/v2/pythia/public/markets/${name}/order-book`;
    expect((await stranger.open(path(numericId))).value).toEqual((await stranger.open(path(slug))).value);
  });

  test('serve closed ranges of candles as immutable and refuse an unknown period', async () => {
    const path = '/api/v2/pythia/public/markets/harbour-list/k-line';
    const to = Math.floor(clock.at / 1_000) - 7_200;
    const { value, headers } = await stranger.open(`${path}?period=15&time_from=${to - 9_000}&time_to=${to}&limit=5`);
    expect(value).toHaveLength(5);
    expect(value.at(-1)[0]).toBeLessThanOrEqual(to);
    expect(headers['cache-control']).toContain('immutable');
    expect((await stranger.open(`${path}?period=7`)).value).toEqual({ errors: ['public.k_line.invalid_period'] });
    expect((await stranger.open(`${path}?period=1&limit=1`)).headers['cache-control']).not.toContain('immutable');
  });
});
