import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Venue } from '#main/venue/venue.ts';
import { type Address, parseHex32, parseOrderId } from '#shared/units/ids.ts';
import { CALM, CREDENTIALS, isSignedRight, openClient, placement, wireOrder } from './client.ts';
import { openScripted, type Reply, type Scripted } from './scripted.ts';

const PLACE = '/api/v2/atlas/account/orders';
const CANCEL = '/api/v2/pythia/orders/305/cancel';
const RELAY = '/api/v2/atlas/account/wallet/relay';
const address = `0x${'1'.repeat(40)}` as Address;

let server: Scripted;
let venue: Venue;

beforeEach(async () => {
  server = await openScripted();
  venue = openClient(server);
  venue.setCredentials(CREDENTIALS);
});

afterEach(async () => {
  await venue.close();
  await server.close();
});

describe('placing an order', () => {
  it('sends the signed bytes once and parses the order', async () => {
    server.on('POST', PLACE, (_, reply) => reply.json(201, wireOrder));
    expect(await venue.postOrder(placement)).toMatchObject({ kind: 'accepted', order: { id: '305', state: 'wait' } });
    const [request, ...more] = server.requestsOf(PLACE);
    expect(more).toEqual([]);
    expect(isSignedRight(request!)).toBe(true);
    expect(JSON.parse(request!.body)).toMatchObject({ market: '101', price: '0.50', volume: '10' });
  });

  it('reports a lock above the expected one as schema drift', async () => {
    server.on('POST', PLACE, (_, reply) => reply.json(201, { ...wireOrder, locked: '5.06' }));
    expect(await venue.postOrder(placement)).toMatchObject({ kind: 'accepted' });
    expect(venue.health().schemaDrift).toMatchObject([{ note: { code: 'fee-reserve' } }]);
  });

  const definite: [string, (reply: Reply) => void, string[]][] = [
    [
      'a 422 with a code',
      (reply) => reply.json(422, { errors: ['market.account.insufficient_balance'] }),
      ['market.account.insufficient_balance'],
    ],
    [
      'a 400 with a bare code',
      (reply) => reply.json(400, { error: 'market.order.invalid_price' }),
      ['market.order.invalid_price'],
    ],
    [
      'a 401 for the key',
      (reply) => reply.json(401, { errors: ['authz.invalid_signature'] }),
      ['authz.invalid_signature'],
    ],
  ];
  it.each(definite)('rejects the order after %s and never sends it again', async (_, answer, codes) => {
    server.on('POST', PLACE, (_, reply) => answer(reply));
    expect(await venue.postOrder(placement)).toEqual({ kind: 'rejected', codes, retryAtMs: null });
    expect(server.requestsOf(PLACE)).toHaveLength(1);
  });

  const indefinite: [string, (reply: Reply) => void][] = [
    ['a 500', (reply) => reply.json(500, { errors: ['server.internal_error'] })],
    ['a 502 without a code', (reply) => reply.text(502, '<html>')],
    ['a 404 without a code', (reply) => reply.text(404, 'nothing')],
    ['a 408', (reply) => reply.json(408, { errors: ['time.out'] })],
    ['a redirect', (reply) => reply.text(307, '', { location: '/elsewhere' })],
    ['a lost connection', (reply) => reply.drop()],
    ['an accepted order that can not be read', (reply) => reply.json(201, { id: 305 })],
    ['an acceptance that is cut short', (reply) => reply.text(201, '{"id":305,')],
  ];
  it.each(indefinite)('has an unknown outcome after %s and never sends again', async (_, answer) => {
    server.on('POST', PLACE, (_, reply) => answer(reply));
    expect(await venue.postOrder(placement)).toMatchObject({ kind: 'unknown' });
    expect(server.requestsOf(PLACE)).toHaveLength(1);
    expect(venue.health().errors.at(-1)?.source.code).toBe('placeOrder');
  });

  it('has an unknown outcome without a response and never sends again', async () => {
    const quickVenue = openClient(server, { profile: { ...CALM, http: { ...CALM.http, totalMs: 1_000 } } });
    quickVenue.setCredentials(CREDENTIALS);
    await quickVenue.measureClock();
    server.on('POST', PLACE, () => undefined);
    expect(await quickVenue.postOrder(placement)).toMatchObject({ kind: 'unknown' });
    expect(server.requestsOf(PLACE)).toHaveLength(1);
    expect(quickVenue.health().errors.at(-1)?.source.code).toBe('placeOrder');
    await quickVenue.close();
  });

  it('has an unknown outcome when the server is gone', async () => {
    await venue.measureClock();
    await server.close();
    expect(await venue.postOrder(placement)).toMatchObject({
      kind: 'unknown',
      cause: { code: 'unreachable', parameters: { fault: 'connect' } },
    });
  });

  it('sends the same body once more with a fresh nonce after a nonce refusal, and only then', async () => {
    server.on('POST', PLACE, (_, reply, count) =>
      count === 1 ? reply.json(401, { errors: ['authz.nonce_expired'] }) : reply.json(201, wireOrder),
    );
    expect(await venue.postOrder(placement)).toMatchObject({ kind: 'accepted' });
    const [first, second] = server.requestsOf(PLACE);
    expect(second!.body).toBe(first!.body);
    expect(second!.headers['x-auth-nonce']).not.toBe(first!.headers['x-auth-nonce']);
    expect(isSignedRight(second!)).toBe(true);
  });

  it('rejects the order after a second nonce refusal', async () => {
    server.on('POST', PLACE, (_, reply) => reply.json(401, { errors: ['authz.nonce_expired'] }));
    expect(await venue.postOrder(placement)).toMatchObject({ kind: 'rejected', codes: ['authz.nonce_expired'] });
    expect(server.requestsOf(PLACE)).toHaveLength(2);
  });

  it('has an unknown outcome when the connection is lost after a nonce refusal', async () => {
    server.on('POST', PLACE, (_, reply, count) =>
      count === 1 ? reply.json(401, { errors: ['authz.nonce_expired'] }) : reply.drop(),
    );
    expect(await venue.postOrder(placement)).toMatchObject({ kind: 'unknown' });
    expect(server.requestsOf(PLACE)).toHaveLength(2);
  });

  it('sends nothing after a 429 until the block ends, and returns that time', async () => {
    server.on('POST', PLACE, (_, reply) => reply.text(429, '', { 'retry-after': '90' }));
    const nowMs = Date.now();
    const refused = await venue.postOrder(placement);
    expect(refused).toMatchObject({ kind: 'rejected', codes: ['rate_limited'] });
    expect(refused.kind === 'rejected' && refused.retryAtMs).toBeGreaterThanOrEqual(nowMs + 90_000);
    expect(await venue.postOrder(placement)).toMatchObject({ kind: 'rejected', codes: ['rate_limited'] });
    expect(server.requestsOf(PLACE)).toHaveLength(1);
    expect(venue.health().budgets[0]).toMatchObject({ name: 'orders', blockedUntilMs: expect.any(Number) });
  });

  it('rejects the 121st order of a minute itself, and returns the time of the next attempt', async () => {
    server.on('POST', PLACE, (_, reply) => reply.json(201, wireOrder));
    await venue.measureClock();
    const outcomes = await Promise.all(Array.from({ length: 121 }, () => venue.postOrder(placement)));
    expect(outcomes.filter((outcome) => outcome.kind === 'accepted')).toHaveLength(120);
    expect(outcomes[120]).toMatchObject({ kind: 'rejected', codes: ['rate_limited'], retryAtMs: expect.any(Number) });
    expect(server.requestsOf(PLACE)).toHaveLength(120);
    expect(venue.health().budgets[0]).toMatchObject({ name: 'orders', used: 120, allowance: 120 });
  });

  it('refuses without credentials and sends nothing', async () => {
    venue.setCredentials(null);
    expect(await venue.postOrder(placement)).toEqual({ kind: 'rejected', codes: ['no_credentials'], retryAtMs: null });
    expect(server.requestsOf(PLACE)).toHaveLength(0);
  });
});

