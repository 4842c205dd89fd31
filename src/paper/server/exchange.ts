/**
 * The embedded exchange: opens the world and serves it on the loopback address.
 *
 * Invariants  Bound to 127.0.0.1 only; the token is never written anywhere.
 * Errors      Rejects when the port can't be had.
 */
import { randomBytes } from 'node:crypto';
import { buildWorld, type World } from '../flow/world.ts';
import { buildClock, type PaperClock } from './clock.ts';
import { buildMarketIndex, type Core } from './core.ts';
import { buildHttpSide } from './http.ts';
import { buildHub, type MessageTap } from './hub.ts';
import { buildMembers, type Members } from './members.ts';
import { buildPublisher } from './publisher.ts';
import { openStreamSide } from './streams.ts';

export interface ExchangeOptions {
  readonly seed?: number;
  /** 0 or absent: any free port. */
  readonly port?: number;
  /** Absent: a new random one. null: standalone, no token is asked for. */
  readonly token?: string | null;
  readonly clock?: PaperClock;
  /** False: the world moves only when it is spoken to or `advance` is called. Default true. */
  readonly runs?: boolean;
  /** Sees every stream message, whether somebody listens or not. */
  readonly onMessage?: MessageTap;
}

export interface PaperExchange {
  readonly port: number;
  readonly token: string | null;
  readonly world: World;
  /** Plays the world up to the clock. */
  advance(): void;
  close(): Promise<void>;
}

const DEFAULT_SEED = 7;
const BEAT_MS = 40;

export async function openExchange(options: ExchangeOptions = {}): Promise<PaperExchange> {
  const { seed = DEFAULT_SEED, port = 0, clock = buildClock(), runs = true } = options;
  const token = options.token === undefined ? randomBytes(32).toString('hex') : options.token;
  const hub = buildHub(options.onMessage ?? null);
  const parts: { world?: World; members?: Members } = {};
  const publisher = buildPublisher({
    hub,
    marketOf: (book) => parts.world!.markets[book.id - 1]!,
    members: () => parts.members!,
  });
  const world = buildWorld({ seed, startMs: clock.nowMs(), listener: publisher });
  const members = buildMembers(world.engine);
  parts.world = world;
  parts.members = members;
  const core: Core = { world, members, clock, markets: buildMarketIndex(world.markets) };
  const http = buildHttpSide(core, token);
  const streams = openStreamSide(http.server, core, hub, token);
  await new Promise<void>((resolve, reject) => {
    http.server.once('error', reject);
    http.server.listen({ host: '127.0.0.1', port, exclusive: true }, resolve);
  });
  const address = http.server.address();
  const bound = typeof address === 'object' && address !== null ? address.port : port;
  http.setPort(bound);
  streams.setPort(bound);
  const advance = (): void => world.advance(clock.nowMs());
  const beat = runs ? setInterval(advance, BEAT_MS) : undefined;
  return {
    port: bound,
    token,
    world,
    advance,
    async close() {
      clearInterval(beat);
      streams.close();
      http.server.closeAllConnections();
      await new Promise<void>((resolve) => http.server.close(() => resolve()));
    },
  };
}
