/**
 * The embedded exchange: simulation, members and persistence, with or without a server.
 *
 * Invariants  Bound to 127.0.0.1 only; the token is never written to a file or log.
 * Errors      Opening rejects when the port or the folder is unusable.
 */
import { randomBytes } from 'node:crypto';
import { runAligned } from '#shared/base/alignedTimer.ts';
import type { Scheduler } from '#shared/base/clock.ts';
import { describeError } from '#shared/base/describeError.ts';
import { listBrokenInvariants } from '../engine/invariants.ts';
import type { EventPlan } from '../simulation/eventPlan.ts';
import { buildWorld, type World, type WorldListener } from '../simulation/world.ts';
import { buildQuestionId } from './chain/conditionalTokens.ts';
import type { ChainPort } from './chain/port.ts';
import { buildSettlement, type Settlement } from './chain/settlement.ts';
import { buildClock, type PaperClock, toRealMs } from './clock.ts';
import { buildMarketIndex, type Core, type MarketIndex, type RequestTap } from './core.ts';
import type { FaultPlan } from './faultPlan.ts';
import { buildFaults, type Faults } from './faults.ts';
import { createHttpServer } from './http/httpServer.ts';
import { buildStrictNonces } from './http/nonces.ts';
import { buildMembers, type Members, trimHistories } from './members/members.ts';
import { type DirectionField, PAPER_DIRECTION } from './members/placement.ts';
import { buildPersistence, NO_PERSISTENCE, type Persistence, restoreMembers } from './persistence/persistence.ts';
import { openStore } from './persistence/store.ts';
import { buildHub, type Hub, type MessageTap } from './streams/hub.ts';
import { buildPublisher } from './streams/publisher.ts';
import { openStreamServer } from './streams/streamServer.ts';

export interface VenueOptions {
  readonly seed?: number;
  readonly clock?: PaperClock;
  /** Folder of members, orders and simulation; in memory when absent. */
  readonly dataFolder?: string;
  readonly faults?: readonly FaultPlan[];
  /** Refuses repeated and falling nonces. */
  readonly isStrict?: boolean;
  /** How an order of a custodial member says its direction; absent: `direction`, `buy` or `sell`. */
  readonly direction?: DirectionField;
  /** Gets every stream message, with or without listeners. */
  readonly onMessage?: MessageTap;
  /** Gets every request but the operator's, before its response leaves. */
  readonly onRequest?: RequestTap;
  /** Gets the members' events from the engine, before they are published. */
  readonly observer?: Observer;
  readonly events?: readonly EventPlan[];
  /** Markets listed at the start; absent: the simulated ones alone. */
  readonly listed?: number;
  /** An EVM on which everything is settled too; it follows this exchange's life, so without `dataFolder`. */
  readonly chain?: ChainPort;
  /** Called when a runtime check finds a broken invariant, the chain fails, or its data can no longer be written. */
  readonly onBroken?: (sentences: readonly string[]) => void;
}

export type Observer = Pick<WorldListener, 'onOrder' | 'onFill' | 'onBalance' | 'onPosition'>;

export interface ExchangeOptions extends VenueOptions {
  /** 0 or absent: any free port. */
  readonly port?: number;
  /** Absent: a new random token. null: standalone, no token required. */
  readonly token?: string | null;
  /** False: time advances only with requests and `advance`. Default true. */
  readonly runs?: boolean;
}

export interface PaperExchange {
  readonly port: number;
  readonly token: string | null;
  readonly world: World;
  readonly faults: Faults;
  readonly settlement: Settlement | null;
  /** Advances the simulation to the clock. */
  advance(): void;
  /** Writes all persistent state, the last act of the process; reports a failure to `onBroken`. */
  save(): void;
  close(): Promise<void>;
}

