import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Venue, VenueOptions } from '#main/venue/venue.ts';
import { parseMarketId } from '#shared/units/ids.ts';
import { CREDENTIALS, openClient, placement, wireOrder } from './client.ts';
import { BALANCES, BOOK, type Hostile, MARKETS, openHostile, PLACE, TICKER, TIMESTAMP } from './hostile/server.ts';
import { STEADY } from './hostile/stage.ts';
import type { Reply } from './scripted.ts';
import { until } from './until.ts';

const m101 = parseMarketId('101');

let server: Hostile;
let venues: Venue[];

const open = (options: Partial<VenueOptions> = {}): Venue => {
  const venue = openClient(server, { profile: STEADY, ...options });
  venue.setCredentials(CREDENTIALS);
  venues.push(venue);
  return venue;
};
const countRequests = (path: string): number => server.requestsOf(path).length;

beforeEach(async () => {
  server = await openHostile();
  venues = [];
});

afterEach(async () => {
  await Promise.all(venues.map((venue) => venue.close()));
  await server.close();
});

describe('Cache-Control', () => {
  const served = (value: string): void =>
    server.on('GET', TICKER, (_, reply, count) =>
      reply.json(200, { last: `0.${count}` }, value === '' ? {} : { 'cache-control': value }),
    );

  it('caches a public read for its max-age', async () => {
    let steadyMs = 0;
    const venue = open({ steadyMs: () => steadyMs });
    served('public, max-age=2');
    expect((await venue.fetchTicker(m101)).last).toBe(100_000);
    steadyMs = 1_999;
    expect((await venue.fetchTicker(m101)).last).toBe(100_000);
    expect(countRequests(TICKER)).toBe(1);
    steadyMs = 2_000;
    expect((await venue.fetchTicker(m101)).last).toBe(200_000);
  });

  it('caches no response with no-store or without a max-age, and no refusal', async () => {
    const venue = open({ steadyMs: () => 0 });
    for (const value of ['no-store', '', 'max-age=0']) {
      served(value);
      const before = countRequests(TICKER);
      await venue.fetchTicker(m101);
      await venue.fetchTicker(m101);
      expect(countRequests(TICKER) - before, value).toBe(2);
    }
    server.on('GET', TICKER, (_, reply) => reply.json(422, { errors: ['a.b'] }, { 'cache-control': 'max-age=60' }));
    await expect(venue.fetchTicker(m101)).rejects.toThrow();
    await expect(venue.fetchTicker(m101)).rejects.toThrow();
    expect(countRequests(TICKER)).toBe(8);
  });

  it('never serves books, the time or private reads from the cache', async () => {
    const venue = open({ steadyMs: () => 0 });
    const kept = { 'cache-control': 'max-age=60' };
    server.on('GET', BOOK, (_, reply) => reply.json(200, server.book.rest(), kept));
    server.on('GET', BALANCES, (_, reply) => reply.json(200, [], kept));
    server.on('GET', TIMESTAMP, (_, reply) => reply.text(200, String(Date.now()), kept));
    expect((await venue.fetchBook(m101)).maxAgeMs).toBe(60_000);
    await venue.fetchBook(m101);
    await venue.listBalances();
    await venue.listBalances();
    expect([countRequests(BOOK), countRequests(BALANCES), countRequests(TIMESTAMP)]).toEqual([2, 2, 3]);
  });
});

