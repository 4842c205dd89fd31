import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Venue } from '#main/venue/venue.ts';
import { parseMarketId, parseOrderId } from '#shared/units/ids.ts';
import { API_SECRET, CALM, CREDENTIALS, isSignedRight, lastErrorText, openClient, QUICK, wireOrder } from './client.ts';
import { openScripted, type Scripted } from './scripted.ts';
import { until } from './until.ts';

const market = parseMarketId('101');
const MARKETS = '/api/v2/pythia/public/markets';
const BOOK = `${MARKETS}/101/order-book`;
const BALANCES = '/api/v2/atlas/account/balances';
const ORDERS = '/api/v2/pythia/orders';

let server: Scripted;
let venue: Venue;

beforeEach(async () => {
  server = await openScripted();
  venue = openClient(server);
});

afterEach(async () => {
  await venue.close();
  await server.close();
});

describe('public reads', () => {
  it('retries after a 5xx and after a lost connection, three attempts at most', async () => {
    server.on('GET', BOOK, (_, reply, count) => {
      if (count === 1) reply.text(503, 'busy');
      else if (count === 2) reply.drop();
      else reply.json(200, { yes_bids: [{ price: '0.5', side: 'yes', volume: '1' }], sequence: 4 });
    });
    expect(await venue.fetchBook(market)).toMatchObject({ sequence: 4, bids: [{ price: 500_000 }] });
    server.on('GET', BOOK, (_, reply) => reply.text(503, 'busy'));
    await expect(venue.fetchBook(market)).rejects.toMatchObject({ name: 'ExchangeError', status: 503 });
    expect(server.requestsOf(BOOK)).toHaveLength(6);
  });

  it('never retries a 4xx, and throws its codes', async () => {
    server.on('GET', BOOK, (_, reply) => reply.json(422, { errors: ['market.market.doesnt_exist_or_not_enabled'] }));
    await expect(venue.fetchBook(market)).rejects.toMatchObject({
      status: 422,
      codes: ['market.market.doesnt_exist_or_not_enabled'],
    });
    expect(server.requestsOf(BOOK)).toHaveLength(1);
  });

  it('waits after a 429, and throws the end of the block when it is too far', async () => {
    server.on('GET', BOOK, (_, reply) => reply.text(429, '', { 'retry-after': '30' }));
    const startedAtMs = Date.now();
    await expect(venue.fetchBook(market)).rejects.toMatchObject({ name: 'RateLimitError' });
    expect(server.requestsOf(BOOK)).toHaveLength(1);
    const reads = venue.health().budgets.find((budget) => budget.name === 'public reads');
    expect(reads?.blockedUntilMs).toBeGreaterThanOrEqual(startedAtMs + 30_000);
    await expect(venue.fetchTicker(market)).rejects.toMatchObject({ name: 'RateLimitError' });
    expect(server.requestsOf(`${MARKETS}/101/ticker`)).toHaveLength(0);
  });

  it('throws for a server that never responds, and for one that is not there', async () => {
    server.on('GET', BOOK, () => undefined);
    const quickVenue = openClient(server, { profile: QUICK });
    await expect(quickVenue.fetchBook(market)).rejects.toMatchObject({ name: 'TransportError', fault: 'timeout' });
    await quickVenue.close();
    await server.close();
    await expect(venue.fetchBook(market)).rejects.toMatchObject({ name: 'TransportError', fault: 'connect' });
  });

  it('never follows a redirect', async () => {
    server.on('GET', BOOK, (_, reply) => reply.text(302, '', { location: `${server.baseUrl}/elsewhere` }));
    server.on('GET', '/elsewhere', (_, reply) => reply.json(200, {}));
    await expect(venue.fetchBook(market)).rejects.toMatchObject({ fault: 'redirect' });
    expect(server.requestsOf('/elsewhere')).toHaveLength(0);
  });

  it('refuses a response that is too large and one that is not JSON', async () => {
    server.on('GET', BOOK, (_, reply) => reply.text(200, `"${'x'.repeat(2 * 1024 * 1024)}"`));
    await expect(venue.fetchBook(market)).rejects.toMatchObject({ fault: 'tooLarge' });
    server.on('GET', BOOK, (_, reply) => reply.text(200, '<html>'));
    await expect(venue.fetchBook(market)).rejects.toMatchObject({ name: 'WireError', path: 'order-book' });
  });

  it('shares concurrent identical reads, but not of books, which must be fresh', async () => {
    server.on('GET', `${MARKETS}/101/ticker`, (_, reply) => reply.json(200, { last: '0.5' }));
    server.on('GET', BOOK, (_, reply) => reply.json(200, { sequence: 1 }));
    await Promise.all([venue.fetchTicker(market), venue.fetchTicker(market)]);
    expect(server.requestsOf(`${MARKETS}/101/ticker`)).toHaveLength(1);
    await Promise.all([venue.fetchBook(market), venue.fetchBook(market)]);
    expect(server.requestsOf(BOOK)).toHaveLength(2);
  });

  it('requests candles by the minutes of the period', async () => {
    server.on('GET', `${MARKETS}/101/k-line`, (_, reply) =>
      reply.json(200, [[1767225600, '0.5', '0.5', '0.5', '0.5', '1']]),
    );
    expect(await venue.listCandles(market, '1h', 300)).toHaveLength(1);
    expect(server.requests.at(-1)?.target).toBe(`${MARKETS}/101/k-line?period=60&limit=300`);
  });

  it('lists markets page by page and reports unreadable ones in Health', async () => {
    const all = Array.from({ length: 150 }, (_, index) => ({
      market_id: `m${index}`,
      ...(index === 7 ? { close_at: 1e18 } : {}),
    }));
    server.on('GET', MARKETS, (request, reply) => {
      const page = /page=(\d)/.exec(request.target)?.[1] === '1' ? all.slice(0, 100) : all.slice(100);
      reply.json(200, page, { Total: '150', 'Per-Page': '100' });
    });
    expect((await venue.listMarkets()).items).toHaveLength(149);
    expect(lastErrorText(venue)).toContain('markets[7].close_at');
  });

  it('continues to the next page after an unreadable item', async () => {
    server.on('GET', MARKETS, (request, reply) => {
      const isFirst = request.target.includes('page=1&');
      reply.json(200, isFirst ? [{ market_id: 'a' }, { market_id: 'b', close_at: 1e18 }] : [{ market_id: 'c' }], {
        'Per-Page': '2',
      });
    });
    expect((await venue.listMarkets()).items.map((item) => item.id)).toEqual(['a', 'c']);
  });

  it('bounds an endless list and reports it in Health once, until the list is complete again', async () => {
    const profile = { ...CALM, marketListing: { ...CALM.marketListing, maxPages: 3 } };
    const bounded = openClient(server, { profile });
    let isEndless = true;
    server.on('GET', MARKETS, (_, reply, count) => reply.json(200, isEndless ? [{ market_id: `m${count}` }] : []));
    expect(await bounded.listMarkets()).toMatchObject({ items: { length: 3 }, partial: { bound: 'pages', limit: 3 } });
    await bounded.listMarkets();
    expect(bounded.health().errors.map(({ error }) => error.code)).toEqual(['partialList']);
    isEndless = false;
    expect(await bounded.listMarkets()).toMatchObject({ items: [], partial: null });
    isEndless = true;
    await bounded.listMarkets();
    expect(bounded.health().errors).toHaveLength(2);
    await bounded.close();
  });

  it('counts the markets by the page headers', async () => {
    server.on('GET', MARKETS, (_, reply) => reply.json(200, [{ market_id: 'a' }], { Total: '7', 'Per-Page': '1' }));
    expect(await venue.countMarkets()).toBe(7);
    expect(server.requests.at(-1)?.target).toBe(`${MARKETS}?page=1&limit=1`);
  });

  it('merges repeated items on a server that ignores pages', async () => {
    server.on('GET', MARKETS, (_, reply) => reply.json(200, [{ market_id: 'a' }, { market_id: 'b' }]));
    expect((await venue.listMarkets()).items.map((item) => item.id)).toEqual(['a', 'b']);
    expect(server.requestsOf(MARKETS)).toHaveLength(2);
  });

  it('reports schema drift: off-tick prices, refusals without a code, repeated pages', async () => {
    server.on('GET', BOOK, (_, reply) =>
      reply.json(200, { yes_bids: [{ price: '0.505', side: 'yes', volume: '1' }], sequence: 1 }),
    );
    await venue.fetchBook(market);
    server.on('GET', BOOK, (_, reply) => reply.text(422, 'no'));
    await expect(venue.fetchBook(market)).rejects.toThrow();
    server.on('GET', MARKETS, (_, reply) => reply.json(200, [{ market_id: 'a' }], { Total: '9', 'Per-Page': '1' }));
    await venue.listMarkets();
    expect(venue.health().schemaDrift.map(({ note }) => note.code)).toEqual(['tick', 'error-body', 'paging']);
  });

  it('reports a book whose NO side contradicts its YES side as schema drift', async () => {
    server.on('GET', BOOK, (_, reply) =>
      reply.json(200, {
        yes_bids: [{ price: '0.5', side: 'yes', volume: '1' }],
        no_asks: [{ price: '0.5', side: 'no', volume: '2' }],
        sequence: 1,
      }),
    );
    await venue.fetchBook(market);
    expect(venue.health().schemaDrift).toMatchObject([{ note: { code: 'book-mirrors' } }]);
  });
});

