import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Venue } from '#main/venue/venue.ts';
import type { PublicEvent, PublicInterest } from '#shared/market/events.ts';
import { type MarketId, parseMarketId } from '#shared/units/ids.ts';
import { CALM, lastErrorText, openClient, QUICK } from './client.ts';
import { openScripted, type Scripted, type ServerConnection } from './scripted.ts';
import { until } from './until.ts';

const m1 = parseMarketId('101');
const m2 = parseMarketId('102');
const m3 = parseMarketId('103');
const NOTHING: PublicInterest = { books: [], tapes: [], candles: [], underlyings: [] };
const PUBLIC = '/api/v2/websocket/public';

let server: Scripted;
let venue: Venue;
let events: PublicEvent[];

const subscribe = (connection: ServerConnection): void =>
  connection.send({ success: { message: 'subscribed', streams: connection.streams } });
/** Sends the list of streams, then a snapshot for each requested book, like the exchange. */
const snapshotAt =
  (sequence: () => number) =>
  (connection: ServerConnection): void => {
    subscribe(connection);
    for (const stream of connection.streams)
      if (stream.endsWith('.ob-inc')) connection.snapshot(stream.split('.')[0]!, sequence());
  };
const increment = (sequence: number) => ({ '101.ob-inc': { bids: [['0.51', '1']], asks: null, sequence } });
const kinds = () => events.map((event) => event.kind);
const start = (profile = CALM): void => {
  venue = openClient(server, { profile });
  venue.onPublic((event) => events.push(event));
};

beforeEach(async () => {
  server = await openScripted();
  server.onConnection(snapshotAt(() => 10));
  events = [];
});

afterEach(async () => {
  await venue.close();
  await server.close();
});

describe('opening public streams', () => {
  it('requests raw stream names, with one connection per market with a book and shared ones for the rest', async () => {
    start();
    venue.setInterest({
      books: [m1],
      tapes: [m1, m2, m3],
      candles: [{ market: m1, period: '1m' }],
      underlyings: ['BTC-USD'],
    });
    await until(() => expect(server.connections).toHaveLength(3));
    expect(server.connections.map((connection) => connection.target).sort()).toEqual([
      `${PUBLIC}?stream=101.kline-1m&stream=101.ob-inc&stream=101.trades`,
      `${PUBLIC}?stream=102.trades&stream=103.trades`,
      `${PUBLIC}?stream=crypto.BTC-USD`,
    ]);
    await until(() => expect(venue.health().streams.map((stream) => stream.at)).toEqual(['open', 'open', 'open']));
    expect(venue.health().streams.map((stream) => stream.name)).toEqual(['market 101', 'tapes', 'underlyings']);
  });

  it('emits snapshot, increments, trades, candles and ticks', async () => {
    start();
    venue.setInterest({ books: [m1], tapes: [], candles: [{ market: m1, period: '1m' }], underlyings: ['BTC-USD'] });
    await until(() => expect(kinds()).toContain('bookSnapshot'));
    const connection = server.connections.find((candidate) => candidate.streams.includes('101.ob-inc'))!;
    connection.send(increment(11));
    connection.send({
      '101.trades': { trades: [{ id: 1, price: '0.5', volume: '1', taker_side: '', created_at: 1767225600 }] },
    });
    connection.send({ '101.kline-1m': [1767225600, '0.5', '0.5', '0.5', '0.5', '1'] });
    await until(() => expect(server.connections).toHaveLength(2));
    server.connections
      .find((candidate) => candidate.streams.includes('crypto.BTC-USD'))!
      .send({ 'crypto.BTC-USD': { product_id: 'BTC-USD', price: 97000, timestamp: 1767225600 } });
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
    server.onConnection((connection) => {
      subscribe(connection);
      connection.send(increment(9));
      connection.snapshot('101', 10);
      connection.send(increment(11));
    });
    start();
    venue.setInterest({ ...NOTHING, books: [m1] });
    await until(() => expect(kinds()).toEqual(['bookSnapshot', 'bookIncrement']));
    server.connections[0]!.socket.terminate();
    await until(() => expect(kinds().slice(2)).toEqual(['disconnected', 'bookSnapshot', 'bookIncrement']));
  });

  it('reports streams that the server did not grant', async () => {
    server.onConnection((connection) => {
      connection.send({ success: { message: 'subscribed', streams: ['101.trades'] } });
      connection.snapshot('101', 1);
    });
    start();
    venue.setInterest({ ...NOTHING, books: [m1] });
    await until(() => expect(lastErrorText(venue)).toContain('101.ob-inc'));
  });

  it('answers the text ping with the text pong', async () => {
    start();
    venue.setInterest({ ...NOTHING, tapes: [m1] });
    await until(() => expect(server.connections).toHaveLength(1));
    const received: string[] = [];
    server.connections[0]!.socket.on('message', (data) => received.push(String(data)));
    server.connections[0]!.send('ping');
    await until(() => expect(received).toEqual(['pong']));
    expect(venue.health().errors).toEqual([]);
  });
});

