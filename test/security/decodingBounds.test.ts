/** R60: no answer and no message holds up this process, and a cancel passes while the largest ones are decoded. */
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ANSWER_BYTES, findAnswerKind, findMessageBytes } from '#main/venue/answerBounds.ts';
import { pauseTurn } from '#main/venue/timing.ts';
import type { Venue } from '#main/venue/venue.ts';
import { parseMarketId, parseOrderId } from '#shared/units/ids.ts';
import { CALM, CREDENTIALS, openClient } from '#test/venue/client.ts';
import { openScripted, type Scripted } from '#test/venue/scripted.ts';
import { until } from '#test/venue/until.ts';
import { createSchemaDrift } from '#wire/messages/schemaDrift.ts';
import { parseStreamMessage } from '#wire/messages/streamMessage.ts';
import { parseStream, STREAM_CHARACTERS } from '#wire/messages/streamName.ts';

const M = parseMarketId('101');
const SEVEN = parseOrderId('7');
const ORDERS = '/api/v2/pythia/orders';
const ACCOUNT = '/api/v2/atlas/account';
const MARKETS = '/api/v2/pythia/public/markets';

/** Every read of the client, by its path. */
const READS: readonly (readonly [string, (venue: Venue) => Promise<unknown>])[] = [
  [`${ACCOUNT}/balances`, (venue) => venue.listBalances()],
  [`${ORDERS}/7`, (venue) => venue.fetchOrder(SEVEN)],
  [ORDERS, (venue) => venue.listOrders('wait')],
  [`${ACCOUNT}/contracts`, (venue) => venue.listFills()],
  [`${ACCOUNT}/positions`, (venue) => venue.listPositions()],
  [`${ACCOUNT}/rewards/pending`, (venue) => venue.listPendingRewards()],
  [`${ACCOUNT}/wallet`, (venue) => venue.fetchWallet()],
  [`${ACCOUNT}/wallet/markets/101`, (venue) => venue.fetchMarketWallet(M)],
  [MARKETS, (venue) => venue.listMarkets()],
  [`${MARKETS}/101/order-book`, (venue) => venue.fetchBook(M)],
  [`${MARKETS}/101/ticker`, (venue) => venue.fetchTicker(M)],
  [`${MARKETS}/101/k-line`, (venue) => venue.listCandles(M, '1m', 500)],
  [`${MARKETS}/101/contracts/recent`, (venue) => venue.listRecentTrades(M)],
];
const LONG = READS.filter(([path]) => ['page', 'list'].includes(findAnswerKind(path)!));

const fill = (bytes: number, unit: string, from: string, to: string): string =>
  `${from}${unit.repeat(Math.floor((bytes - from.length - to.length) / unit.length))}${to}`;

/** Texts of at most this many bytes that cost the most: rows of nothing, rows of much, fields, and one row of everything. */
const WORST: Readonly<Record<string, (bytes: number) => string>> = {
  'empty rows': (bytes) => fill(Math.min(bytes, 29_000), '{},', '[', '{}]'),
  'more rows than any list has': (bytes) => fill(bytes, '{},', '[', '{}]'),
  'rows of unknown fields': (bytes) =>
    fill(bytes, `{${Array.from({ length: 40 }, (_, at) => `"é${at}\u202e":"x"`).join(',')}},`, '[', '{}]'),
  'one row of fields': (bytes) => {
    const fields = Array.from({ length: Math.floor(bytes / 14) }, (_, at) => `"k${String(at).padStart(7, '0')}":1`);
    return `[{${fields.join(',')}}]`;
  },
  'one long text': (bytes) => fill(bytes, '1', '[{"id":"', '"}]'),
  'a text of escapes': (bytes) => fill(bytes, '\\\\\\"', '[{"id":"', '"}]'),
};

