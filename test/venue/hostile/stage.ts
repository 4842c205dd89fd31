/** The real client and the real market room on the hostile server; the room's time runs fifty times faster. */

import { type MarketData, openMarketData } from '#main/market/marketData.ts';
import type { VenueProfile } from '#main/venue/profile.ts';
import type { Venue, VenueOptions } from '#main/venue/venue.ts';
import type { StreamHealth } from '#shared/ipc/health.ts';
import type { PrivateEvent } from '#shared/order/placement.ts';
import { NOT_LIVE_TEXTS } from '#shared/text/bookHealth.ts';
import { formatCoded } from '#shared/text/catalogue.ts';
import { parseMarketId } from '#shared/units/ids.ts';
import { CALM, CREDENTIALS, openClient, QUICK } from '../client.ts';
import type { Line } from '../scripted.ts';
import { until } from '../until.ts';
import { type Hostile, openHostile, TIMESTAMP } from './server.ts';

export const m101 = parseMarketId('101');
export const PRIVATE = '/api/v2/websocket/private';
const FASTER = 50;

/** As QUICK, but patient enough for a busy machine where no scenario is about waiting. */
export const STEADY: VenueProfile = {
  ...QUICK,
  http: { ...CALM.http, totalMs: 5_000 },
  stream: { ...QUICK.stream, pingMs: 2_000, pongMs: 5_000, snapshotMs: 2_000, confirmMs: 1_000, handshakeMs: 5_000 },
};

export interface Stage {
  readonly server: Hostile;
  readonly venue: Venue;
  readonly room: MarketData;
  readonly told: PrivateEvent[];
  /** Watches the book and waits until it is live and equal to the server's. */
  watch(): Promise<void>;
  /** Moves the book on until the client's is live and equal to the server's. */
  heals(): Promise<void>;
  /** Connections that ever carried the book. */
  bookLinesSoFar(): number;
  stream(name: string): StreamHealth | undefined;
  /** The latest private connection. */
  privateLine(): Line;
  at(): string;
  why(): string;
  /** The client's book in the server's words. */
  fingerprint(): string;
  /** Every health of the book so far, repeats left out. */
  readonly seenHealth: readonly string[];
  close(): Promise<void>;
}

export async function openStage(options: Partial<VenueOptions> = {}): Promise<Stage> {
  const server = await openHostile();
  const venue = openClient(server, { profile: STEADY, ...options });
  server.on('GET', TIMESTAMP, (_, reply) => reply.text(200, String(Date.now())));
  const startMs = Date.now();
  const room = openMarketData({
    listMarkets: () => venue.listMarkets(),
    fetchBook: (id) => venue.fetchBook(id),
    listCandles: (id, period, limit) => venue.listCandles(id, period, limit),
    listRecentTrades: (id) => venue.listRecentTrades(id),
    setInterest: (interest) => venue.setInterest(interest),
    resubscribe: (id) => venue.resubscribe(id),
    now: () => startMs + (Date.now() - startMs) * FASTER,
    exchangeTimeMs: () => venue.exchangeTimeMs(),
    schedule(delayMs, run) {
      const timer = setTimeout(run, delayMs / FASTER);
      return () => clearTimeout(timer);
    },
  });
  const cursor = room.buildCursor();
  const told: PrivateEvent[] = [];
  const seenHealth: string[] = [];
  let shown = '';
  const look = (): void => {
    const health = room.book(m101)?.health;
    if (health && health.at !== seenHealth.at(-1)) seenHealth.push(health.at);
    const frame = room.collect(cursor).books?.find((book) => book.market === m101);
    if (frame) {
      const side = (levels: Float64Array): string => {
        const parts: string[] = [];
        for (let at = 0; at < levels.length; at += 2) parts.push(`${levels[at]! / 10_000}:${levels[at + 1]! / 1e6}`);
        return parts.join(' ');
      };
      shown = `${side(frame.bids)} | ${side(frame.asks)}`;
    }
  };
  venue.onPublic((event) => room.onPublic(event));
  room.onDirty(look);
  venue.onPrivate((event) => told.push(event));
  venue.setCredentials(CREDENTIALS);
  const stage: Stage = {
    server,
    venue,
    room,
    told,
    seenHealth,
    bookLinesSoFar: () => server.lines.filter((line) => line.streams.includes('101.ob-inc')).length,
    stream: (name) => venue.health().streams.find((stream) => stream.name === name),
    privateLine() {
      const line = server.lines.findLast((candidate) => candidate.target.startsWith(PRIVATE));
      if (!line) throw new Error('Expected a private connection, found none');
      return line;
    },
    at: () => room.book(m101)?.health.at ?? 'absent',
    why() {
      const health = room.book(m101)?.health;
      return health && 'reason' in health ? formatCoded(NOT_LIVE_TEXTS, health.reason) : '';
    },
    fingerprint() {
      look();
      return shown;
    },
    async watch() {
      room.watch({ books: [m101], tapes: [], candles: [], underlyings: [] });
      await stage.heals();
    },
    async heals() {
      await until(() => {
        server.move();
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
      room.close();
      await venue.close();
      await server.close();
    },
  };
  return stage;
}