describe('changing the interest', () => {
  it('keeps unchanged groups, opens new ones and closes the others', async () => {
    start();
    venue.setInterest({ ...NOTHING, books: [m1] });
    await until(() => expect(kinds()).toEqual(['bookSnapshot']));
    venue.setInterest({ ...NOTHING, books: [m1, m2] });
    await until(() => expect(server.openConnections()).toHaveLength(2));
    venue.setInterest({ ...NOTHING, books: [m2] });
    await until(() =>
      expect(server.openConnections().map((connection) => connection.streams[0])).toEqual(['102.ob-inc']),
    );
    expect(server.connections).toHaveLength(2);
    expect(kinds()).not.toContain('disconnected');
  });

  it('keeps the old connection until the new one has its snapshot, and emits one of them at a time', async () => {
    let hold = false;
    server.onConnection((connection) => {
      subscribe(connection);
      if (!hold) connection.snapshot('101', 10);
    });
    start();
    venue.setInterest({ ...NOTHING, books: [m1] });
    await until(() => expect(kinds()).toEqual(['bookSnapshot']));
    const [old] = server.connections;
    hold = true;
    venue.setInterest({ ...NOTHING, books: [m1], candles: [{ market: m1, period: '5m' }] });
    await until(() => expect(server.connections).toHaveLength(2));
    const next = server.connections[1]!;
    old!.send(increment(11));
    next.send({ '101.kline-5m': [1767225600, '0.5', '0.5', '0.5', '0.5', '1'] });
    await until(() => expect(kinds()).toEqual(['bookSnapshot', 'bookIncrement']));
    expect(old!.isOpen()).toBe(true);
    next.snapshot('101', 11);
    await until(() => expect(old!.isOpen()).toBe(false));
    next.send(increment(12));
    await until(() => expect(kinds()).toEqual(['bookSnapshot', 'bookIncrement', 'bookSnapshot', 'bookIncrement']));
    expect(kinds()).not.toContain('disconnected');
  });

  it('keeps the connection when fewer of its streams are wanted', async () => {
    start();
    venue.setInterest({ ...NOTHING, tapes: [m1, m2] });
    await until(() => expect(server.openConnections()).toHaveLength(1));
    venue.setInterest({ ...NOTHING, tapes: [m2] });
    const trades = [{ id: 1, price: '0.5', volume: '1', created_at: 1767225600 }];
    server.connections[0]!.send({ '101.trades': trades });
    server.connections[0]!.send({ '102.trades': trades });
    await until(() => expect(events).toMatchObject([{ kind: 'trades', market: '102' }]));
    expect(server.connections).toHaveLength(1);
  });
});