describe('an answer that is too large', () => {
  let server: http.Server;
  let venue: Venue;
  let chunks = 0;

  beforeEach(async () => {
    chunks = 0;
    const chunk = Buffer.alloc(65_536, '{"a":1},');
    server = http.createServer((request, response) => {
      request.resume();
      if (request.url!.includes('timestamp')) {
        response.end(String(Date.now()));
        return;
      }
      if (request.url!.endsWith('/cancel')) {
        response.end('{"id":7,"state":"cancel"}');
        return;
      }
      // Without a length, so that the client has to count: 1 GB for a client that reads on.
      const write = (): void => {
        while (!response.destroyed && chunks < 16_000) {
          chunks += 1;
          if (!response.write(chunk)) {
            response.once('drain', write);
            return;
          }
        }
      };
      write();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    venue = openClient(
      { baseUrl: `http://127.0.0.1:${port}`, wsBaseUrl: `ws://127.0.0.1:${port}`, on: () => {} } as unknown as Scripted,
      {},
    );
    venue.setCredentials(CREDENTIALS);
  });

  afterEach(async () => {
    await venue.close();
    server.closeAllConnections();
    server.close();
  });

  it.each(READS)('of %s is not read to its end, and a cancel passes meanwhile', async (path, read) => {
    const reading = read(venue).then(
      () => 'read',
      (error: unknown) => (error as { fault?: string }).fault,
    );
    expect(await venue.cancelOrder(SEVEN)).toEqual({ kind: 'cancelled' });
    expect(await reading).toBe('tooLarge');
    // The bound, and what the buffers of both sockets have room for.
    expect(chunks * 65_536).toBeLessThan(ANSWER_BYTES[findAnswerKind(path)!] + 16 * 1_024 * 1_024);
  });
});

describe('the largest answer that is read', () => {
  let server: Scripted;
  let venue: Venue;
  let slices = 0;

  beforeEach(async () => {
    slices = 0;
    server = await openScripted();
    venue = openClient(server, {
      profile: { ...CALM, http: { ...CALM.http, maxResponseBytes: 4 * 1_024 * 1_024 } },
      pause() {
        slices += 1;
        return pauseTurn();
      },
    });
    venue.setCredentials(CREDENTIALS);
    server.on('POST', `${ORDERS}/7/cancel`, (_, reply) => reply.json(200, { id: 7, state: 'cancel' }));
  });

  afterEach(async () => {
    await venue.close();
    await server.close();
  });

  it.each(LONG.flatMap(([path, read]) => Object.keys(WORST).map((worst) => [path, worst, read] as const)))(
    'of %s, as %s, is refused or read in bounded slices',
    async (path, worst, read) => {
      const text = WORST[worst]!(ANSWER_BYTES[findAnswerKind(path)!]);
      server.on('GET', path, (request, reply) =>
        reply.text(200, request.target.includes('page=1&') || !request.target.includes('page=') ? text : '[]'),
      );
      await read(venue).catch(() => undefined);
      // A slice has at most 50 rows or 128 kB.
      expect(slices).toBeLessThan(400);
      expect(venue.health().errors.length).toBeLessThanOrEqual(50);
    },
  );

  it('lets a cancel pass between its slices', async () => {
    const order = {
      id: 1,
      market: '101',
      side: 'yes',
      price: '0.5',
      state: 'wait',
      origin_volume: '10',
      remaining_volume: '8',
      created_at: '2026-01-01T00:00:00Z',
    };
    const rows = Array.from({ length: 9_000 }, (_, id) => ({ ...order, id, note: 'x'.repeat(200) }));
    server.on('GET', ORDERS, (request, reply) => reply.json(200, request.target.includes('page=1&') ? rows : []));
    const done: string[] = [];
    let cancelling: Promise<void> | null = null;
    const first = venue.listOrders('wait');
    const reading = first.then(({ orders }) => void done.push(`read ${orders.length}`));
    await until(() => expect(slices).toBeGreaterThan(0));
    cancelling = venue.cancelOrder(SEVEN).then(({ kind }) => void done.push(kind));
    await Promise.all([reading, cancelling]);
    expect(done).toEqual(['cancelled', 'read 9000']);
    expect(slices).toBeGreaterThan(200);
  });
});

describe('a message of a stream', () => {
  const STREAMS = [
    '101.ob-snap',
    '101.ob-inc',
    '101.trades',
    '101.kline-1m',
    'crypto.BTC-USD',
    'order',
    'contract',
    'balance',
    'position',
  ];

  it.each(STREAMS)('of %s is unreadable above its bound, and costs little at it', (stream) => {
    const most = STREAM_CHARACTERS[parseStream(stream)!.kind];
    const drift = createSchemaDrift();
    const over = `{"${stream}":"${'x'.repeat(most)}"}`;
    expect(parseStreamMessage(over, drift)).toMatchObject([
      { kind: 'unreadable', error: { expected: `at most ${most} characters` } },
    ]);
    for (const worst of Object.values(WORST)) {
      const text = `{"${stream}":${worst(most - stream.length - 5)}}`;
      expect(text.length).toBeLessThanOrEqual(most);
      let messages: readonly { readonly kind: string }[] = [];
      try {
        messages = parseStreamMessage(text, drift);
      } catch {
        messages = [];
      }
      // Of unreadable rows, at most fifty are looked at.
      expect(messages.filter(({ kind }) => kind === 'unreadable').length).toBeLessThanOrEqual(50);
    }
  });

  it('is bounded with all its streams together, by the connection', () => {
    expect(findMessageBytes(STREAMS)).toBeLessThan(2 * 1_024 * 1_024);
  });
});
