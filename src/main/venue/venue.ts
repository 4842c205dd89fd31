/**
 * Client of the exchange: REST, streams, clock and pacing; the only module that connects to a server.
 *
 * Invariants  Contains no secret: a function of the vault signs the requests.
 * Errors      Reads throw WireError, TransportError, RateLimitError, ExchangeError or LockedError; posts resolve to outcomes.
 * Source      docs/exchange-interface.md, docs/assumptions.md.
 */
import { createHash } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import type { Now, Scheduler } from '#shared/base/clock.ts';
import { createEmitter } from '#shared/base/emitter.ts';
import type { BudgetHealth, HealthSource, HealthView } from '#shared/ipc/health.ts';
import type { PublicEvent, PublicInterest, SharedStreams } from '#shared/market/events.ts';
import { MAX_CANCELS_IN_FLIGHT, type PrivateEvent } from '#shared/order/placement.ts';
import type { IntentId, MarketId } from '#shared/units/ids.ts';
import { type AccountReads, openAccountReads } from './accountReads.ts';
import { type Actions, openActions } from './actions.ts';
import { type BudgetMemory, parseBudgetMemory } from './budgetMemory.ts';
import { openClock } from './clock.ts';
import { NetworkError } from './errors.ts';
import { createHealthLog } from './healthLog.ts';
import { openHttp } from './http.ts';
import { openLimiter } from './limiter.ts';
import { createListings } from './listings.ts';
import { type Network, parseEndpoints } from './network.ts';
import { createLongParser } from './parseResponse.ts';
import { openPrivateStream, type PrivateStream } from './privateStream.ts';
import { DEFAULT_PROFILE, type VenueProfile } from './profile.ts';
import { openPublicReads, type PublicReads, TIMESTAMP_TARGET } from './publicReads.ts';
import { openPublicStreams } from './publicStreams.ts';
import { createResponseCache } from './responseCache.ts';
import { type Credentials, openRest } from './rest.ts';
import { type Pause, pauseTurn, scheduleTimer } from './timing.ts';
import { createWarmConnection } from './warmConnection.ts';

export interface VenueOptions {
  readonly baseUrl: string;
  readonly wsBaseUrl: string;
  readonly network: Network;
  /** The paper exchange's token; refused on network `live`. */
  readonly extraHeaders: Readonly<Record<string, string>>;
  now(): number;
  random(): number;
  readonly profile?: VenueProfile;
  readonly schedule?: Scheduler;
  /** Between two slices of a long answer. */
  readonly pause?: Pause;
  /** Monotonic clock, ms; the process's own by default. */
  readonly steadyMs?: Now;
  /** Writes the used request budgets to disk before it returns; called before the requests are sent. */
  persistBudgets?(memory: BudgetMemory): void;
  /** The last byte of an order was written to the socket. */
  onOrderSent?(intentId: IntentId): void;
  /** The exchange answered an order. */
  onOrderAnswered?(intentId: IntentId): void;
  /** `budgetMemory()` of the last run, parsed here, so that a restart does not reset budgets and blocks. */
  readonly budgetMemory?: unknown;
}

export type VenueHealth = Pick<HealthView, 'clock' | 'streams' | 'budgets' | 'errors' | 'schemaDrift'>;
type Unsubscribe = () => void;

