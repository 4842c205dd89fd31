import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { VenueProfile } from '#main/venue/profile.ts';
import type { Venue } from '#main/venue/venue.ts';
import type { PrivateEvent } from '#shared/order/placement.ts';
import { API_KEY, CALM, CREDENTIALS, isSignedRight, lastErrorText, openClient, QUICK, wireOrder } from './client.ts';
import { openScripted, type Scripted, type ServerConnection } from './scripted.ts';
import { until } from './until.ts';

const TARGET = '/api/v2/websocket/private?stream=order&stream=contract&stream=balance&stream=position';
const TIMESTAMP = '/api/v2/atlas/public/timestamp';

let server: Scripted;
let venue: Venue;
let events: PrivateEvent[];

const kinds = () => events.map((event) => event.kind);
const isSigned = (connection: ServerConnection): boolean =>
  isSignedRight({ method: 'GET', target: connection.target, headers: connection.headers, body: '' });

const start = (profile: VenueProfile): void => {
  venue = openClient(server, { profile });
  venue.setCredentials(CREDENTIALS);
  events = [];
  venue.onPrivate((event) => events.push(event));
};

beforeEach(async () => {
  server = await openScripted();
  start(CALM);
});

afterEach(async () => {
  await venue.close();
  await server.close();
});

describe('the private connection', () => {
  it('signs the upgrade over its whole query and asks for all four streams', async () => {
    venue.openPrivate();
    await until(() => expect(kinds()).toEqual(['open']));
    expect(server.connections[0]!.target).toBe(TARGET);
    expect(isSigned(server.connections[0]!)).toBe(true);
    expect(venue.health().streams).toMatchObject([{ name: 'private', at: 'open', reason: null }]);
  });

  it('emits orders, fills, balances and positions', async () => {
    venue.openPrivate();
    await until(() => expect(kinds()).toEqual(['open']));
    const [connection] = server.connections;
    connection!.send({ order: wireOrder });
    connection!.send({
      contract: { id: 1, order_id: 305, market: '101', price: '0.5', volume: '1', created_at: 1767225600 },
    });
    connection!.send({
      balance: { currency: 'usdc', balance: '10', locked: '5', available: '5', updated_at: '1767225600' },
    });
    connection!.send({
      position: { market: '101', outcome: 'yes', custody: 'self', qty: '1', locked_qty: '0', sellable_qty: '1' },
    });
    await until(() => expect(kinds()).toEqual(['open', 'order', 'fill', 'balance', 'position']));
    expect(events[3]).toMatchObject({ balance: { total: 10_000_000n, available: 5_000_000n } });
  });

  it('reports streams that the server did not grant', async () => {
    server.onConnection((connection) =>
      connection.send({ success: { message: 'subscribed', streams: ['order', 'balance', 'position'] } }),
    );
    venue.openPrivate();
    await until(() => expect(kinds()).toEqual(['open']));
    expect(venue.health().streams[0]?.reason).toEqual({ code: 'notSubscribed', parameters: { streams: ['contract'] } });
    expect(lastErrorText(venue)).toContain('contract');
  });

  it('is confirmed without a list of streams, and reports its absence', async () => {
    await venue.close();
    start({ ...CALM, stream: { ...CALM.stream, confirmMs: QUICK.stream.confirmMs } });
    server.onConnection(() => undefined);
    venue.openPrivate();
    await until(() => expect(kinds()).toEqual(['open']));
    expect(venue.health().schemaDrift).toMatchObject([{ note: { code: 'subscribed-message' } }]);
  });

  it('emits closed and open around a reconnect, with a fresh nonce', async () => {
    venue.openPrivate();
    await until(() => expect(kinds()).toEqual(['open']));
    server.connections[0]!.socket.terminate();
    await until(() => expect(kinds()).toEqual(['open', 'closed', 'open']));
    expect(server.connections.every(isSigned)).toBe(true);
    expect(server.connections[1]!.headers['x-auth-nonce']).not.toBe(server.connections[0]!.headers['x-auth-nonce']);
  });

  it('is dropped and connected again when what it reports proves incomplete, and says why until then', async () => {
    venue.openPrivate();
    await until(() => expect(kinds()).toEqual(['open']));
    venue.reopenPrivate();
    expect(kinds()).toEqual(['open', 'closed']);
    expect(venue.health().streams).toMatchObject([{ name: 'private', reason: { code: 'notReporting' } }]);
    await until(() => expect(kinds()).toEqual(['open', 'closed', 'open']));
    expect(venue.health().streams).toMatchObject([{ at: 'open', reason: null, reconnects: 1 }]);
    expect(server.openConnections()).toHaveLength(1);
  });

  it('measures the clock after a nonce refusal, and keeps retrying', async () => {
    server.onUpgrade((_, count) => (count === 1 ? { status: 401, body: '{"errors":["authz.nonce_expired"]}' } : null));
    venue.openPrivate();
    await until(() => expect(kinds()).toEqual(['open']));
    expect(server.requestsOf(TIMESTAMP)).toHaveLength(6);
    expect(venue.health().errors.at(-1)).toMatchObject({
      source: { code: 'stream', parameters: { name: 'private' } },
      error: { code: 'refused', parameters: { codes: ['authz.nonce_expired'] } },
    });
  });

  it('keeps retrying when the key is refused, and reports the code', async () => {
    server.onUpgrade(() => ({ status: 401, body: '{"errors":["authz.apikey_not_active"]}' }));
    venue.openPrivate();
    await until(() => expect(venue.health().streams[0]?.reconnects).toBeGreaterThan(2));
    await until(() =>
      expect(venue.health().streams[0]?.reason).toEqual({ code: 'upgradeRefused', parameters: { status: 401 } }),
    );
    server.onUpgrade(() => null);
    await until(() => expect(kinds()).toEqual(['open']));
    expect(venue.health().errors[0]).toMatchObject({ error: { parameters: { codes: ['authz.apikey_not_active'] } } });
  });

  it('reports an unreadable message and continues', async () => {
    venue.openPrivate();
    await until(() => expect(kinds()).toEqual(['open']));
    server.connections[0]!.send({ order: { ...wireOrder, price: 0.5 } });
    server.connections[0]!.send('[]');
    server.connections[0]!.send({ order: { ...wireOrder, state: 'frozen' } });
    await until(() => expect(kinds()).toEqual(['open', 'unreadable', 'unreadable', 'order']));
    const path = `order.price (order ${wireOrder.id})`;
    expect(events[1]).toMatchObject({
      why: expect.stringContaining(path),
      order: { id: String(wireOrder.id), problem: { path } },
    });
    expect(events[2]).not.toHaveProperty('order');
    expect(venue.health().schemaDrift).toMatchObject([
      { note: { code: 'order-states' } },
      { note: { code: 'plausible-values' } },
    ]);
  });

  it('closes without credentials and reopens with new ones', async () => {
    venue.openPrivate();
    await until(() => expect(kinds()).toEqual(['open']));
    venue.setCredentials({ ...CREDENTIALS });
    await until(() => expect(kinds()).toEqual(['open', 'closed', 'open']));
    venue.setCredentials(null);
    await until(() => expect(server.openConnections()).toHaveLength(0));
    expect(kinds()).toEqual(['open', 'closed', 'open', 'closed']);
    expect(venue.health().streams).toEqual([]);
    expect(server.connections.every((connection) => connection.headers['x-auth-apikey'] === API_KEY)).toBe(true);
  });
});
