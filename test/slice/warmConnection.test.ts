/** Connections of orders, counted by the exchange: an order after an unlock or a pause opens none. */
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { afterEach, expect, it, vi } from 'vitest';
import { openVenue, type Venue } from '#main/venue/venue.ts';
import { CALM, CREDENTIALS, placement, wireOrder } from '#test/venue/client.ts';
import { schedule } from './realTimers.ts';

/** Idle connections are closed after this time; a pause of `PAUSE_READS` lasts more than twice as long. */
const KEEP_ALIVE_MS = 900;
/** No other timer of the client has this delay. */
const WARM_EVERY_MS = 53;
const PAUSE_READS = 40;

/** Answers everything; remembers the sockets in the order in which they opened, and the socket of each order. */
async function openExchange() {
  const sockets: Socket[] = [];
  const ordersOn: number[] = [];
  const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    request.resume();
    if (request.method === 'POST') ordersOn.push(sockets.indexOf(request.socket));
    // As a proxy that does not say how long it keeps a connection.
    response.setHeader('connection', 'keep-alive');
    if (request.method === 'POST') response.writeHead(201).end(JSON.stringify(wireOrder));
    else response.end(String(Date.now()));
  });
  server.on('connection', (socket) => sockets.push(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    sockets,
    ordersOn,
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}

let exchange: Awaited<ReturnType<typeof openExchange>>;
let venue: Venue;
afterEach(async () => {
  await venue.close();
  await exchange.close();
});

it('opens no connection for the first order of an account, nor for one after a pause', async () => {
  exchange = await openExchange();
  /** Ended reads that kept the connection open; an order between two of them finds it idle. */
  let ended = 0;
  let onEnded = (): void => {};
  venue = openVenue({
    baseUrl: `http://127.0.0.1:${exchange.port}`,
    wsBaseUrl: `ws://127.0.0.1:${exchange.port}`,
    network: 'test',
    extraHeaders: {},
    now: Date.now,
    random: () => 0.5,
    schedule(delayMs, run) {
      if (delayMs === WARM_EVERY_MS) {
        ended += 1;
        onEnded();
      }
      return schedule(delayMs, run);
    },
    profile: { ...CALM, http: { ...CALM.http, keepAliveMs: KEEP_ALIVE_MS, warmEveryMs: WARM_EVERY_MS } },
  });
  await venue.measureClock();
  const ofReads = exchange.sockets.length;
  venue.setCredentials(CREDENTIALS);
  const pass = (reads: number): Promise<void> =>
    new Promise((resolve) => {
      const last = ended + reads;
      onEnded = () => {
        // The client frees the connection in the same turn as it answers.
        if (ended === last) setImmediate(resolve);
      };
    });
  const place = async (): Promise<void> => expect((await venue.postOrder(placement)).kind).toBe('accepted');

  await pass(1);
  await place();
  await pass(PAUSE_READS);
  await place();
  // All on the connection that was opened for them before the first one.
  expect(exchange.ordersOn).toEqual([ofReads, ofReads]);

  venue.setCredentials(null);
  await vi.waitFor(() => expect(exchange.sockets[ofReads]!.destroyed).toBe(true), { timeout: 15_000 });
});