describe('cancelling', () => {
  const id = parseOrderId('305');

  it('distinguishes a cancelled order from a triggered cancel', async () => {
    server.on('POST', CANCEL, (_, reply) => reply.json(200, { id: 305, state: 'cancel' }));
    expect(await venue.cancelOrder(id)).toEqual({ kind: 'cancelled' });
    expect(isSignedRight(server.requestsOf(CANCEL)[0]!)).toBe(true);
    expect(server.requestsOf(CANCEL)[0]!.body).toBe('');
    server.on('POST', CANCEL, (_, reply) => reply.json(200, { id: 305, state: 'wait' }));
    expect(await venue.cancelOrder(id)).toEqual({ kind: 'triggered' });
  });

  it('distinguishes a refusal from an unknown outcome', async () => {
    server.on('POST', CANCEL, (_, reply) => reply.json(422, { errors: ['market.order.invalid_state'] }));
    expect(await venue.cancelOrder(id)).toEqual({ kind: 'rejected', codes: ['market.order.invalid_state'] });
    server.on('POST', CANCEL, (_, reply) => reply.text(429, '', { 'retry-after': '2' }));
    expect(await venue.cancelOrder(id)).toEqual({ kind: 'rejected', codes: ['rate_limited'], retryAfterMs: 2_000 });
    server.on('POST', CANCEL, (_, reply) => reply.drop());
    expect(await venue.cancelOrder(id)).toMatchObject({ kind: 'unknown' });
    server.on('POST', CANCEL, (_, reply) => reply.text(500, ''));
    expect(await venue.cancelOrder(id)).toMatchObject({ kind: 'unknown' });
    server.on('POST', CANCEL, (_, reply) => reply.text(200, '{}'));
    expect(await venue.cancelOrder(id)).toMatchObject({ kind: 'unknown' });
  });
});

