import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Venue } from '#main/venue/venue.ts';
import type { PublicEvent, PublicInterest } from '#shared/market/events.ts';
import { parseMarketId } from '#shared/units/ids.ts';
import { CALM, lastErrorText, openClient, QUICK } from './client.ts';
import { type Line, openScripted, type Scripted } from './scripted.ts';
import { until } from './until.ts';

const m1 = parseMarketId('101');
const m2 = parseMarketId('102');
const m3 = parseMarketId('103');
const NOTHING: PublicInterest = { books: [], tapes: [], candles: [], underlyings: [] };
const PUBLIC = '/api/v2/websocket/public';

let server: Scripted;
let venue: Venue;
let events: PublicEvent[];

const subscribe = (line: Line): void => line.say({ success: { message: 'subscribed', streams: line.streams } });
/** Greets as the exchange does: the list of streams, then a snapshot where a book was asked for. */
const greetAt =
  (sequence: () => number) =>
  (line: Line): void => {
    subscribe(line);
    for (const stream of line.streams) if (stream.endsWith('.ob-inc')) line.snapshot(stream.split('.')[0]!, sequence());
  };
const increment = (sequence: number) => ({ '101.ob-inc': { bids: [['0.51', '1']], asks: null, sequence } });
const kinds = () => events.map((event) => event.kind);
const start = (profile = CALM): void => {
  venue = openClient(server, { profile });
  venue.onPublic((event) => events.push(event));
};

beforeEach(async () => {
  server = await openScripted();
  server.onLine(greetAt(() => 10));
  events = [];
});

afterEach(async () => {
  await venue.close();
  await server.close();
});

describe('opening public streams', () => {
  it('asks for raw stream names, a connection for each watched market and shared ones for the rest', async () => {
    start();
    venue.setInterest({
      books: [m1],
      tapes: [m1, m2, m3],
      candles: [{ market: m1, period: '1m' }],
      underlyings: ['BTC-USD'],
    });
    await until(() => expect(server.lines).toHaveLength(3));
    expect(server.lines.map((line) => line.target).sort()).toEqual([
      `${PUBLIC}?stream=101.kline-1m&stream=101.ob-inc&stream=101.trades`,
      `${PUBLIC}?stream=102.trades&stream=103.trades`,
      `${PUBLIC}?stream=crypto.BTC-USD`,
    ]);
    await until(() => expect(venue.health().streams.map((stream) => stream.at)).toEqual(['open', 'open', 'open']));
    expect(venue.health().streams.map((stream) => stream.name)).toEqual(['market 101', 'tapes', 'underlyings']);
  });

  it('gives snapshot, increments, trades, candles and ticks as they come', async () => {
    start();
    venue.setInterest({ books: [m1], tapes: [], candles: [{ market: m1, period: '1m' }], underlyings: ['BTC-USD'] });
    await until(() => expect(kinds()).toContain('bookSnapshot'));
    const line = server.lines.find((candidate) => candidate.streams.includes('101.ob-inc'))!;
    line.say(increment(11));
    line.say({
      '101.trades': { trades: [{ id: 1, price: '0.5', volume: '1', taker_side: '', created_at: 1767225600 }] },
    });
    line.say({ '101.kline-1m': [1767225600, '0.5', '0.5', '0.5', '0.5', '1'] });
    await until(() => expect(server.lines).toHaveLength(2));
    server.lines
      .find((candidate) => candidate.streams.includes('crypto.BTC-USD'))!
      .say({ 'crypto.BTC-USD': { product_id: 'BTC-USD', price: 97000, timestamp: 1767225600 } });
    await until(() =>
      expect([...kinds()].sort()).toEqual(['bookIncrement', 'bookSnapshot', 'candle', 'tick', 'trades']),
    );
    expect(events[0]).toMatchObject({
      market: '101',
      update: { sequence: 10, bids: [{ price: 500_000 }] },
      receivedAtMs: expect.any(Number),
    });
  });

  it('drops increments that come before the first snapshot', async () => {
    server.onLine((line) => {
      subscribe(line);
      line.say(increment(9));
      line.snapshot('101', 10);
      line.say(increment(11));
    });
    start();
    venue.setInterest({ ...NOTHING, books: [m1] });
    await until(() => expect(kinds()).toEqual(['bookSnapshot', 'bookIncrement']));
    server.lines[0]!.socket.terminate();
    await until(() => expect(kinds().slice(2)).toEqual(['disconnected', 'bookSnapshot', 'bookIncrement']));
  });

  it('says which streams were not granted', async () => {
    server.onLine((line) => {
      line.say({ success: { message: 'subscribed', streams: ['101.trades'] } });
      line.snapshot('101', 1);
    });
    start();
    venue.setInterest({ ...NOTHING, books: [m1] });
    await until(() => expect(lastErrorText(venue)).toContain('101.ob-inc'));
  });

  it('answers the text ping with the text pong', async () => {
    start();
    venue.setInterest({ ...NOTHING, tapes: [m1] });
    await until(() => expect(server.lines).toHaveLength(1));
    const heard: string[] = [];
    server.lines[0]!.socket.on('message', (data) => heard.push(String(data)));
    server.lines[0]!.say('ping');
    await until(() => expect(heard).toEqual(['pong']));
    expect(venue.health().errors).toEqual([]);
  });
});