export interface Venue extends Omit<PublicReads, 'fetchTime'>, AccountReads, Actions {
  /** null closes the private connection. */
  setCredentials(credentials: Credentials | null): void;
  /** Unix ms of the exchange's clock; this machine's until measured. */
  exchangeTimeMs(): number;
  /** Whether the account of these credentials is a custodial one. */
  noteCustodial(isCustodial: boolean): void;
  measureClock(): Promise<void>;
  /** Null when the last measurement holds; else, before the first use and after this machine's clock jumped or slept, it measures. */
  ensureClock(): Promise<void> | null;
  /** Exchange's clock less this machine's; null until measured. */
  clockOffsetMs(): number | null;
  /** Change of this machine's clock against the monotonic one since the last measurement: it was set, or the machine slept. */
  clockDriftMs(): number;
  /** The budget of orders, as in `health`; null without one. */
  orderBudget(): BudgetHealth | null;
  setInterest(interest: PublicInterest): void;
  resubscribe(market: MarketId): void;
  /** Reopens the connections that several markets or underlyings share. */
  resubscribeShared(kind: SharedStreams): void;
  onPublic(listener: (event: PublicEvent) => void): Unsubscribe;
  openPrivate(): void;
  closePrivate(): void;
  /** Drops the private connection and connects again, because it does not report what happens. */
  reopenPrivate(): void;
  onPrivate(listener: (event: PrivateEvent) => void): Unsubscribe;
  health(): VenueHealth;
  /**
   * A journal has each order before it is posted: its last times, before the credentials of its account. Without, orders are in
   * `budgetMemory`.
   */
  countRecordedOrders(timesMs: readonly number[]): void;
  /** The same for relays: each is stored as sent before its request leaves. */
  countRecordedRelays(timesMs: readonly number[]): void;
  /** Plain JSON to store; `onBudgets` reports changes. */
  budgetMemory(): BudgetMemory;
  onBudgets(listener: () => void): Unsubscribe;
  onHealth(listener: () => void): Unsubscribe;
  close(): Promise<void>;
}

const READ_CONNECTIONS = 6;
/** Apart from the reads, so that an order never waits for a list; four more than cancels, so that it never waits for those. */
const ACTION_CONNECTIONS = MAX_CANCELS_IN_FLIGHT + 4;