describe('relay and members', () => {
  const call = { safe: address, to: address, value: 0n, data: '0x', operation: 0, signature: '0xaa' } as const;

  it('relays once and returns the transaction', async () => {
    server.on('POST', RELAY, (_, reply) => reply.json(200, { tx: '0x12' }));
    expect(await venue.relay(call)).toEqual({ tx: '0x12' });
    expect(isSignedRight(server.requestsOf(RELAY)[0]!)).toBe(true);
    server.on('POST', RELAY, (_, reply) => reply.text(502, ''));
    await expect(venue.relay(call)).rejects.toMatchObject({ status: 502 });
    server.on('POST', RELAY, (_, reply) => reply.text(429, ''));
    await expect(venue.relay(call)).rejects.toMatchObject({ name: 'RateLimitError' });
    await expect(venue.relay(call)).rejects.toMatchObject({ name: 'RateLimitError' });
    expect(server.requestsOf(RELAY)).toHaveLength(3);
  });

  it('requests a session key once, at most five times an hour, and refuses an expiry later than requested', async () => {
    const path = '/api/v2/atlas/account/wallet/session-key';
    const hex = parseHex32(`0x${'1'.repeat(64)}`);
    const request = { x: hex, y: hex, expiresAt: 1_795_000_100 };
    const grant = { safe: address, handler_installed: true, expires_at: 1_795_000_090, calls: [] };
    server.on('POST', path, (_, reply, count) =>
      reply.json(200, { ...grant, expires_at: count === 1 ? 1_795_000_090 : 1_795_000_101 }),
    );
    expect(await venue.prepareSessionKey(request)).toMatchObject({ expiresAt: 1_795_000_090, handlerInstalled: true });
    expect(isSignedRight(server.requestsOf(path)[0]!)).toBe(true);
    await expect(venue.prepareSessionKey(request)).rejects.toMatchObject({ path: 'session key.expires_at' });
    server.on('POST', path, (_, reply) => reply.json(400, { errors: ['account.wallet.bad_key'] }));
    for (let count = 0; count < 3; count += 1) {
      await expect(venue.prepareSessionKey(request)).rejects.toMatchObject({
        status: 400,
        codes: ['account.wallet.bad_key'],
      });
    }
    await expect(venue.prepareSessionKey(request)).rejects.toMatchObject({ name: 'RateLimitError', budget: 'setup' });
    expect(server.requestsOf(path)).toHaveLength(5);
  });

  it('starts and stops faults on the paper exchange only', async () => {
    await expect(venue.startPaperFaults([{ kind: 'disconnect' }])).rejects.toMatchObject({ name: 'NetworkError' });
    await expect(venue.stopPaperFaults()).rejects.toMatchObject({ name: 'NetworkError' });
    expect(server.requestsOf('/operator/faults')).toEqual([]);
    const paper = openClient(server, { network: 'paper', extraHeaders: { 'X-Adyton-Paper': 'token' } });
    server.on('POST', '/operator/faults', (_, reply) => reply.json(201, [{ kind: 'disconnect' }]));
    server.on('DELETE', '/operator/faults', (_, reply) => reply.json(200, []));
    await paper.startPaperFaults([{ kind: 'disconnect', count: 3 }]);
    await paper.stopPaperFaults();
    expect(server.requestsOf('/operator/faults')).toMatchObject([
      { method: 'POST', body: '{"faults":[{"kind":"disconnect","count":3}]}', headers: { 'x-adyton-paper': 'token' } },
      { method: 'DELETE', body: '', headers: { 'x-adyton-paper': 'token' } },
    ]);
    server.on('POST', '/operator/faults', (_, reply) => reply.json(422, { errors: ['operator.invalid_faults'] }));
    await expect(paper.startPaperFaults([])).rejects.toMatchObject({ status: 422, codes: ['operator.invalid_faults'] });
    await paper.close();
  });

  it('opens a member on the paper exchange only, with the token on every request', async () => {
    await expect(venue.openPaperMember(address)).rejects.toMatchObject({ name: 'NetworkError' });
    const paper = openClient(server, { network: 'paper', extraHeaders: { 'X-Adyton-Paper': 'token' } });
    server.on('POST', '/operator/members', (_, reply) =>
      reply.json(201, { api_key: 'k', api_secret: 's', safe: address, deposit: '10000', currency: 'usdc' }),
    );
    expect(await paper.openPaperMember(address)).toEqual({
      apiKey: 'k',
      apiSecret: 's',
      safe: address,
      deposit: 10_000_000_000n,
    });
    expect(server.requestsOf('/operator/members')[0]).toMatchObject({
      body: `{"owner":"${address}"}`,
      headers: { 'x-adyton-paper': 'token' },
    });
    await paper.close();
  });
});
