/** Client and market data on the hostile server; the clock of the market data runs fifty times faster. */

import { toReadFailure } from '#main/app/readFailure.ts';
import { type MarketData, openMarketData } from '#main/market/marketData.ts';
import type { VenueProfile } from '#main/venue/profile.ts';
import type { Venue, VenueOptions } from '#main/venue/venue.ts';
import type { StreamHealth } from '#shared/ipc/health.ts';
import type { PrivateEvent } from '#shared/order/placement.ts';
import { explainBook } from '#shared/text/markets/bookHealth.ts';
import { parseMarketId } from '#shared/units/ids.ts';
import { CALM, CREDENTIALS, openClient, QUICK } from '../client.ts';
import type { ServerConnection } from '../scripted.ts';
import { until } from '../until.ts';
import { type Hostile, openHostile, TIMESTAMP } from './server.ts';

export const m101 = parseMarketId('101');
export const PRIVATE = '/api/v2/websocket/private';
const FASTER = 50;

/** QUICK with longer deadlines where no scenario depends on them, for a busy machine. */
export const STEADY: VenueProfile = {
  ...QUICK,
  http: { ...CALM.http, totalMs: 5_000 },
  stream: { ...QUICK.stream, pingMs: 2_000, pongMs: 5_000, snapshotMs: 2_000, confirmMs: 1_000, handshakeMs: 5_000 },
};

export interface Stage {
  readonly server: Hostile;
  readonly venue: Venue;
  readonly marketData: MarketData;
  readonly privateEvents: PrivateEvent[];
  /** Subscribes to the book and waits until it is live and equal to the server's. */
  watch(): Promise<void>;
  /** Changes the book until the client's is live and equal to the server's. */
  waitUntilLive(): Promise<void>;
  /** Number of connections that carried the book so far. */
  countBookConnections(): number;
  stream(name: string): StreamHealth | undefined;
  /** The latest private connection. */
  privateConnection(): ServerConnection;
  at(): string;
  why(): string;
  /** The client's book as the server's comparable text. */
  fingerprint(): string;
  /** History of the book's health, without repeats. */
  readonly healthHistory: readonly string[];
  close(): Promise<void>;
}

export async function openStage(options: Partial<VenueOptions> = {}): Promise<Stage> {
  const server = await openHostile();
  const venue = openClient(server, { profile: STEADY, ...options });
  server.on('GET', TIMESTAMP, (_, reply) => reply.text(200, String(Date.now())));
  const startMs = Date.now();
  const marketData = openMarketData({
    explainRead: toReadFailure,
    listMarkets: () => venue.listMarkets(),
    countMarkets: () => venue.countMarkets(),
    fetchBook: (id) => venue.fetchBook(id),
    listCandles: (id, period, limit) => venue.listCandles(id, period, limit),
    listRecentTrades: (id) => venue.listRecentTrades(id),
    setInterest: (interest) => venue.setInterest(interest),
    resubscribe: (id) => venue.resubscribe(id),
    resubscribeShared: (kind) => venue.resubscribeShared(kind),
    now: () => startMs + (Date.now() - startMs) * FASTER,
    exchangeTimeMs: () => venue.exchangeTimeMs(),
    schedule(delayMs, run) {
      const timer = setTimeout(run, delayMs / FASTER);
      return () => clearTimeout(timer);
    },
  });
  const cursor = marketData.buildCursor();
  const privateEvents: PrivateEvent[] = [];
  const healthHistory: string[] = [];
  let shown = '';
  const recordHealth = (): void => {
    const health = marketData.book(m101)?.health;
    if (health && health.at !== healthHistory.at(-1)) healthHistory.push(health.at);
    const frame = marketData.collect(cursor).books?.find((book) => book.market === m101);
    if (frame) {
      const side = (levels: Float64Array): string => {
        const parts: string[] = [];
        for (let at = 0; at < levels.length; at += 2) parts.push(`${levels[at]! / 10_000}:${levels[at + 1]! / 1e6}`);
        return parts.join(' ');
      };
      shown = `${side(frame.bids)} | ${side(frame.asks)}`;
    }
  };
  venue.onPublic((event) => marketData.onPublic(event));
  marketData.onDirty(recordHealth);
  venue.onPrivate((event) => privateEvents.push(event));
  venue.setCredentials(CREDENTIALS);
  const stage: Stage = {
    server,
    venue,
    marketData,
    privateEvents,
    healthHistory,
    countBookConnections: () =>
      server.connections.filter((connection) => connection.streams.includes('101.ob-inc')).length,
    stream: (name) => venue.health().streams.find((stream) => stream.name === name),
    privateConnection() {
      const connection = server.connections.findLast((candidate) => candidate.target.startsWith(PRIVATE));
      if (!connection) throw new Error('Expected a private connection, found none');
      return connection;
    },
    at: () => marketData.book(m101)?.health.at ?? 'absent',
    why() {
      const health = marketData.book(m101)?.health;
      return health && 'reason' in health ? (explainBook(health) ?? '') : '';
    },
    fingerprint() {
      recordHealth();
      return shown;
    },
    async watch() {
      marketData.watch({ books: [m101], tapes: [], candles: [], underlyings: [] });
      await stage.waitUntilLive();
    },
    async waitUntilLive() {
      await until(() => {
        server.sendChange();
        if (stage.at() !== 'live') throw new Error(`Expected live, found ${stage.at()}: ${stage.why()}`);
      });
      await until(() => {
        if (stage.at() !== 'live') throw new Error(`Expected live, found ${stage.at()}: ${stage.why()}`);
        if (stage.fingerprint() !== server.book.fingerprint()) {
          throw new Error(`Expected ${server.book.fingerprint()}, found ${stage.fingerprint()}`);
        }
      });
    },
    async close() {
      marketData.close();
      await venue.close();
      await server.close();
    },
  };
  return stage;
}