/** Opens the client without sending anything; throws NetworkError when the network does not allow the URLs. */
export function openVenue(options: VenueOptions): Venue {
  const { network, extraHeaders } = options;
  const { httpOrigin, wsOrigin } = parseEndpoints(network, options.baseUrl, options.wsBaseUrl);
  if (network === 'live' && Object.keys(extraHeaders).length > 0) {
    throw new NetworkError('Expected no extra headers on network live, found some');
  }
  const profile = options.profile ?? DEFAULT_PROFILE;
  const steadyMs = options.steadyMs ?? (() => performance.now());
  const timing = {
    now: () => options.now(),
    random: () => options.random(),
    schedule: options.schedule ?? scheduleTimer,
  };
  // A throwing health listener has no place to be reported.
  const healthChanges = createEmitter(() => undefined);
  const onHealth = (): void => healthChanges.emit();
  const healthLog = createHealthLog(timing.now, onHealth);
  const reportError = (source: HealthSource) => (error: unknown) => healthLog.addError(source, error);
  const publicEvents = createEmitter<PublicEvent>(reportError({ code: 'listener', parameters: { events: 'public' } }));
  const privateEvents = createEmitter<PrivateEvent>(
    reportError({ code: 'listener', parameters: { events: 'private' } }),
  );
  const budgetChanges = createEmitter(reportError({ code: 'listener', parameters: { events: 'budgets' } }));
  const onBudget = (): void => {
    budgetChanges.emit();
    onHealth();
  };
  const limiter = openLimiter({
    now: timing.now,
    onChange: onBudget,
    stored: parseBudgetMemory(options.budgetMemory, timing.now()),
    persist: (memory) => options.persistBudgets?.(memory),
  });
  const readHttp = openHttp(httpOrigin, READ_CONNECTIONS, profile.http);
  const actionHttp = openHttp(httpOrigin, ACTION_CONNECTIONS, profile.http);
  let credentials: Credentials | null = null;
  let isCustodial = false;
  let privateStream: PrivateStream | null = null;

  const rest = openRest({
    ...timing,
    readHttp,
    actionHttp,
    clock: () => clock,
    limiter,
    cache: createResponseCache(steadyMs, profile.maxCacheMs),
    credentials: () => credentials,
    extraHeaders,
    profile,
    onRefused: (status, codes) => healthLog.checkErrorBody(status, codes),
  });
  const parseLong = createLongParser(healthLog, options.pause ?? pauseTurn);
  const listAll = createListings(healthLog, profile, steadyMs);
  const { fetchTime, ...publicReads } = openPublicReads(rest, healthLog, parseLong, listAll, profile.marketListing);
  const clock = openClock({
    ...timing,
    fetchTime,
    profile: profile.clock,
    steadyMs,
    onChange: onHealth,
    onJump() {
      streams.probe();
      privateStream?.probe();
    },
    onError: reportError({ code: 'measureClock', parameters: {} }),
  });
  const accountReads = openAccountReads({
    rest,
    healthLog,
    parseLong,
    listAll,
    listing: profile.listing,
    steadyMs,
    custodial: profile.custodial,
    walletFields: profile.walletFields,
    isCustodial: () => isCustodial,
  });
  const actions = openActions({
    rest,
    limiter,
    healthLog,
    network,
    now: timing.now,
    onOrderSent: (intentId) => options.onOrderSent?.(intentId),
    onOrderAnswered: (intentId) => options.onOrderAnswered?.(intentId),
  });
  const streams = openPublicStreams({
    ...timing,
    wsOrigin,
    extraHeaders,
    profile,
    healthLog,
    emit: publicEvents.emit,
    onHealth,
  });

  const { warmEveryMs } = profile.http;
  const warmConnection =
    warmEveryMs === null
      ? null
      : createWarmConnection({
          schedule: timing.schedule,
          everyMs: warmEveryMs,
          read: async () => (await rest.warmActions(TIMESTAMP_TARGET))?.header('keep-alive') ?? null,
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
        // A read after an event must not return a state from before it.
        rest.invalidatePrivateReads();
        privateEvents.emit(event);
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
      isCustodial = false;
      rest.invalidatePrivateReads();
      limiter.setSubject(next === null ? '' : createHash('sha256').update(next.apiKey).digest('hex').slice(0, 16));
      if (wasOpen && next !== null) openPrivate();
      if (next === null) warmConnection?.stop();
      else warmConnection?.start();
    },
    noteCustodial(next) {
      isCustodial = next;
    },
    exchangeTimeMs: () => clock.exchangeTimeMs(),
    measureClock: () => clock.measure(),
    ensureClock: () => (clock.isMeasured() ? null : clock.measure()),
    clockOffsetMs: () => clock.health()?.offsetMs ?? null,
    clockDriftMs: () => clock.driftMs(),
    orderBudget: () => limiter.budget('orders'),
    setInterest: (interest) => streams.setInterest(interest),
    resubscribe: (market) => streams.resubscribe(market),
    resubscribeShared: (kind) => streams.resubscribeShared(kind),
    onPublic: publicEvents.on,
    openPrivate,
    closePrivate,
    reopenPrivate: () => privateStream?.reopen(),
    onPrivate: privateEvents.on,
    health: () => ({
      clock: clock.health(),
      streams: [...streams.health(), ...(privateStream === null ? [] : [privateStream.health()])],
      budgets: limiter.health(),
      errors: healthLog.errors(),
      schemaDrift: healthLog.schemaDrift(),
    }),
    countRecordedOrders: (timesMs) => limiter.countRecorded('orders', timesMs),
    countRecordedRelays: (timesMs) => limiter.countRecorded('relay', timesMs),
    budgetMemory: () => limiter.memory(),
    onBudgets: budgetChanges.on,
    onHealth: healthChanges.on,
    async close() {
      closePrivate();
      streams.close();
      clock.close();
      warmConnection?.stop();
      rest.close();
      await Promise.all([readHttp.close(), actionHttp.close()]);
      limiter.releaseReserved();
    },
  };
}