describe('books that share a connection', () => {
  const [a, b, c] = ['501', '502', '503'].map(parseMarketId) as [MarketId, MarketId, MarketId];
  const of = (event: PublicEvent): string => `${event.kind} ${'market' in event ? event.market : ''}`.trim();

  it('share a connection, which delivers each of them', async () => {
    start();
    venue.setInterest({ ...NOTHING, unshownBooks: [a, b] });
    await until(() => expect(events.map(of)).toEqual([`bookSnapshot ${a}`, `bookSnapshot ${b}`]));
    server.connections[0]!.send({ [`${b}.ob-inc`]: { bids: [['0.51', '1']], asks: null, sequence: 11 } });
    await until(() => expect(events.map(of).at(-1)).toBe(`bookIncrement ${b}`));
    expect(server.connections).toHaveLength(1);
  });

  it('are delivered without one that has no snapshot in time', async () => {
    server.onConnection((connection) => {
      subscribe(connection);
      connection.snapshot(b, 10);
    });
    start({ ...CALM, stream: { ...CALM.stream, snapshotMs: 50 } });
    venue.setInterest({ ...NOTHING, unshownBooks: [a, b] });
    await until(() => {
      server.connections[0]?.send({ [`${b}.ob-inc`]: { bids: [['0.51', '1']], asks: null, sequence: 11 } });
      expect(events.map(of)).toContain(`bookIncrement ${b}`);
    });
    expect(server.connections).toHaveLength(1);
  });

  it('stay on their connection while one is shown and gets a chart, and lose nothing', async () => {
    start();
    venue.setInterest({ ...NOTHING, unshownBooks: [a, b, c] });
    await until(() => expect(events).toHaveLength(3));
    venue.setInterest({ ...NOTHING, books: [b], unshownBooks: [a, c] });
    venue.setInterest({ ...NOTHING, books: [b], unshownBooks: [a, c], candles: [{ market: b, period: '5m' }] });
    // The connection with the chart replaces the other one once it delivers.
    await until(() => expect(events).toHaveLength(6));
    expect(events.map(({ kind }) => kind)).not.toContain('disconnected');
    await until(() => expect(server.openConnections()).toHaveLength(1));
    expect(server.openConnections()[0]!.streams).toContain(`${b}.kline-5m`);
  });
});