describe('signed reads', () => {
  it('refuses without credentials and sends nothing', async () => {
    await expect(venue.listBalances()).rejects.toMatchObject({ name: 'LockedError' });
    expect(server.requestsOf(BALANCES)).toHaveLength(0);
  });

  it('signs the exact target with its query, with nonces that rise strictly', async () => {
    venue.setCredentials(CREDENTIALS);
    server.on('GET', ORDERS, (_, reply) => reply.json(200, []));
    await Promise.all([venue.listOrders('wait'), venue.listOrders('wait'), venue.listOrders('done')]);
    const requests = server.requestsOf(ORDERS);
    expect(requests).toHaveLength(2);
    expect(requests[0]?.target).toBe(`${ORDERS}?state=wait&page=1&limit=100`);
    expect(requests.every(isSignedRight)).toBe(true);
    const nonces = requests.map((request) => BigInt(String(request.headers['x-auth-nonce'])));
    expect(new Set(nonces).size).toBe(2);
  });

  it.each([1_000, 3_000])('reads no more of %s closed orders than are needed', async (count) => {
    const FIRST_MS = Date.UTC(2026, 0, 1);
    venue.setCredentials(CREDENTIALS);
    server.on('GET', ORDERS, ({ target }, reply) => {
      const page = Number(new URL(target, 'http://x').searchParams.get('page'));
      const rows = Array.from({ length: 100 }, (_, at) => {
        const number = count - (page - 1) * 100 - at;
        const created = new Date(FIRST_MS + number * 60_000).toISOString();
        return { ...wireOrder, id: number, state: 'done', created_at: created };
      });
      reply.json(200, rows, { Page: `${page}`, 'Per-Page': '100', Total: `${count}` });
    });
    const since = { createdAtMs: FIRST_MS + (count - 250) * 60_000, rows: 120 };
    const { orders, partial } = await venue.listOrders('done', since);
    expect(partial).toBeNull();
    expect(orders).toHaveLength(300);
    expect(server.requestsOf(ORDERS)).toHaveLength(3);
  });

  it('measures the clock from the sample with the least round trip before the first signed request', async () => {
    const aheadMs = 42_000;
    server.on('GET', '/api/v2/atlas/public/timestamp', (_, reply) => reply.text(200, String(Date.now() + aheadMs)));
    server.on('GET', BALANCES, (_, reply) => reply.json(200, []));
    venue.setCredentials(CREDENTIALS);
    const beganMs = Date.now();
    await venue.listBalances();
    const { offsetMs, roundTripMs } = venue.health().clock ?? { offsetMs: 0, roundTripMs: 0 };
    // What a measured clock can be wrong by is its round trip, and the millisecond that each reading is rounded by.
    expect(Math.abs(offsetMs - aheadMs)).toBeLessThanOrEqual(roundTripMs + 2);
    const nonce = BigInt(String(server.requestsOf(BALANCES)[0]?.headers['x-auth-nonce']));
    expect(nonce).toBeGreaterThanOrEqual(BigInt(Math.floor(beganMs + offsetMs) - 1));
  });

  it('measures the clock after a nonce refusal and signs again', async () => {
    venue.setCredentials(CREDENTIALS);
    server.on('GET', BALANCES, (_, reply, count) =>
      count === 1
        ? reply.json(401, { errors: ['authz.nonce_expired'] })
        : reply.json(200, { currency: 'usdc', balance_safe: '1', locked_safe: '0' }),
    );
    expect((await venue.listBalances()).items).toMatchObject([{ total: 1_000_000n }]);
    const [first, second] = server.requestsOf(BALANCES);
    expect(second?.headers['x-auth-nonce']).not.toBe(first?.headers['x-auth-nonce']);
    expect(server.requestsOf('/api/v2/atlas/public/timestamp')).toHaveLength(6);
  });

  it('stops after a second nonce refusal', async () => {
    venue.setCredentials(CREDENTIALS);
    server.on('GET', BALANCES, (_, reply) => reply.json(401, { errors: ['authz.nonce_expired'] }));
    await expect(venue.listBalances()).rejects.toMatchObject({ codes: ['authz.nonce_expired'] });
    expect(server.requestsOf(BALANCES)).toHaveLength(2);
  });

  it('returns null for an order only after a 404 with a code', async () => {
    venue.setCredentials(CREDENTIALS);
    expect(await venue.fetchOrder(parseOrderId('7'))).toBeNull();
    server.on('GET', `${ORDERS}/8`, (_, reply) => reply.text(404, 'no such page'));
    await expect(venue.fetchOrder(parseOrderId('8'))).rejects.toMatchObject({ status: 404 });
    server.on('GET', `${ORDERS}/9`, (_, reply) => reply.json(200, { ...wireOrder, id: 9, state: 'frozen' }));
    expect(await venue.fetchOrder(parseOrderId('9'))).toMatchObject({ state: { unknown: 'frozen' } });
    server.on('GET', `${ORDERS}/10`, (_, reply) => reply.json(200, { ...wireOrder, id: 10, price: null }));
    expect(await venue.fetchOrder(parseOrderId('10'))).toMatchObject({
      id: '10',
      problem: { path: 'order.price (order 10)' },
    });
    expect(venue.health().schemaDrift.map(({ note }) => note.code)).toContain('order-states');
  });

  it('shows no secret and no signature in health', async () => {
    venue.setCredentials(CREDENTIALS);
    server.on('GET', BALANCES, (_, reply) => reply.json(401, { errors: ['authz.invalid_signature'] }));
    await expect(venue.listBalances()).rejects.toThrow();
    await venue.postOrder({ intent: (await import('./client.ts')).intent, signed: null });
    const text = JSON.stringify(venue.health(), (_, value) => (typeof value === 'bigint' ? String(value) : value));
    expect(text).not.toContain(API_SECRET);
    for (const request of server.requests) {
      const signature = request.headers['x-auth-signature'];
      if (typeof signature === 'string') expect(text).not.toContain(signature);
    }
  });
});

