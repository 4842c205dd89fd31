/**
 * The exchange's client: REST by prefix, streams, clock, pacing. The only room that speaks to a server.
 *
 * Invariants  Holds no secret: requests are signed by a function that the vault gave.
 * Errors      Reads throw WireError, TransportError, RateLimitError, ExchangeError or LockedError; posts resolve to outcomes.
 * Source      exchange-interface; docs/assumptions.md for what it leaves open.
 */
import { createHash } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import type { HealthView } from '#shared/ipc/views.ts';
import type { PublicEvent, PublicInterest } from '#shared/market/events.ts';
import type { PrivateEvent } from '#shared/order/placement.ts';
import type { MarketId } from '#shared/units/ids.ts';
import { type AccountReads, openAccountReads } from './accountReads.ts';
import { type Actions, openActions } from './actions.ts';
import { openClock } from './clock.ts';
import { NetworkError } from './errors.ts';
import { createHealthLog } from './healthLog.ts';
import { openHttp } from './http.ts';
import { type BudgetMemory, openLimiter, parseBudgetMemory } from './limiter.ts';
import { checkEndpoints, type Network } from './network.ts';
import { openPrivateStream, type PrivateStream } from './privateStream.ts';
import { DEFAULT_PROFILE, type VenueProfile } from './profile.ts';
import { openPublicReads, type PublicReads } from './publicReads.ts';
import { openPublicStreams } from './publicStreams.ts';
import { createResponseCache } from './responseCache.ts';
import { type Credentials, openRest } from './rest.ts';
import { type Schedule, scheduleTimer } from './timing.ts';

export interface VenueOptions {
  readonly baseUrl: string;
  readonly wsBaseUrl: string;
  readonly network: Network;
  /** The paper exchange's token; refused on network `live`. */
  readonly extraHeaders: Readonly<Record<string, string>>;
  now(): number;
  random(): number;
  readonly profile?: VenueProfile;
  readonly schedule?: Schedule;
  /** Ms of a clock that only runs forward; the process's own by default. */
  readonly forwardMs?: () => number;
  /** What `budgetMemory()` of a former run answered, so that a restart does not re-arm a block; checked here. */
  readonly budgetMemory?: unknown;
}

export type VenueHealth = Pick<HealthView, 'clock' | 'streams' | 'budgets' | 'errors' | 'schemaDrift'>;
type Unsubscribe = () => void;

export interface Venue extends Omit<PublicReads, 'fetchTime'>, AccountReads, Actions {
  /** null closes the private connection. */
  setCredentials(credentials: Credentials | null): void;
  /** Unix ms of the exchange's clock; this machine's until measured. */
  exchangeTimeMs(): number;
  measureClock(): Promise<void>;
  setInterest(interest: PublicInterest): void;
  resubscribe(market: MarketId): void;
  onPublic(listener: (event: PublicEvent) => void): Unsubscribe;
  openPrivate(): void;
  closePrivate(): void;
  onPrivate(listener: (event: PrivateEvent) => void): Unsubscribe;
  health(): VenueHealth;
  /** Plain JSON to be stored; changes are told to `onBudgets`. */
  budgetMemory(): BudgetMemory;
  onBudgets(listener: () => void): Unsubscribe;
  onHealth(listener: () => void): Unsubscribe;
  close(): Promise<void>;
}

const READ_CONNECTIONS = 6;
/** Apart from the reads, so that an order never waits behind a list. */
const ACT_CONNECTIONS = 4;