describe('changing the interest', () => {
  it('leaves a group that is not touched alone, opens the new and closes the gone', async () => {
    start();
    venue.setInterest({ ...NOTHING, books: [m1] });
    await until(() => expect(kinds()).toEqual(['bookSnapshot']));
    venue.setInterest({ ...NOTHING, books: [m1, m2] });
    await until(() => expect(server.openLines()).toHaveLength(2));
    venue.setInterest({ ...NOTHING, books: [m2] });
    await until(() => expect(server.openLines().map((line) => line.streams[0])).toEqual(['102.ob-inc']));
    expect(server.lines).toHaveLength(2);
    expect(kinds()).not.toContain('disconnected');
  });

  it('keeps the old connection until the new one has its snapshot, and forwards one of them at a time', async () => {
    let hold = false;
    server.onLine((line) => {
      subscribe(line);
      if (!hold) line.snapshot('101', 10);
    });
    start();
    venue.setInterest({ ...NOTHING, books: [m1] });
    await until(() => expect(kinds()).toEqual(['bookSnapshot']));
    const [old] = server.lines;
    hold = true;
    venue.setInterest({ ...NOTHING, books: [m1], candles: [{ market: m1, period: '5m' }] });
    await until(() => expect(server.lines).toHaveLength(2));
    const next = server.lines[1]!;
    old!.say(increment(11));
    next.say({ '101.kline-5m': [1767225600, '0.5', '0.5', '0.5', '0.5', '1'] });
    await until(() => expect(kinds()).toEqual(['bookSnapshot', 'bookIncrement']));
    expect(old!.isOpen()).toBe(true);
    next.snapshot('101', 11);
    await until(() => expect(old!.isOpen()).toBe(false));
    next.say(increment(12));
    await until(() => expect(kinds()).toEqual(['bookSnapshot', 'bookIncrement', 'bookSnapshot', 'bookIncrement']));
    expect(kinds()).not.toContain('disconnected');
  });

  it('opens nothing anew when less of the same connection is wanted', async () => {
    start();
    venue.setInterest({ ...NOTHING, tapes: [m1, m2] });
    await until(() => expect(server.openLines()).toHaveLength(1));
    venue.setInterest({ ...NOTHING, tapes: [m2] });
    const trades = [{ id: 1, price: '0.5', volume: '1', created_at: 1767225600 }];
    server.lines[0]!.say({ '101.trades': trades });
    server.lines[0]!.say({ '102.trades': trades });
    await until(() => expect(events).toMatchObject([{ kind: 'trades', market: '102' }]));
    expect(server.lines).toHaveLength(1);
  });
});

