/** Ports of conditional orders: what they need from market data, clock, storage and the rest of trading. */
import type { Clock, Scheduler } from '#shared/base/clock.ts';
import type { BookHealth } from '#shared/market/bookHealth.ts';
import type { Candle } from '#shared/market/candle.ts';
import type { Market } from '#shared/market/market.ts';
import type { UnderlyingTick } from '#shared/market/tick.ts';
import type { Tick } from '#shared/market/tickGrid.ts';
import type { Readiness } from '#shared/order/account/readiness.ts';
import type { ConditionalId } from '#shared/order/conditional/declaration/termsFields.ts';
import type { StoredConditional, StoredEntry } from '#shared/order/conditional/entry.ts';
import type { Distrust } from '#shared/order/consent.ts';
import type { OrderBudget } from '#shared/order/risk/context.ts';
import type { AccountId, MarketId } from '#shared/units/ids.ts';

/** A watched book: levels as [price, shares, …], best first, YES terms. */
export interface WatchedBook {
  readonly health: BookHealth;
  /** Rises with every change of book, health or proof. */
  readonly version: number;
  readonly sequence: number | null;
  /** This machine's time of the newest proof. */
  readonly provedAtMs: number | null;
  readonly bids: ArrayLike<number>;
  readonly asks: ArrayLike<number>;
}

/** A book that was read by REST; levels as in WatchedBook. */
export interface ReadBook {
  readonly sequence: number;
  /** Latest time, by this machine's clock, at which the book was certainly right. */
  readonly provedAtMs: number;
  readonly bids: ArrayLike<number>;
  readonly asks: ArrayLike<number>;
}

/** Market data of what is watched, whatever the page shows. */
export interface ConditionalMarkets {
  /** Replaces what was watched before. */
  watch(books: readonly MarketId[], underlyings: readonly string[]): void;
  /** Watches these in addition, until a dry run is planned. */
  watchForDryRun(books: readonly MarketId[], underlyings: readonly string[]): void;
  /** True when the exchange listed this market in this run. */
  hasListed(market: MarketId): boolean;
  /** True when a listed market has this underlying. */
  hasUnderlying(symbol: string): boolean;
  market(id: MarketId): Market | null;
  grid(): Tick;
  /** Null when it is not watched. */
  book(id: MarketId): WatchedBook | null;
  /** Compares the book with the exchange's at once. */
  proveBook(id: MarketId): void;
  /** Reads the exchange's REST book; rejects on failure. */
  fetchBook(id: MarketId): Promise<ReadBook>;
  /** Null before its first tick. */
  tick(symbol: string): UnderlyingTick | null;
  /** Candles of one minute, oldest first; rejects on failure. */
  listMinutes(id: MarketId, limit: number): Promise<readonly Candle[]>;
}

/** A measurement of the exchange's clock. */
export interface ClockReading {
  readonly offsetMs: number;
  /** This machine's clock. */
  readonly measuredAtMs: number;
}

export interface ConditionalStore {
  /** On disk when this returns; throws when the write failed. */
  append(account: AccountId, stored: StoredEntry): void;
  /** The account's conditional orders that are not dismissed, oldest first. */
  load(account: AccountId): readonly (StoredConditional & { readonly distrust: Distrust | null })[];
  /** Deletes it. */
  dismiss(id: ConditionalId): void;
  /** Bytes of all that is stored. */
  bytes(): number;
  /** True while orders that a conditional order placed may be missing in the order journal. */
  areOrdersLost(): boolean;
  /** These were stopped at the latest load. */
  noteDistrusted(why: readonly Distrust[]): void;
  /** Records that exactly these of the account are not ended. On disk when it returns; throws when the vault cannot vouch for it. */
  record(account: AccountId, ids: readonly ConditionalId[]): void;
  isRecorded(account: AccountId, ids: readonly ConditionalId[]): boolean;
  /** False while the keys are locked, or the vault is an older one. */
  canRecord(): boolean;
  /** Stores that the account's conditional orders were watched until then, by the exchange's clock. */
  noteWatched(account: AccountId, atMs: number): void;
  /** Null when they were never watched. */
  watchedUntilMs(account: AccountId): number | null;
}

export interface ConditionalSources {
  readonly clock: Clock;
  readonly schedule: Scheduler;
  readonly markets: ConditionalMarkets;
  readonly store: ConditionalStore;
  /** Null until the exchange's clock is measured. */
  clockReading(): ClockReading | null;
  /** How far this machine's clock moved against a monotonic one since that measurement. */
  clockDriftMs(): number;
  /** Measures it; never rejects. */
  measureClock(): void;
  /** Whether orders can be placed, given whether trading is armed; a locked screen does not matter. */
  readiness(isArmed: boolean): Readiness;
  orderBudget(): OrderBudget | null;
  onFault(where: string, error: unknown): void;
}