const DEFAULT_SEED = 7;
/**
 * Between two advances of the market, whose traders act ten times a second; a request advances it too. Each advance costs the
 * terminal a wakeup and mostly a screen frame, so what they do within a quarter of a second is sent at once. At whole multiples
 * of it, because the terminal's clocks change at whole seconds.
 */
const BEAT_MS = 250;
/** Of a faster market. */
const FAST_BEAT_MS = 40;
/** Of a clock that is so fast that a beat would be shorter. */
const MIN_BEAT_MS = 4;
const MIN_CHECK_MS = 1_000;
const FLUSH_MS = 240;
const SAVE_MS = 5_000;
const CHECK_MS = 60_000;
/** A restart skips longer gaps instead of simulating them. */
const RESTART_GAP_MS = 5_000;

const schedule: Scheduler = (delayMs, run) => {
  const timer = setTimeout(run, delayMs);
  return () => clearTimeout(timer);
};

function observe(publisher: WorldListener, observer: Observer): WorldListener {
  return {
    ...publisher,
    onOrder(order, change) {
      observer.onOrder(order, change);
      publisher.onOrder(order, change);
    },
    onFill(fill) {
      observer.onFill(fill);
      publisher.onFill(fill);
    },
    onBalance(account) {
      observer.onBalance(account);
      publisher.onBalance(account);
    },
    onPosition(account, book, side) {
      observer.onPosition(account, book, side);
      publisher.onPosition(account, book, side);
    },
  };
}

/** Keeps writing at each call, and reports the first of failures in a row: a full disk must not end the market. */
function guardWrites(persistence: Persistence, report: (sentence: string) => void): Persistence {
  let isFailing = false;
  const guard = (write: () => void) => (): void => {
    try {
      write();
      isFailing = false;
    } catch (error) {
      if (!isFailing) report(describeError(error));
      isFailing = true;
      throw error;
    }
  };
  return { ...persistence, flush: guard(persistence.flush), save: guard(persistence.save), isFailing: () => isFailing };
}

/** Runs a write that nobody waits for: `guardWrites` reported why it failed, and the next one tries again. */
function tryWrite(write: () => void): void {
  try {
    write();
  } catch {}
}

/** Opens an exchange without a server. */
export function openCore(options: VenueOptions): { core: Core; hub: Hub; close(): void } {
  const { seed = DEFAULT_SEED, dataFolder } = options;
  const faults = buildFaults();
  faults.add(options.faults ?? []);
  const store = dataFolder === undefined ? null : openStore(dataFolder);
  const saved = store?.loadWorld() ?? null;
  const given = options.clock ?? buildClock();
  // A clock that is set back must not stop the market.
  const ahead = Math.max(0, (saved?.nowMs ?? 0) - given.nowMs());
  const clock: PaperClock = {
    nowMs: () => given.nowMs() + ahead,
    wallMs: () => given.wallMs() + faults.skewMs(),
    factor: given.factor ?? 1,
    speed: given.speed ?? 1,
  };
  const waiting = new Set<NodeJS.Timeout>();
  const later = (ms: number, work: () => void): void => {
    const timer = setTimeout(
      () => {
        waiting.delete(timer);
        work();
      },
      toRealMs(clock, ms),
    );
    waiting.add(timer);
  };
  const hub = buildHub(options.onMessage ?? null, { faults, later });
  const parts: { world?: World; members?: Members; markets?: MarketIndex } = {};
  const persistence: Persistence = store
    ? guardWrites(buildPersistence(store, { world: () => parts.world!, members: () => parts.members! }), (sentence) =>
        options.onBroken?.([sentence]),
      )
    : NO_PERSISTENCE;
  const publisher = buildPublisher({
    hub,
    marketOf: (book) => parts.world!.ofBook(book),
    members: () => parts.members!,
    persistence,
  });
  const settlement = options.chain
    ? buildSettlement({
        port: options.chain,
        marketOf: (book) => {
          const market = parts.world!.ofBook(book);
          return { ...parts.markets!.ids(market), questionId: buildQuestionId(market.slug) };
        },
        onBroken: (sentence) => options.onBroken?.([sentence]),
      })
    : null;
  const observed = options.observer ? observe(publisher, options.observer) : publisher;
  const listener: WorldListener = settlement
    ? {
        ...observed,
        onFill(fill) {
          settlement.onFill(fill);
          observed.onFill(fill);
        },
      }
    : observed;
  const world = buildWorld({
    seed,
    startMs: clock.nowMs(),
    listener,
    ...(options.events ? { events: options.events } : {}),
    ...(options.listed === undefined ? {} : { listed: options.listed }),
    ...(saved ? { saved } : {}),
    ...(store ? { minutesOf: store.minutesOf } : {}),
  });
  const members = buildMembers(world.engine);
  parts.world = world;
  parts.members = members;
  const markets = buildMarketIndex(world);
  parts.markets = markets;
  if (store) restoreMembers(store.loadMembers(), world, members);
  world.open();
  world.advance(clock.nowMs(), RESTART_GAP_MS);
  tryWrite(persistence.save);
  return {
    core: {
      world,
      members,
      clock,
      markets,
      persistence,
      faults,
      later,
      strictNonces: options.isStrict === true ? buildStrictNonces() : null,
      direction: options.direction ?? PAPER_DIRECTION,
      onRequest: options.onRequest ?? null,
      settlement,
    },
    hub,
    close() {
      for (const timer of waiting) clearTimeout(timer);
      tryWrite(persistence.save);
      store?.close();
    },
  };
}