describe('broken public streams', () => {
  it('says that a market is disconnected, connects again and gives a fresh snapshot', async () => {
    let sequence = 10;
    server.onLine(greetAt(() => sequence));
    start();
    venue.setInterest({ ...NOTHING, books: [m1] });
    await until(() => expect(kinds()).toEqual(['bookSnapshot']));
    sequence = 20;
    server.lines[0]!.socket.terminate();
    await until(() => expect(kinds()).toEqual(['bookSnapshot', 'disconnected', 'bookSnapshot']));
    expect(events[1]).toMatchObject({ markets: ['101'], reason: { code: 'closedByExchange' } });
    expect(events[2]).toMatchObject({ update: { sequence: 20 } });
    expect(venue.health().streams[0]).toMatchObject({ at: 'open', reconnects: 1 });
  });

  it('never gives up on a server that is gone, and says when it tries again', async () => {
    start();
    venue.setInterest({ ...NOTHING, books: [m1] });
    await until(() => expect(kinds()).toEqual(['bookSnapshot']));
    server.goAway();
    await until(() => expect(venue.health().streams[0]?.reconnects).toBeGreaterThan(4));
    await until(() =>
      expect(venue.health().streams[0]).toMatchObject({ at: 'waiting', retryAtMs: expect.any(Number) }),
    );
    server.onLine(greetAt(() => 30));
    server.comeBack();
    await until(() => expect(events.at(-1)).toMatchObject({ kind: 'bookSnapshot', update: { sequence: 30 } }));
  });

  it('counts a gap, and gives a fresh snapshot on a new connection when asked, once for many asks', async () => {
    let sequence = 10;
    server.onLine(greetAt(() => sequence));
    start();
    venue.setInterest({ ...NOTHING, books: [m1, m2] });
    await until(() => expect(kinds()).toEqual(['bookSnapshot', 'bookSnapshot']));
    const line = server.lines.find((candidate) => candidate.streams.includes('101.ob-inc'))!;
    line.say(increment(13));
    await until(() => expect(venue.health().streams.map((stream) => stream.gaps)).toEqual([1, 0]));
    sequence = 13;
    venue.resubscribe(m1);
    venue.resubscribe(m1);
    await until(() =>
      expect(events.at(-1)).toMatchObject({ kind: 'bookSnapshot', market: '101', update: { sequence: 13 } }),
    );
    expect(server.lines).toHaveLength(3);
    await until(() => expect(line.isOpen()).toBe(false));
    expect(kinds()).not.toContain('disconnected');
  });

  it('slows down when one market must be subscribed again and again', async () => {
    start({ ...CALM, backoff: { baseMs: 60_000, capMs: 60_000 } });
    venue.setInterest({ ...NOTHING, books: [m1] });
    await until(() => expect(kinds()).toHaveLength(1));
    venue.resubscribe(m1);
    await until(() => expect(kinds()).toHaveLength(2));
    venue.resubscribe(m1);
    venue.resubscribe(m1);
    await until(() => expect(server.openLines()).toHaveLength(1));
    expect(server.lines).toHaveLength(2);
  });

  it('drops a connection that owes a pong and one that owes its snapshot', async () => {
    server.onLine((line) => {
      subscribe(line);
      line.socket.pause();
    });
    start(QUICK);
    venue.setInterest({ ...NOTHING, tapes: [m1] });
    await until(() => expect(server.lines.length).toBeGreaterThan(1));
    expect(events[0]).toMatchObject({ kind: 'disconnected', reason: { code: 'noPong' } });
    server.onLine(subscribe);
    venue.setInterest({ ...NOTHING, books: [m2] });
    await until(() => {
      expect(server.lines.filter((line) => line.streams.includes('102.ob-inc')).length).toBeGreaterThan(1);
    });
  });

  it('keeps a quiet connection that answers pings', async () => {
    start({ ...CALM, stream: { ...CALM.stream, pingMs: 40, pongMs: 10_000 } });
    venue.setInterest({ ...NOTHING, tapes: [m1] });
    let pings = 0;
    await until(() => expect(server.lines).toHaveLength(1));
    server.lines[0]!.socket.on('ping', () => {
      pings += 1;
    });
    await until(() => expect(pings).toBeGreaterThan(4));
    expect(server.lines).toHaveLength(1);
    expect(venue.health().streams[0]).toMatchObject({ at: 'open', reconnects: 0 });
  });

  it('says what it could not read, keeps the rest, and never throws', async () => {
    start();
    venue.setInterest({ ...NOTHING, books: [m1] });
    await until(() => expect(kinds()).toHaveLength(1));
    const [line] = server.lines;
    line!.say('{"half":');
    line!.say({ '101.ob-inc': { bids: [['7', '1']], sequence: 11 } });
    line!.socket.send(Buffer.from([1, 2, 3]));
    line!.say({ 'global.tickers': {} });
    line!.say(increment(11));
    await until(() => expect(kinds().at(-1)).toBe('bookIncrement'));
    expect(events.filter((event) => event.kind === 'unreadable')).toMatchObject([
      { market: '101' },
      { market: '101', error: expect.stringContaining('101.ob-inc.bids[0][0]') },
      { market: '101' },
    ]);
    expect(venue.health().schemaDrift).toMatchObject([{ note: { code: 'stream-names' } }]);
  });

  it('tells of a hole in every tape that an unreadable message may have carried trades of', async () => {
    start();
    venue.setInterest({ ...NOTHING, books: [m1], tapes: [m2] });
    await until(() => expect(kinds()).toHaveLength(1));
    await until(() => expect(server.lines).toHaveLength(2));
    const lineOf = (stream: string) => server.lines.find((line) => line.streams.includes(stream));
    const trade = { id: 1, price: '0.5', volume: '1', created_at: 1767225600 };
    lineOf('101.trades')!.say({ '101.trades': [{ ...trade, price: 1 }, trade] });
    await until(() => expect(kinds()).toEqual(['bookSnapshot', 'tapeUnreadable', 'trades']));
    lineOf('102.trades')!.say({ '102.trades': [trade] });
    lineOf('102.trades')!.say('{"half":');
    await until(() => expect(kinds().slice(3)).toEqual(['trades', 'tapeUnreadable']));
    expect(events.filter((event) => event.kind === 'tapeUnreadable')).toMatchObject([
      { market: '101', error: expect.stringContaining('101.trades[0].price') },
      { market: '102' },
    ]);
  });

  it('drops a connection whose message is larger than any book', async () => {
    start({ ...CALM, stream: { ...CALM.stream, maxPayloadBytes: 10_000 } });
    venue.setInterest({ ...NOTHING, books: [m1] });
    await until(() => expect(kinds()).toHaveLength(1));
    server.lines[0]!.say('x'.repeat(20_000));
    await until(() => expect(kinds()).toEqual(['bookSnapshot', 'disconnected', 'bookSnapshot']));
  });

  it('lets a listener that throws stop nobody', async () => {
    start();
    venue.onPublic(() => {
      throw new Error('mine');
    });
    const later: string[] = [];
    venue.onPublic((event) => later.push(event.kind));
    venue.setInterest({ ...NOTHING, books: [m1] });
    await until(() => expect(later).toEqual(['bookSnapshot']));
    expect(venue.health().errors.at(-1)).toMatchObject({
      source: { code: 'listener', parameters: { events: 'public' } },
      error: { code: 'bug' },
    });
  });
});