describe('broken public streams', () => {
  it('emits disconnected, reconnects and emits a fresh snapshot', async () => {
    let sequence = 10;
    server.onConnection(snapshotAt(() => sequence));
    start();
    venue.setInterest({ ...NOTHING, books: [m1] });
    await until(() => expect(kinds()).toEqual(['bookSnapshot']));
    sequence = 20;
    server.connections[0]!.socket.terminate();
    await until(() => expect(kinds()).toEqual(['bookSnapshot', 'disconnected', 'bookSnapshot']));
    expect(events[1]).toMatchObject({ markets: ['101'], reason: { code: 'closedByExchange' } });
    expect(events[2]).toMatchObject({ update: { sequence: 20 } });
    expect(venue.health().streams[0]).toMatchObject({ at: 'open', reconnects: 1 });
  });

  it('counts reconnects since the stream was opened, also over a connection that is replaced', async () => {
    start();
    venue.setInterest({ ...NOTHING, books: [m1] });
    await until(() => expect(kinds()).toEqual(['bookSnapshot']));
    const { sinceMs } = venue.health().streams[0]!;
    server.connections[0]!.socket.terminate();
    await until(() => expect(kinds()).toEqual(['bookSnapshot', 'disconnected', 'bookSnapshot']));
    venue.setInterest({ ...NOTHING, books: [m1], candles: [{ market: m1, period: '5m' }] });
    await until(() =>
      expect(server.openConnections().map(({ streams }) => streams)).toEqual([
        expect.arrayContaining(['101.kline-5m']),
      ]),
    );
    expect(venue.health().streams).toMatchObject([{ at: 'open', reconnects: 1, sinceMs }]);
  });

  it('keeps retrying a server that is gone, and shows the time of the next attempt', async () => {
    start();
    venue.setInterest({ ...NOTHING, books: [m1] });
    await until(() => expect(kinds()).toEqual(['bookSnapshot']));
    server.goOffline();
    await until(() => expect(venue.health().streams[0]?.reconnects).toBeGreaterThan(4));
    await until(() =>
      expect(venue.health().streams[0]).toMatchObject({ at: 'waiting', retryAtMs: expect.any(Number) }),
    );
    server.onConnection(snapshotAt(() => 30));
    server.goOnline();
    await until(() => expect(events.at(-1)).toMatchObject({ kind: 'bookSnapshot', update: { sequence: 30 } }));
  });

  it('counts a gap, and opens one new connection for several resubscriptions', async () => {
    let sequence = 10;
    server.onConnection(snapshotAt(() => sequence));
    start();
    venue.setInterest({ ...NOTHING, books: [m1, m2] });
    await until(() => expect(kinds()).toEqual(['bookSnapshot', 'bookSnapshot']));
    const connection = server.connections.find((candidate) => candidate.streams.includes('101.ob-inc'))!;
    connection.send(increment(13));
    await until(() => expect(venue.health().streams.map((stream) => stream.gaps)).toEqual([1, 0]));
    sequence = 13;
    venue.resubscribe(m1);
    venue.resubscribe(m1);
    await until(() =>
      expect(events.at(-1)).toMatchObject({ kind: 'bookSnapshot', market: '101', update: { sequence: 13 } }),
    );
    expect(server.connections).toHaveLength(3);
    await until(() => expect(connection.isOpen()).toBe(false));
    expect(kinds()).not.toContain('disconnected');
  });

  it('replaces a shared connection alone, and leaves the others open', async () => {
    start();
    venue.setInterest({ books: [m1], tapes: [m2], candles: [], underlyings: ['BTC-USD'] });
    await until(() => expect(venue.health().streams.map(({ at }) => at)).toEqual(['open', 'open', 'open']));
    const before = [...server.connections];
    venue.resubscribeShared('underlyings');
    venue.resubscribeShared('underlyings');
    await until(() => expect(server.connections).toHaveLength(4));
    const [old] = before.filter(({ streams }) => streams.includes('crypto.BTC-USD'));
    await until(() => expect(old!.isOpen()).toBe(false));
    expect(before.filter((connection) => connection !== old && !connection.isOpen())).toEqual([]);
    expect(server.connections.at(-1)!.streams).toEqual(['crypto.BTC-USD']);
  });

  it('backs off when a market is resubscribed repeatedly', async () => {
    start({ ...CALM, backoff: { baseMs: 60_000, capMs: 60_000 } });
    venue.setInterest({ ...NOTHING, books: [m1] });
    await until(() => expect(kinds()).toHaveLength(1));
    venue.resubscribe(m1);
    await until(() => expect(kinds()).toHaveLength(2));
    venue.resubscribe(m1);
    venue.resubscribe(m1);
    await until(() => expect(server.openConnections()).toHaveLength(1));
    expect(server.connections).toHaveLength(2);
  });

  it('drops a connection without a pong in time, and one without a snapshot in time', async () => {
    server.onConnection((connection) => {
      subscribe(connection);
      connection.socket.pause();
    });
    start(QUICK);
    venue.setInterest({ ...NOTHING, tapes: [m1] });
    await until(() => expect(server.connections.length).toBeGreaterThan(1));
    expect(events[0]).toMatchObject({ kind: 'disconnected', reason: { code: 'noPong' } });
    server.onConnection(subscribe);
    venue.setInterest({ ...NOTHING, books: [m2] });
    await until(() => {
      expect(
        server.connections.filter((connection) => connection.streams.includes('102.ob-inc')).length,
      ).toBeGreaterThan(1);
    });
  });

  it('keeps a quiet connection that answers pings', async () => {
    start({ ...CALM, stream: { ...CALM.stream, pingMs: 40, pongMs: 10_000 } });
    venue.setInterest({ ...NOTHING, tapes: [m1] });
    let pings = 0;
    await until(() => expect(server.connections).toHaveLength(1));
    server.connections[0]!.socket.on('ping', () => {
      pings += 1;
    });
    await until(() => expect(pings).toBeGreaterThan(4));
    expect(server.connections).toHaveLength(1);
    expect(venue.health().streams[0]).toMatchObject({ at: 'open', reconnects: 0 });
  });

  it('reports unreadable messages, keeps the rest, and never throws', async () => {
    start();
    venue.setInterest({ ...NOTHING, books: [m1] });
    await until(() => expect(kinds()).toHaveLength(1));
    const [connection] = server.connections;
    connection!.send('{"half":');
    connection!.send({ '101.ob-inc': { bids: [['0.7', '1']], sequence: -11 } });
    connection!.socket.send(Buffer.from([1, 2, 3]));
    connection!.send({ 'global.tickers': {} });
    connection!.send(increment(11));
    await until(() => expect(kinds().at(-1)).toBe('bookIncrement'));
    expect(events.filter((event) => event.kind === 'unreadable')).toMatchObject([
      { market: '101' },
      { market: '101', problem: { path: expect.stringContaining('101.ob-inc.sequence') } },
      { market: '101' },
    ]);
    expect(venue.health().schemaDrift).toMatchObject([
      { note: { code: 'stream-names' } },
      { note: { code: 'plausible-values', parameters: { path: 'ob-inc.sequence', count: 1 } } },
    ]);
  });

  it('delivers a book without the level that it cannot read, and counts that level', async () => {
    start();
    venue.setInterest({ ...NOTHING, books: [m1] });
    await until(() => expect(kinds()).toHaveLength(1));
    server.connections[0]!.send({
      '101.ob-inc': {
        bids: [
          ['7', '1'],
          ['0.5', '1'],
        ],
        sequence: 11,
      },
    });
    await until(() => expect(kinds().at(-1)).toBe('bookIncrement'));
    expect(events.at(-1)).toMatchObject({ update: { bids: [{ price: 500_000 }], leftOut: { count: 1 } } });
    expect(venue.health().schemaDrift).toMatchObject([
      { note: { code: 'plausible-values', parameters: { path: 'ob-inc.bids[][]', count: 1 } } },
    ]);
  });

  it('reports a first snapshot that it cannot read', async () => {
    server.onConnection((connection) => connection.send({ '101.ob-snap': { bids: [], asks: [], sequence: -1 } }));
    start();
    venue.setInterest({ ...NOTHING, books: [m1] });
    await until(() => expect(events).toMatchObject([{ kind: 'unreadable', market: '101' }]));
  });

  it('reports an unreadable text for every tape of the connection', async () => {
    start();
    venue.setInterest({ ...NOTHING, books: [m1], tapes: [m2] });
    await until(() => expect(kinds()).toHaveLength(1));
    await until(() => expect(server.connections).toHaveLength(2));
    const connectionOf = (stream: string) =>
      server.connections.find((connection) => connection.streams.includes(stream));
    const trade = { id: 1, price: '0.5', volume: '1', created_at: 1767225600 };
    connectionOf('101.trades')!.send({ '101.trades': [{ ...trade, price: 1 }, trade] });
    await until(() => expect(kinds()).toEqual(['bookSnapshot', 'tapeUnreadable', 'trades']));
    connectionOf('102.trades')!.send({ '102.trades': [trade] });
    connectionOf('102.trades')!.send('{"half":');
    await until(() => expect(kinds().slice(3)).toEqual(['trades', 'tapeUnreadable']));
    expect(events.filter((event) => event.kind === 'tapeUnreadable')).toMatchObject([
      { market: '101', problem: { path: expect.stringContaining('101.trades[0].price') } },
      { market: '102' },
    ]);
  });

  it('drops a connection whose message is larger than any book', async () => {
    start({ ...CALM, stream: { ...CALM.stream, maxPayloadBytes: 10_000 } });
    venue.setInterest({ ...NOTHING, books: [m1] });
    await until(() => expect(kinds()).toHaveLength(1));
    server.connections[0]!.send('x'.repeat(20_000));
    await until(() => expect(kinds()).toEqual(['bookSnapshot', 'disconnected', 'bookSnapshot']));
  });

  it('calls the other listeners when one throws', async () => {
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