export async function openExchange(options: ExchangeOptions = {}): Promise<PaperExchange> {
  const { port = 0, runs = true } = options;
  const token = options.token === undefined ? randomBytes(32).toString('hex') : options.token;
  const { core, hub, close } = openCore(options);
  const { world, clock, persistence } = core;
  const http = createHttpServer(core, token);
  const streams = openStreamServer(http, core, hub, token);
  try {
    await new Promise<void>((resolve, reject) => {
      http.server.once('error', reject);
      http.server.listen({ host: '127.0.0.1', port, exclusive: true }, resolve);
    });
  } catch (error) {
    close();
    throw error;
  }
  const address = http.server.address();
  const bound = typeof address === 'object' && address !== null ? address.port : port;
  http.setPort(bound);
  streams.setPort(bound);
  const advance = (): void => world.advance(clock.nowMs());
  const save = (): void => tryWrite(persistence.save);
  const beatMs = (clock.speed ?? 1) > 1 ? FAST_BEAT_MS : BEAT_MS;
  const beatsPerFlush = Math.round(FLUSH_MS / beatMs);
  let beats = 0;
  const beat = (): void => {
    advance();
    core.settlement?.reportResults();
    beats += 1;
    if (beats % beatsPerFlush === 0) tryWrite(persistence.flush);
  };
  const check = (): void => {
    trimHistories(core.members, world.engine);
    const broken = listBrokenInvariants(world.engine);
    if (broken.length === 0) return;
    options.onBroken?.(broken);
    clearInterval(timers.at(-1));
  };
  const stopBeats = runs
    ? runAligned(Math.max(MIN_BEAT_MS, toRealMs(clock, beatMs)), beat, Date.now, schedule)
    : () => undefined;
  const timers = runs
    ? [setInterval(save, SAVE_MS), setInterval(check, Math.max(MIN_CHECK_MS, toRealMs(clock, CHECK_MS)))]
    : [];
  return {
    port: bound,
    token,
    world,
    faults: core.faults,
    settlement: core.settlement,
    advance,
    save,
    async close() {
      stopBeats();
      for (const timer of timers) clearInterval(timer);
      streams.close();
      http.server.closeAllConnections();
      await new Promise<void>((resolve) => http.server.close(() => resolve()));
      await core.settlement?.idle();
      close();
    },
  };
}
