/** Interface of conditional orders: their options, what the terminal can do with them, and the calls of the trading module. */
import type { ArmReceipt, ConditionalsView } from '#shared/ipc/conditionals/conditionals.ts';
import type { DayStart } from '#shared/ipc/conditionals/dryRun.ts';
import type { PublicEvent } from '#shared/market/events.ts';
import type { ConditionalId } from '#shared/order/conditional/declaration/termsFields.ts';
import type { ConditionalNotice } from '#shared/order/conditional/events.ts';
import type { ConditionalTerms } from '#shared/order/conditional/terms.ts';
import type { CancelSelection, EventOf } from '#shared/order/exits/selection.ts';
import type { OrderIntent } from '#shared/order/intent.ts';
import type { AccountId, IntentId, MarketId } from '#shared/units/ids.ts';
import type { OrderRecord } from '../orders/orderRecord.ts';
import type { ArmContext } from './armCheck.ts';
import type { DryRunPlan } from './dryRun/dryRunPlan.ts';
import type { ExecutorOptions } from './executor.ts';
import type { LockedExitsOptions } from './lockedExits.ts';
import type { ObserverOptions } from './observer.ts';
import type { ConditionalSources } from './ports.ts';

export interface ConditionalsOptions
  extends ConditionalSources,
    Pick<ExecutorOptions, 'placer' | 'canceller' | 'position'> {
  readonly prepared: LockedExitsOptions['prepared'];
  orderOf(id: IntentId): OrderRecord | undefined;
  /** In memory, else from the journal. */
  findOrder(id: IntentId): OrderRecord | undefined;
  ordersOf(market: MarketId): Iterable<OrderRecord>;
  fillsOf: ObserverOptions['fillsOf'];
  checkTogether: ArmContext['checkTogether'];
  /** By main's own test, with every open order of now. */
  isExit(intent: OrderIntent): boolean;
  /** False until the account was read completely. */
  isRead(): boolean;
  /** Number of the latest pass of reading the account, and of the latest complete one. */
  latestPass(): number;
  latestCompletePass(): number;
  readAccount(): Promise<void>;
  readonly eventOf: EventOf;
}

export interface NoticeOf {
  readonly id: ConditionalId;
  readonly terms: ConditionalTerms;
  readonly notice: ConditionalNotice;
}

export interface Conditionals {
  arm(id: ConditionalId, terms: ConditionalTerms): ArmReceipt;
  /** False when no active one has this id. */
  cancel(id: ConditionalId): boolean;
  /** Null when no active one has this id. */
  change(id: ConditionalId, terms: ConditionalTerms): ArmReceipt | null;
  answer(id: ConditionalId, answer: 'resume' | 'end'): boolean;
  dismiss(id: ConditionalId): boolean;
  /** Plans a simulated day for these terms; reads market data and changes nothing. */
  planDryRun(terms: ConditionalTerms, seed: number, start: DayStart | null): Promise<DryRunPlan>;
  /** The same value until something changes. */
  view(): ConditionalsView;
  onChange(listener: () => void): () => void;
  onNotice(listener: (notice: NoticeOf) => void): () => void;
  /** After market data has applied the event. */
  onPublic(event: PublicEvent): void;
}

/** Conditional orders as the trading module controls them. */
export interface ConditionalsControl extends Conditionals {
  /** The account is known: its conditional orders continue after its first complete read. */
  open(account: AccountId): void;
  /** The account is gone or its keys are locked: nothing is decided until the next `open`. */
  suspend(): void;
  /** The keys were locked, and prepared exits can still be sent: all others notify that they wait. */
  noteKeysLocked(): void;
  /** True while at least one is active. */
  hasActive(): boolean;
  /** Orders, positions or reads changed. */
  noteAccount(): void;
  /** The private stream closed: all observations are discarded. */
  noteStreamLost(): void;
  /** Whether buys may be placed. A lock of the screen or a stale book leaves them allowed. */
  setEntriesArmed(isArmed: boolean): void;
  leaseManual(intent: OrderIntent): () => void;
  /** Ends every conditional order; returns how many were active. */
  stopAll(): number;
  /** Ends the ones that buy in the selected markets; does nothing when the selection is narrower than a market. */
  cancelEntries(selection: CancelSelection): void;
  close(): void;
}
