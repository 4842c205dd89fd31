/** Interface of the trading module: what it is opened with, and what it offers. */
import type { Clock, Scheduler } from '#shared/base/clock.ts';
import type { AccountView, OrderView } from '#shared/ipc/views.ts';
import type { ExplainRead } from '#shared/market/readFailure.ts';
import type { Trade } from '#shared/market/tape.ts';
import type { Fill } from '#shared/order/account/account.ts';
import type { OrderIntent } from '#shared/order/intent.ts';
import type { JournalEntry } from '#shared/order/journalEntry.ts';
import type { PrivateEvent } from '#shared/order/placement.ts';
import type { MatchReceipt, PlaceReceipt } from '#shared/order/receipts.ts';
import type { AccountId, IntentId, MarketId, OrderId } from '#shared/units/ids.ts';
import type { OnDirection } from './account/directionProof.ts';
import type { Conditionals } from './conditionals/conditionals.ts';
import type { ConditionalSources } from './conditionals/ports.ts';
import type { ExitActs } from './exits/exits.ts';
import type { ExitMemory } from './exits/interruptedExits.ts';
import type { PreparedExits } from './exits/preparedExitsApi.ts';
import type { PlaceOptions } from './orders/place.ts';
import type { ExitTimes, Gateway, Journal, PreparedBodies, RecordedConsent, Signer, TradingContext } from './ports.ts';
import type { Limits } from './risk/limits.ts';
import type { DayStart, RiskSettings, RiskStore } from './risk/risk.ts';
import type { MarketPinStore, MarketPins } from './wallet/marketPins.ts';
import type { CheckMarketRecord } from './wallet/walletRecords.ts';

export interface TradingOptions {
  readonly gateway: Gateway;
  readonly signer: Signer;
  readonly journal: Journal;
  readonly context: TradingContext;
  readonly clock: Clock;
  readonly schedule: Scheduler;
  readonly explainRead: ExplainRead;
  /** A fresh random integer above 0 and below 2^53. */
  randomSalt(): bigint;
  readonly checkMarketRecord: CheckMarketRecord;
  /** Pins of earlier runs; absent: only this run's pins. */
  readonly marketPins?: MarketPinStore;
  /** docs/assumptions.md#order-domain-version */
  readonly domainVersion?: string;
  readonly currency?: string;
  readonly limits?: Partial<Limits>;
  /** The exchange is known to lock exactly stake and fee bound. */
  readonly isReserveKnown?: boolean;
  /** Where the risk limits are stored; default: they last as long as the program. */
  readonly riskStore?: RiskStore;
  /** Absent: what a restart interrupts is not reported. */
  readonly exitMemory?: ExitMemory;
  /** Whether a panic flattens everything after its cancels. Absent: never. */
  isPanicFlattening?(): boolean;
  /** Absent: moves and flattens are not timed. */
  readonly exitTimes?: ExitTimes;
  /** The exchange reports the direction of an order that was sent without a signature. */
  onDirection?: OnDirection;
  /** A refusal dropped the wallet records: those of watched markets are to be read again. Once for several refusals. */
  onRecordsDropped?(): void;
  /** Absent: nothing of earlier runs is known but what the journal has. */
  readonly consent?: RecordedConsent;
  /** Absent: no exits are prepared. */
  readonly preparedBodies?: PreparedBodies;
  /** Absent: no conditional order can be armed. */
  readonly conditionals?: Pick<
    ConditionalSources,
    'store' | 'markets' | 'clockReading' | 'clockDriftMs' | 'measureClock'
  >;
  /** Reports an internal error for the log. */
  onFault?(where: string, error: unknown): void;
}

export interface Trading extends ExitActs {
  place(
    intent: OrderIntent,
    options?: Pick<PlaceOptions, 'isConfirmed' | 'unattended' | 'isStopped'>,
  ): Promise<PlaceReceipt>;
  /** True for an order of the account, of this program or another client, also an unreadable one. */
  hasOrder(id: OrderId): boolean;
  hasOrderIn(market: MarketId): boolean;
  /** Matches a lost order with one of its `candidates`, or (null) with none of them. Nothing is sent. */
  matchLost(intentId: IntentId, orderId: OrderId | null): MatchReceipt;
  /** Exits that were signed ahead, for a trigger that is true while the keys are locked. */
  readonly prepared: PreparedExits;
  /** The keys were locked, and the account stays connected for prepared exits. */
  noteKeysLocked(): void;
  applyPrivateEvent(event: PrivateEvent): void;
  /** Trades of the public tape, prices in YES terms: one at the price of an order reads the account at once. */
  notePublicTrades(market: MarketId, trades: readonly Pick<Trade, 'price'>[]): void;
  /** Reads everything again; never rejects, `view` has the failure. */
  reconcile(): Promise<void>;
  /** The order of these lines of the journal, as it is known now where it is in memory; null without a signed entry. */
  readHistory(entries: readonly JournalEntry[]): OrderView | null;
  /** All fills that are known, and whether those are all of the account. */
  listFills(): { readonly fills: readonly Fill[]; readonly isComplete: boolean };
  /** Reads the market's wallet record before an order needs it. */
  prefetchWalletRecord(market: MarketId): void;
  /** Markets whose ids differ from their pins: no order of them is signed. */
  readonly marketPins: Pick<MarketPins, 'findPinned' | 'listChanges' | 'read' | 'accept'>;
  /** Removes the wallet records of all markets: the account's configuration changed. */
  dropWalletRecords(): void;
  /** For another member, or none: disarms, and keeps only the orders that this program placed. */
  clearAccount(): void;
  /** Sets what identifies the account: orders of another one are not shown. */
  setMaker(maker: AccountId): void;
  /** A disarm by a lock of the screen or a stale book leaves the buys of conditional orders allowed. */
  setArmed(armed: boolean, cause?: 'lock' | 'market'): boolean;
  /** True for an exit with a typed price on a book that is not live: a person must agree outside the page. */
  needsConfirmation(intent: OrderIntent): boolean;
  /** Throws, and changes nothing, when it could not be stored. `isConfirmed`: after a step-up. */
  changeRisk(part: RiskSettings, isConfirmed: boolean): void;
  /** The stored risk settings are others now. */
  noteRiskSettings(): void;
  /** What a new start of the day's loss would be; null while the account is not read. */
  planDayStart(): DayStart | null;
  /** The loss of the day begins at the plan's; false while the account is not read. */
  restartDay(plan: DayStart): boolean;
  readonly conditionals: Conditionals;
  /** The same value until something changes. */
  view(): AccountView;
  /** Listens for changes, with one call for all changes of a turn; the returned function removes the listener. */
  onChange(listener: () => void): () => void;
  close(): void;
}
