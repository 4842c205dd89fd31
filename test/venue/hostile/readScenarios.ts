/** What a server can do to a read: slowness, truncation, storms, redirects, wrong content, its clock. */
import { expect } from 'vitest';
import { isSignedRight, QUICK, wireOrder } from '../client.ts';
import { until } from '../until.ts';
import type { Scenario } from './scenario.ts';
import { BALANCES, BOOK, balance, MARKETS, market, ORDERS, RECENT, TICKER, TIMESTAMP, trade } from './server.ts';
import { m101, type Stage } from './stage.ts';

const refused = (read: Promise<unknown>, error: Record<string, unknown>): Promise<void> =>
  expect(read).rejects.toMatchObject(error);
const asked = (stage: Stage, path: string): number => stage.server.requestsOf(path).length;

export const READ_SCENARIOS: readonly Scenario[] = [
  {
    does: 'answers with headers a byte at a time, without end',
    must: 'give up in time, three times, as a time-out',
    options: { profile: QUICK },
    async run(stage) {
      stage.server.on('GET', BOOK, (_, reply) => {
        reply.raw('HTTP/1.1 200 OK\r\nX-Slow: ');
        const timer = setInterval(() => (reply.isGone() ? clearInterval(timer) : reply.raw('a')), 20);
      });
      await refused(stage.venue.fetchBook(m101), { name: 'TransportError', fault: 'timeout' });
      expect(asked(stage, BOOK)).toBe(3);
    },
  },
  {
    does: 'answers with a body a byte at a time, without end',
    must: 'give up in time, three times, as a time-out',
    options: { profile: QUICK },
    async run(stage) {
      stage.server.on('GET', BOOK, (_, reply) => {
        reply.raw('HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n[');
        const timer = setInterval(() => (reply.isGone() ? clearInterval(timer) : reply.raw(' ')), 20);
      });
      await refused(stage.venue.fetchBook(m101), { name: 'TransportError', fault: 'timeout' });
      expect(asked(stage, BOOK)).toBe(3);
    },
  },
  {
    does: 'cuts a body short of its announced length',
    must: 'never use the part that came, ask again and then say that it was lost',
    async run(stage) {
      stage.server.on('GET', BALANCES, (_, reply) => {
        reply.raw('HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n[]');
        reply.drop();
      });
      await refused(stage.venue.listBalances(), { name: 'TransportError', fault: 'lost' });
      expect(asked(stage, BALANCES)).toBe(3);
    },
  },
  {
    does: 'cuts the JSON short but says that it is whole',
    must: 'refuse it as no JSON, once: the same answer would come again',
    async run(stage) {
      stage.server.on('GET', BALANCES, (_, reply) => reply.text(200, '[{"currency":"usdc","balance_safe":"1'));
      await refused(stage.venue.listBalances(), { name: 'WireError', path: 'balances' });
      expect(asked(stage, BALANCES)).toBe(1);
    },
  },
  {
    does: 'answers with something that is no HTTP',
    must: 'say that the connection was lost',
    async run(stage) {
      stage.server.on('GET', BALANCES, (_, reply) => reply.raw('SSH-2.0-OpenSSH_9.9\r\n'));
      await refused(stage.venue.listBalances(), { name: 'TransportError', fault: 'lost' });
    },
  },
  {
    does: 'answers with two lengths that contradict each other',
    must: 'refuse the answer',
    async run(stage) {
      stage.server.on('GET', BALANCES, (_, reply) =>
        reply.raw('HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 4\r\n\r\n[]  '),
      );
      await refused(stage.venue.listBalances(), { name: 'TransportError' });
    },
  },
  {
    does: 'answers with a body larger than any list',
    must: 'stop reading and say so, once',
    async run(stage) {
      stage.server.on('GET', BOOK, (_, reply) => reply.text(200, `"${'x'.repeat(2 * 1024 * 1024)}"`));
      await refused(stage.venue.fetchBook(m101), { fault: 'tooLarge' });
      expect(asked(stage, BOOK)).toBe(1);
    },
  },
  {
    does: 'answers with compressed bytes that nobody asked for',
    must: 'refuse them as no JSON',
    async run(stage) {
      stage.server.on('GET', BOOK, (_, reply) => reply.text(200, '\u001f\u008b\b\0', { 'content-encoding': 'gzip' }));
      await refused(stage.venue.fetchBook(m101), { name: 'WireError' });
    },
  },
  {
    does: 'answers with a page of HTML and status 200',
    must: 'refuse it as no JSON and name the content type',
    async run(stage) {
      stage.server.on('GET', BALANCES, (_, reply) => reply.text(200, '<html>', { 'content-type': 'text/html' }));
      await refused(stage.venue.listBalances(), { name: 'WireError' });
      expect(stage.venue.health().schemaDrift).toMatchObject([
        { note: { code: 'content-type', parameters: { contentType: 'text/html' } } },
      ]);
    },
  },
  {
    does: 'answers with JSON that calls itself plain text',
    must: 'read it, and show the content type as schema drift',
    async run(stage) {
      stage.server.on('GET', BALANCES, (_, reply) =>
        reply.text(200, JSON.stringify([balance]), { 'content-type': 'text/plain' }),
      );
      expect(await stage.venue.listBalances()).toMatchObject([{ total: 100_000_000n }]);
      expect(stage.venue.health().schemaDrift).toMatchObject([{ note: { code: 'content-type' } }]);
    },
  },
  ...[301, 302, 303, 307, 308].map(
    (status): Scenario => ({
      does: `redirects a signed read with ${status}`,
      must: 'never follow it, and never repeat it',
      async run(stage) {
        const location = `${stage.server.baseUrl}/stolen`;
        stage.server.on('GET', BALANCES, (_, reply) => reply.text(status, '', { location }));
        await refused(stage.venue.listBalances(), { fault: 'redirect' });
        expect(asked(stage, BALANCES)).toBe(1);
        expect(asked(stage, '/stolen')).toBe(0);
      },
    }),
  ),
  {
    does: 'storms with 500, 502, 503 and 504',
    must: 'ask three times with pauses that grow, then give the status',
    async run(stage) {
      const atMs: number[] = [];
      stage.server.on('GET', BOOK, (_, reply, count) => {
        atMs.push(Date.now());
        reply.text([500, 502, 503, 504][count % 4]!, '<html>');
      });
      await refused(stage.venue.fetchBook(m101), { name: 'ExchangeError', status: 504 });
      expect(asked(stage, BOOK)).toBe(3);
      expect(atMs[2]! - atMs[1]!).toBeGreaterThanOrEqual(18);
    },
  },
  {
    does: 'refuses with 422',
    must: 'never ask again: the same body fails every time',
    async run(stage) {
      stage.server.on('GET', ORDERS, (_, reply) => reply.json(422, { errors: ['market.order.invalid_state'] }));
      await refused(stage.venue.listOrders('wait'), { status: 422, codes: ['market.order.invalid_state'] });
      expect(asked(stage, ORDERS)).toBe(1);
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
      must: 'not ask at once, and say until when',
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
          expect(asked(stage, BOOK)).toBe(1);
          const budget = stage.venue.health().budgets.find((entry) => entry.name === 'public reads');
          expect(budget?.blockedUntilMs).toBeLessThanOrEqual(Date.now() + 86_400_000);
        }
      },
    }),
  ),
  {
    does: 'answers concurrent reads in the reverse order',
    must: 'give each read its own answer',
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
    does: 'answers every page of a list with the same page, for ever',
    must: 'stop, and count nothing twice',
    async run(stage) {
      stage.server.on('GET', MARKETS, (_, reply) => reply.json(200, [market], { Total: '1000000', 'Per-Page': '1' }));
      expect(await stage.venue.listMarkets()).toHaveLength(1);
      expect(asked(stage, MARKETS)).toBeLessThan(6);
    },
  },
  {
    does: 'lists a market at price 0 and one at price 1',
    must: 'show both, without a price',
    async run(stage) {
      const settled = (id: string, price: string) => ({
        ...market,
        market_id: id,
        yes_price: price,
        last_price: price,
      });
      stage.server.on('GET', MARKETS, (_, reply) => reply.json(200, [settled('a', '0'), settled('b', '1.00')]));
      expect(await stage.venue.listMarkets()).toMatchObject([{ yesPrice: null }, { yesPrice: null }]);
    },
  },
  {
    does: 'lists one order that can not be read among good ones',
    must: 'keep the good ones, tell the bad one apart, and say it once in Health with its id and place',
    async run(stage) {
      const good = { ...wireOrder, id: 2 };
      stage.server.on('GET', ORDERS, (_, reply) => reply.json(200, [{ ...wireOrder, id: 1, price: '0' }, good]));
      for (let pass = 0; pass < 2; pass += 1) {
        const { orders, unreadable } = await stage.venue.listOrders('wait');
        expect(orders.map((order) => order.id)).toEqual(['2']);
        expect(unreadable).toMatchObject([{ id: '1', why: expect.stringContaining('orders[0].price (order 1)') }]);
      }
      const reported = stage.venue.health().errors.filter(({ source }) => source.code === 'orders');
      expect(reported).toMatchObject([
        { error: { code: 'unreadable', parameters: { path: 'orders[0].price (order 1)' } } },
      ]);
    },
  },
  {
    does: 'moves its clock by an hour and refuses the nonce once',
    must: 'measure anew, sign the same read once more and get it',
    async run(stage) {
      await stage.venue.measureClock();
      const hour = 3_600_000;
      stage.server.on('GET', TIMESTAMP, (_, reply) => reply.text(200, String(Date.now() + hour)));
      stage.server.on('GET', BALANCES, (heard, reply) => {
        const nonce = BigInt(String(heard.headers['x-auth-nonce']));
        const off = nonce - BigInt(Date.now() + hour);
        if (off > 5_000n || off < -5_000n) reply.json(401, { errors: ['authz.nonce_expired'] });
        else reply.json(200, [balance]);
      });
      expect(await stage.venue.listBalances()).toHaveLength(1);
      expect(stage.server.requestsOf(BALANCES).map(isSignedRight)).toEqual([true, true]);
      expect(stage.venue.health().clock?.offsetMs).toBeGreaterThan(hour - 5_000);
    },
  },
  {
    does: 'moves its clock back and forth while it is being measured',
    must: 'believe the sample with the least round trip, and never let a nonce fall',
    async run(stage) {
      stage.server.on('GET', TIMESTAMP, (_, reply, count) =>
        reply.text(200, String(Date.now() + (count % 2 === 0 ? 1_000 : -1_000))),
      );
      for (let count = 0; count < 5; count += 1) {
        await stage.venue.listBalances();
        await stage.venue.measureClock();
      }
      const nonces = stage.server.requestsOf(BALANCES).map((heard) => BigInt(String(heard.headers['x-auth-nonce'])));
      expect(nonces.every((nonce, index) => index === 0 || nonce > nonces[index - 1]!)).toBe(true);
    },
  },
  {
    does: 'answers the time with words',
    must: 'go on by this machine’s clock and say that it could not measure',
    async run(stage) {
      stage.server.on('GET', TIMESTAMP, (_, reply) => reply.text(200, '"half past nine"'));
      await refused(stage.venue.measureClock(), { name: 'WireError', path: 'timestamp' });
      expect(await stage.venue.listBalances()).toHaveLength(1);
      expect(Math.abs(stage.venue.exchangeTimeMs() - Date.now())).toBeLessThan(1_000);
    },
  },
  {
    does: 'sends cookies, and a name that pollutes every object',
    must: 'keep none of it',
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
    must: 'ask three times and say that it was lost',
    async run(stage) {
      stage.server.on('GET', BOOK, (_, reply) => reply.drop());
      await refused(stage.venue.fetchBook(m101), { fault: 'lost' });
      await until(() => expect(asked(stage, BOOK)).toBe(3));
    },
  },
];
