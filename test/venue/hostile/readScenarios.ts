/** Scenarios for reads: slow, truncated and wrong responses, redirects, error bursts, clock changes. */
import { expect } from 'vitest';
import { isSignedRight, QUICK, wireOrder } from '../client.ts';
import { until } from '../until.ts';
import type { Scenario } from './scenario.ts';
import {
  BALANCES,
  BOOK,
  balance,
  FILLS,
  KLINE,
  MARKETS,
  market,
  ORDERS,
  POSITIONS,
  RECENT,
  TICKER,
  TIMESTAMP,
  trade,
} from './server.ts';
import { m101, type Stage } from './stage.ts';

const refused = (read: Promise<unknown>, error: Record<string, unknown>): Promise<void> =>
  expect(read).rejects.toMatchObject(error);
const countRequests = (stage: Stage, path: string): number => stage.server.requestsOf(path).length;

export const READ_SCENARIOS: readonly Scenario[] = [
  {
    does: 'sends endless headers one byte at a time',
    must: 'time out three times',
    options: { profile: QUICK },
    async run(stage) {
      stage.server.on('GET', BOOK, (_, reply) => {
        reply.raw('HTTP/1.1 200 OK\r\nX-Slow: ');
        const timer = setInterval(() => (reply.isGone() ? clearInterval(timer) : reply.raw('a')), 20);
      });
      await refused(stage.venue.fetchBook(m101), { name: 'TransportError', fault: 'timeout' });
      expect(countRequests(stage, BOOK)).toBe(3);
    },
  },
  {
    does: 'sends an endless body one byte at a time',
    must: 'time out three times',
    options: { profile: QUICK },
    async run(stage) {
      stage.server.on('GET', BOOK, (_, reply) => {
        reply.raw('HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n[');
        const timer = setInterval(() => (reply.isGone() ? clearInterval(timer) : reply.raw(' ')), 20);
      });
      await refused(stage.venue.fetchBook(m101), { name: 'TransportError', fault: 'timeout' });
      expect(countRequests(stage, BOOK)).toBe(3);
    },
  },
  {
    does: 'states a body that is larger than a book can be',
    must: 'refuse it before it is sent, and not ask again',
    async run(stage) {
      stage.server.on('GET', BOOK, (_, reply) => reply.raw('HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n['));
      await refused(stage.venue.fetchBook(m101), { name: 'TransportError', fault: 'tooLarge' });
      expect(countRequests(stage, BOOK)).toBe(1);
    },
  },
  {
    does: 'sends a body shorter than its Content-Length',
    must: 'discard the part, retry, and then report a lost connection',
    async run(stage) {
      stage.server.on('GET', BALANCES, (_, reply) => {
        reply.raw('HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n[]');
        reply.drop();
      });
      await refused(stage.venue.listBalances(), { name: 'TransportError', fault: 'lost' });
      expect(countRequests(stage, BALANCES)).toBe(3);
    },
  },
  {
    does: 'sends truncated JSON with a matching Content-Length',
    must: 'throw a WireError without a retry',
    async run(stage) {
      stage.server.on('GET', BALANCES, (_, reply) => reply.text(200, '[{"currency":"usdc","balance_safe":"1'));
      await refused(stage.venue.listBalances(), { name: 'WireError', path: 'balances' });
      expect(countRequests(stage, BALANCES)).toBe(1);
    },
  },
  {
    does: 'sends bytes that are not HTTP',
    must: 'report a lost connection',
    async run(stage) {
      stage.server.on('GET', BALANCES, (_, reply) => reply.raw('SSH-2.0-OpenSSH_9.9\r\n'));
      await refused(stage.venue.listBalances(), { name: 'TransportError', fault: 'lost' });
    },
  },
  {
    does: 'sends two contradicting Content-Length headers',
    must: 'refuse the response',
    async run(stage) {
      stage.server.on('GET', BALANCES, (_, reply) =>
        reply.raw('HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 4\r\n\r\n[]  '),
      );
      await refused(stage.venue.listBalances(), { name: 'TransportError' });
    },
  },
  {
    does: 'sends a body larger than any list',
    must: 'stop reading and throw, without a retry',
    async run(stage) {
      stage.server.on('GET', BOOK, (_, reply) => reply.text(200, `"${'x'.repeat(2 * 1024 * 1024)}"`));
      await refused(stage.venue.fetchBook(m101), { fault: 'tooLarge' });
      expect(countRequests(stage, BOOK)).toBe(1);
    },
  },
  {
    does: 'sends compressed bytes without a request for them',
    must: 'throw a WireError',
    async run(stage) {
      stage.server.on('GET', BOOK, (_, reply) => reply.text(200, '\u001f\u008b\b\0', { 'content-encoding': 'gzip' }));
      await refused(stage.venue.fetchBook(m101), { name: 'WireError' });
    },
  },
  {
    does: 'sends an HTML page with status 200',
    must: 'throw a WireError and report the content type',
    async run(stage) {
      stage.server.on('GET', BALANCES, (_, reply) => reply.text(200, '<html>', { 'content-type': 'text/html' }));
      await refused(stage.venue.listBalances(), { name: 'WireError' });
      expect(stage.venue.health().schemaDrift).toMatchObject([
        { note: { code: 'content-type', parameters: { contentType: 'text/html' } } },
      ]);
    },
  },
  {
    does: 'sends JSON with the content type text/plain',
    must: 'parse it and report the content type as schema drift',
    async run(stage) {
      stage.server.on('GET', BALANCES, (_, reply) =>
        reply.text(200, JSON.stringify([balance]), { 'content-type': 'text/plain' }),
      );
      expect((await stage.venue.listBalances()).items).toMatchObject([{ total: 100_000_000n }]);
      expect(stage.venue.health().schemaDrift).toMatchObject([{ note: { code: 'content-type' } }]);
    },
  },
  ...[301, 302, 303, 307, 308].map(
    (status): Scenario => ({
      does: `redirects a signed read with ${status}`,
      must: 'neither follow nor retry it',
      async run(stage) {
        const location = `${stage.server.baseUrl}/stolen`;
        stage.server.on('GET', BALANCES, (_, reply) => reply.text(status, '', { location }));
        await refused(stage.venue.listBalances(), { fault: 'redirect' });
        expect(countRequests(stage, BALANCES)).toBe(1);
        expect(countRequests(stage, '/stolen')).toBe(0);
      },
    }),
  ),
  {
    does: 'responds with 500, 502, 503 and 504',
    must: 'make three attempts with growing pauses, then throw the status',
    async run(stage) {
      const atMs: number[] = [];
      stage.server.on('GET', BOOK, (_, reply, count) => {
        atMs.push(Date.now());
        reply.text([500, 502, 503, 504][count % 4]!, '<html>');
      });
      await refused(stage.venue.fetchBook(m101), { name: 'ExchangeError', status: 504 });
      expect(countRequests(stage, BOOK)).toBe(3);
      expect(atMs[2]! - atMs[1]!).toBeGreaterThanOrEqual(18);
    },
  },
  {
    does: 'refuses with 422',
    must: 'never retry',
    async run(stage) {
      stage.server.on('GET', ORDERS, (_, reply) => reply.json(422, { errors: ['market.order.invalid_state'] }));
      await refused(stage.venue.listOrders('wait'), { status: 422, codes: ['market.order.invalid_state'] });
      expect(countRequests(stage, ORDERS)).toBe(1);
    },
  },
  ...(
    [
      ['without a body', '', {}],
      ['with a body of codes', '{"errors":["identity.too_many_requests"]}', {}],
      ['with a page of HTML', '<html>slow down', { 'content-type': 'text/html' }],
      ['with a wait that makes no sense', '', { 'retry-after': '-5' }],
      ['with a wait of a year', '', { 'retry-after': '31536000' }],
    ] as const
  ).map(
    ([how, body, headers]): Scenario => ({
      does: `throttles with 429 ${how}`,
      must: 'not retry at once, and throw the end of the block',
      async run(stage) {
        stage.server.on('GET', BOOK, (_, reply, count) => {
          if (count === 1) reply.text(429, body, headers);
          else reply.json(200, stage.server.book.rest());
        });
        const startedAtMs = Date.now();
        const outcome = await stage.venue.fetchBook(m101).then(
          () => 'answered',
          (error: Error) => error.name,
        );
        const waitedMs = Date.now() - startedAtMs;
        if (outcome === 'answered') expect(waitedMs).toBeGreaterThanOrEqual(1_000);
        else {
          expect(outcome).toBe('RateLimitError');
          expect(countRequests(stage, BOOK)).toBe(1);
          const budget = stage.venue.health().budgets.find((entry) => entry.name === 'public reads');
          expect(budget?.blockedUntilMs).toBeLessThanOrEqual(Date.now() + 86_400_000);
        }
      },
    }),
  ),
  {
    does: 'responds to concurrent reads in reverse order',
    must: 'return to each read its own response',
    async run(stage) {
      const waiting: (() => void)[] = [];
      for (const path of [TICKER, RECENT, BOOK]) {
        const body = path === TICKER ? { last: '0.11' } : path === RECENT ? [trade] : stage.server.book.rest();
        stage.server.on('GET', path, (_, reply) => {
          waiting.push(() => reply.json(200, body));
          if (waiting.length === 3) for (const answer of waiting.reverse()) answer();
        });
      }
      const [ticker, { trades }, book] = await Promise.all([
        stage.venue.fetchTicker(m101),
        stage.venue.listRecentTrades(m101),
        stage.venue.fetchBook(m101),
      ]);
      expect([ticker.last, trades.length, book.sequence]).toEqual([110_000, 1, 10]);
    },
  },
  {
    does: 'sends the same page for every page of a list',
    must: 'stop, and merge repeated items',
    async run(stage) {
      stage.server.on('GET', MARKETS, (_, reply) => reply.json(200, [market], { Total: '1000000', 'Per-Page': '1' }));
      expect((await stage.venue.listMarkets()).items).toHaveLength(1);
      expect(countRequests(stage, MARKETS)).toBeLessThan(6);
    },
  },
  {
    does: 'lists a market at price 0 and one at price 1',
    must: 'list both, without a price',
    async run(stage) {
      const settled = (id: string, price: string) => ({
        ...market,
        market_id: id,
        yes_price: price,
        last_price: price,
      });
      stage.server.on('GET', MARKETS, (_, reply) => reply.json(200, [settled('a', '0'), settled('b', '1.00')]));
      expect((await stage.venue.listMarkets()).items).toMatchObject([{ yesPrice: null }, { yesPrice: null }]);
    },
  },
  {
    does: 'lists an unreadable order among readable ones',
    must: 'keep the readable ones, list the unreadable one apart, and report it once in Health with its id and path',
    async run(stage) {
      const good = { ...wireOrder, id: 2 };
      stage.server.on('GET', ORDERS, (_, reply) => reply.json(200, [{ ...wireOrder, id: 1, price: '0' }, good]));
      for (let pass = 0; pass < 2; pass += 1) {
        const { orders, unreadable } = await stage.venue.listOrders('wait');
        expect(orders.map((order) => order.id)).toEqual(['2']);
        expect(unreadable).toMatchObject([{ id: '1', problem: { path: 'orders[0].price (order 1)' } }]);
      }
      const reported = stage.venue.health().errors.filter(({ source }) => source.code === 'orders');
      expect(reported).toMatchObject([
        { error: { code: 'unreadable', parameters: { path: 'orders[0].price (order 1)' } } },
      ]);
    },
  },
  {
    does: 'lists unreadable balances, positions and fills among readable ones',
    must: 'use the readable ones, and report the others once in Health with id and path, wherever they move in the list',
    async run(stage) {
      const fill = { id: 1, market: '101', price: '0.5', volume: '1', created_at: 1767225600 };
      const position = { market: '101', outcome: 'yes', qty: '1' };
      stage.server.on('GET', BALANCES, (_, reply) =>
        reply.json(200, [balance, { ...balance, currency: 'x', locked_safe: 1 }]),
      );
      stage.server.on('GET', POSITIONS, (_, reply) =>
        reply.json(200, [{ ...position, qty: -1, outcome: 'no' }, position]),
      );
      // The list moves between the requests of its two pages.
      stage.server.on('GET', FILLS, (_, reply, count) => {
        const bad = { ...fill, id: 2, price: 'half' };
        reply.json(200, count === 1 ? [bad, fill] : [fill, bad]);
      });
      for (let pass = 0; pass < 2; pass += 1) {
        expect(await stage.venue.listBalances()).toMatchObject({
          items: [{ currency: 'usdc' }],
          unreadable: [{ id: 'x' }],
        });
        expect(await stage.venue.listPositions()).toMatchObject({
          items: [{ outcome: 'yes' }],
          unreadable: [{ market: '101', outcome: 'no' }],
        });
        expect(await stage.venue.listFills()).toMatchObject({ items: [{ id: '1' }], unreadable: [{ id: '2' }] });
      }
      expect(stage.venue.health().errors.map(({ source, error }) => [source.code, error.parameters])).toMatchObject([
        ['balances', { path: 'balances[1].locked_safe (x)' }],
        ['positions', { path: 'positions[0].qty (101 no)' }],
        ['fills', { path: 'contracts[1].price (2 101)' }],
      ]);
    },
  },
  {
    does: 'lists an unreadable candle among readable ones',
    must: 'use the readable ones and report the other with its market, period and time',
    async run(stage) {
      const row = [1767225600, '0.5', '0.5', '0.5', '0.5', '1'];
      stage.server.on('GET', KLINE, (_, reply) =>
        reply.json(200, [row, [1767225660, '0.5', '0.4', '0.5', '0.5', '1']]),
      );
      expect(await stage.venue.listCandles(m101, '1m', 10)).toMatchObject([{ openTimeMs: 1767225600000 }]);
      expect(stage.venue.health().errors).toMatchObject([
        {
          source: { code: 'candles' },
          error: { parameters: { path: 'k-line[1] (1767225660) of market 101, 1m' } },
        },
      ]);
      stage.server.on('GET', KLINE, (_, reply) => reply.json(200, [['soon']]));
      await refused(stage.venue.listCandles(m101, '1m', 11), { name: 'WireError' });
    },
  },
  {
    does: 'moves its clock by an hour and refuses the nonce once',
    must: 'measure again, sign the read again and return it',
    async run(stage) {
      await stage.venue.measureClock();
      const hour = 3_600_000;
      stage.server.on('GET', TIMESTAMP, (_, reply) => reply.text(200, String(Date.now() + hour)));
      stage.server.on('GET', BALANCES, (request, reply) => {
        const nonce = BigInt(String(request.headers['x-auth-nonce']));
        const off = nonce - BigInt(Date.now() + hour);
        if (off > 5_000n || off < -5_000n) reply.json(401, { errors: ['authz.nonce_expired'] });
        else reply.json(200, [balance]);
      });
      expect((await stage.venue.listBalances()).items).toHaveLength(1);
      expect(stage.server.requestsOf(BALANCES).map(isSignedRight)).toEqual([true, true]);
      expect(stage.venue.health().clock?.offsetMs).toBeGreaterThan(hour - 5_000);
    },
  },
  {
    does: 'moves its clock back and forth during the measurement',
    must: 'use the sample with the least round trip, with strictly rising nonces',
    async run(stage) {
      stage.server.on('GET', TIMESTAMP, (_, reply, count) =>
        reply.text(200, String(Date.now() + (count % 2 === 0 ? 1_000 : -1_000))),
      );
      for (let count = 0; count < 5; count += 1) {
        await stage.venue.listBalances();
        await stage.venue.measureClock();
      }
      const nonces = stage.server
        .requestsOf(BALANCES)
        .map((request) => BigInt(String(request.headers['x-auth-nonce'])));
      expect(nonces.every((nonce, index) => index === 0 || nonce > nonces[index - 1]!)).toBe(true);
    },
  },
  {
    does: 'responds to the time request with words',
    must: 'use this machine’s clock and throw from the measurement',
    async run(stage) {
      stage.server.on('GET', TIMESTAMP, (_, reply) => reply.text(200, '"half past nine"'));
      await refused(stage.venue.measureClock(), { name: 'WireError', path: 'timestamp' });
      expect((await stage.venue.listBalances()).items).toHaveLength(1);
      expect(Math.abs(stage.venue.exchangeTimeMs() - Date.now())).toBeLessThan(1_000);
    },
  },
  {
    does: 'sends cookies and a `__proto__` field',
    must: 'ignore them',
    async run(stage) {
      stage.server.on('GET', BALANCES, (_, reply) =>
        reply.text(200, `[{"__proto__":{"balance":"5"},"constructor":1,${JSON.stringify(balance).slice(1)}]`, {
          'set-cookie': 'session=1',
        }),
      );
      await stage.venue.listBalances();
      await stage.venue.listBalances();
      expect(stage.server.requestsOf(BALANCES).at(-1)?.headers.cookie).toBeUndefined();
      expect(Object.hasOwn(Object.prototype, 'balance')).toBe(false);
    },
  },
  {
    does: 'drops every connection',
    must: 'make three attempts and report a lost connection',
    async run(stage) {
      stage.server.on('GET', BOOK, (_, reply) => reply.drop());
      await refused(stage.venue.fetchBook(m101), { fault: 'lost' });
      await until(() => expect(countRequests(stage, BOOK)).toBe(3));
    },
  },
];