/** Opens the client; throws NetworkError when the URLs do not fit the network. Nothing is sent before it is asked. */
export function openVenue(options: VenueOptions): Venue {
  const { network, extraHeaders } = options;
  const { httpOrigin, wsOrigin } = checkEndpoints(network, options.baseUrl, options.wsBaseUrl);
  if (network === 'live' && Object.keys(extraHeaders).length > 0) {
    throw new NetworkError('Expected no extra headers on network live, found some');
  }
  const profile = options.profile ?? DEFAULT_PROFILE;
  const timing = {
    now: () => options.now(),
    random: () => options.random(),
    schedule: options.schedule ?? scheduleTimer,
  };
  const healthListeners = openListeners<void>();
  const onHealth = (): void => healthListeners.emit();
  const healthLog = createHealthLog(timing.now, onHealth);
  const onBug = (where: string) => (error: unknown) => healthLog.addError(where, error);
  const publicListeners = openListeners<PublicEvent>(onBug('public listener'));
  const privateListeners = openListeners<PrivateEvent>(onBug('private listener'));
  const budgetListeners = openListeners<void>(onBug('budget listener'));
  const onBudget = (): void => {
    budgetListeners.emit();
    onHealth();
  };
  const limiter = openLimiter(timing.now, onBudget, parseBudgetMemory(options.budgetMemory, timing.now()));
  const forwardMs = options.forwardMs ?? (() => performance.now());
  const reads = openHttp(httpOrigin, READ_CONNECTIONS, profile.http);
  const acts = openHttp(httpOrigin, ACT_CONNECTIONS, profile.http);
  let credentials: Credentials | null = null;
  let privateStream: PrivateStream | null = null;

  const rest = openRest({
    ...timing,
    reads,
    acts,
    clock: () => clock,
    limiter,
    cache: createResponseCache(forwardMs, profile.longestCacheMs),
    credentials: () => credentials,
    extraHeaders,
    profile,
    onRefused: (status, codes) => healthLog.checkErrorBody(status, codes),
  });
  const { fetchTime, ...publicReads } = openPublicReads(rest, healthLog, profile);
  const clock = openClock({
    ...timing,
    fetchTime,
    profile: profile.clock,
    forwardMs,
    onChange: onHealth,
    onJump() {
      streams.probe();
      privateStream?.probe();
    },
    onError: onBug('clock'),
  });
  const accountReads = openAccountReads(rest, healthLog, profile);
  const actions = openActions({ rest, limiter, healthLog, network, now: timing.now });
  const streams = openPublicStreams({
    ...timing,
    wsOrigin,
    extraHeaders,
    profile,
    healthLog,
    emit: publicListeners.emit,
    onHealth,
  });

  const closePrivate = (): void => {
    const stream = privateStream;
    privateStream = null;
    stream?.close();
  };
  const openPrivate = (): void => {
    privateStream ??= openPrivateStream({
      ...timing,
      wsOrigin,
      profile,
      healthLog,
      signUpgrade: (target) => rest.signUpgrade(target),
      measureClock: () => clock.measure(),
      emit(event) {
        // What is read after an event must not be older than it.
        rest.separate();
        privateListeners.emit(event);
      },
      onHealth,
    });
  };

  return {
    ...publicReads,
    ...accountReads,
    ...actions,
    setCredentials(next) {
      const wasOpen = privateStream !== null;
      closePrivate();
      credentials = next;
      rest.separate();
      limiter.setSubject(next === null ? '' : createHash('sha256').update(next.apiKey).digest('hex').slice(0, 16));
      if (wasOpen && next !== null) openPrivate();
    },
    exchangeTimeMs: () => clock.exchangeTimeMs(),
    measureClock: () => clock.measure(),
    setInterest: (interest) => streams.setInterest(interest),
    resubscribe: (market) => streams.resubscribe(market),
    onPublic: publicListeners.add,
    openPrivate,
    closePrivate,
    onPrivate: privateListeners.add,
    health: () => ({
      clock: clock.health(),
      streams: [...streams.health(), ...(privateStream === null ? [] : [privateStream.health()])],
      budgets: limiter.health(),
      errors: healthLog.errors(),
      schemaDrift: healthLog.schemaDrift(),
    }),
    budgetMemory: () => limiter.memory(),
    onBudgets: budgetListeners.add,
    onHealth: healthListeners.add,
    async close() {
      closePrivate();
      streams.close();
      clock.close();
      rest.close();
      await Promise.all([reads.close(), acts.close()]);
    },
  };
}

/** A listener that throws is a bug of its own and stops neither the others nor the stream. */
function openListeners<T>(onThrow: (error: unknown) => void = () => undefined): {
  add(listener: (value: T) => void): Unsubscribe;
  emit(value: T): void;
} {
  const listeners = new Set<(value: T) => void>();
  return {
    add(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    emit(value) {
      for (const listener of listeners) {
        try {
          listener(value);
        } catch (error) {
          onThrow(error);
        }
      }
    },
  };
}