describe('closing', () => {
  it('rejects a read that waits for its next attempt', async () => {
    const patient = openClient(server, { profile: { ...CALM, backoff: { baseMs: 60_000, capMs: 60_000 } } });
    server.on('GET', BOOK, (_, reply) => reply.text(503, ''));
    const read = patient.fetchBook(market);
    const refused = expect(read).rejects.toMatchObject({ fault: 'closed' });
    await until(() => expect(server.requestsOf(BOOK)).toHaveLength(1));
    await new Promise((resolve) => setImmediate(resolve));
    await patient.close();
    await refused;
  });
});

describe('the wallet of an account', () => {
  const WALLET = '/api/v2/atlas/account/wallet';
  const read = async (status: number, body: unknown): Promise<unknown> => {
    server.on('GET', WALLET, (_, reply) => (body === null ? reply.text(status, '') : reply.json(status, body)));
    return venue.fetchWallet();
  };
  beforeEach(() => venue.setCredentials(CREDENTIALS));

  it('is none where the exchange refuses to name it, for a reason that is not the request’s', async () => {
    const refused = (status: number, codes: readonly string[]) => ({
      noWallet: { code: 'refused', parameters: { status, codes } },
    });
    const code = ['account.custody.no_wallet'];
    expect(await read(422, { errors: code })).toEqual(refused(422, code));
    expect(await read(404, { errors: ['record.not_found'] })).toEqual(refused(404, ['record.not_found']));
    expect(await read(404, null)).toEqual(refused(404, []));
    expect(await read(200, null)).toEqual({ noWallet: { code: 'empty', parameters: {} } });
    expect(await read(200, { signature_type: 0 })).toMatchObject({ noWallet: { code: 'signatureType' } });
  });

  it('is not known where the exchange refuses the request itself', async () => {
    for (const [status, code] of [
      [401, 'authz.invalid_signature'],
      [403, 'authz.invalid_permission'],
      [422, 'authz.invalid_api_key_headers'],
      [403, 'account.custody.no_wallet'],
    ] as const) {
      await expect(read(status, { errors: [code] })).rejects.toMatchObject({ status, codes: [code] });
    }
  });
});