describe('identical reads at the same time', () => {
  it('share one request and its refusal, public and private', async () => {
    const venue = open();
    await Promise.all([venue.fetchTicker(m101), venue.fetchTicker(m101), venue.listBalances(), venue.listBalances()]);
    expect([countRequests(TICKER), countRequests(BALANCES)]).toEqual([1, 1]);
    server.on('GET', MARKETS, (_, reply) => reply.json(422, { errors: ['a.b'] }));
    const both = await Promise.allSettled([venue.listMarkets(), venue.listMarkets()]);
    expect(both.map((result) => result.status)).toEqual(['rejected', 'rejected']);
    expect(countRequests(MARKETS)).toBe(1);
  });

  it('do not share a request across an order', async () => {
    const venue = open();
    await venue.measureClock();
    const replies: Reply[] = [];
    server.on('GET', BALANCES, (_, reply) => void replies.push(reply));
    const before = venue.listBalances();
    await venue.postOrder(placement);
    const after = venue.listBalances();
    await until(() => expect(replies).toHaveLength(2));
    replies[0]!.json(200, []);
    replies[1]!.json(200, [{ currency: 'usdc', balance_safe: '1', locked_safe: '0' }]);
    expect([(await before).items.length, (await after).items.length]).toEqual([0, 1]);
  });

  it('do not share a request across a private event', async () => {
    const venue = open();
    const events: string[] = [];
    venue.onPrivate((event) => events.push(event.kind));
    venue.openPrivate();
    await until(() => expect(events).toEqual(['open']));
    const replies: Reply[] = [];
    server.on('GET', BALANCES, (_, reply) => void replies.push(reply));
    const before = venue.listBalances();
    await until(() => expect(replies).toHaveLength(1));
    server.openConnections()[0]!.send({ order: wireOrder });
    await until(() => expect(events).toEqual(['open', 'order']));
    const after = venue.listBalances();
    await until(() => expect(replies).toHaveLength(2));
    for (const reply of replies) reply.json(200, []);
    await Promise.all([before, after]);
  });
});

describe('budgets over a restart', () => {
  it('keep used requests and blocks, and refuse without a request', async () => {
    const first = open();
    await first.measureClock();
    const outcomes = await Promise.all(Array.from({ length: 120 }, () => first.postOrder(placement)));
    expect(outcomes.every((outcome) => outcome.kind === 'accepted')).toBe(true);
    const stored: unknown = JSON.parse(JSON.stringify(first.budgetMemory()));
    const second = open({ budgetMemory: stored });
    const startedAtMs = Date.now();
    const refused = await second.postOrder(placement);
    expect(refused).toMatchObject({ kind: 'rejected', codes: ['rate_limited'], retryAtMs: expect.any(Number) });
    expect(refused.kind === 'rejected' && refused.retryAtMs).toBeGreaterThan(startedAtMs);
    expect(countRequests(PLACE)).toBe(120);
  });

  it('are separate per member, and contain no key', async () => {
    const first = open();
    server.on('POST', PLACE, (_, reply) => reply.text(429, ''));
    await first.postOrder(placement);
    const text = JSON.stringify(first.budgetMemory());
    expect(text).not.toContain(CREDENTIALS.apiKey);
    const second = open({ budgetMemory: JSON.parse(text) });
    second.setCredentials({ ...CREDENTIALS, apiKey: 'key-2' });
    server.on('POST', PLACE, (_, reply) => reply.json(201, wireOrder));
    expect(await second.postOrder(placement)).toMatchObject({ kind: 'accepted' });
  });

  it('report every change, and none for reads', async () => {
    const venue = open();
    let changes = 0;
    venue.onBudgets(() => {
      changes += 1;
    });
    await venue.fetchTicker(m101);
    await venue.listBalances();
    expect(changes).toBe(0);
    await venue.postOrder(placement);
    expect(changes).toBe(1);
  });

  it('count the second attempt of an order, and skip it when the budget is used up', async () => {
    const venue = open();
    await venue.measureClock();
    server.on('POST', PLACE, (_, reply) => reply.json(201, wireOrder));
    await Promise.all(Array.from({ length: 119 }, () => venue.postOrder(placement)));
    server.on('POST', PLACE, (_, reply) => reply.json(401, { errors: ['authz.nonce_expired'] }));
    expect(await venue.postOrder(placement)).toMatchObject({ kind: 'rejected', codes: ['authz.nonce_expired'] });
    expect(countRequests(PLACE)).toBe(120);
  });
});

describe('this machine’s clock', () => {
  it('is measured again before the next signature after it was set back by an hour', async () => {
    let shiftMs = 0;
    const venue = open({ now: () => Date.now() + shiftMs });
    server.on('GET', BALANCES, (request, reply) => {
      const off = BigInt(String(request.headers['x-auth-nonce'])) - BigInt(Date.now());
      if (off > 5_000n || off < -5_000n) reply.json(401, { errors: ['authz.nonce_expired'] });
      else reply.json(200, []);
    });
    await venue.listBalances();
    for (const shift of [-3_600_000, 7_200_000]) {
      shiftMs = shift;
      await venue.listBalances();
      expect(Math.abs(venue.exchangeTimeMs() - Date.now())).toBeLessThan(1_000);
    }
    expect(countRequests(BALANCES)).toBe(3);
  });
});
