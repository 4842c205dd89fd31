/** Interface of conditional orders: what they are opened with, what they offer, and what the rest of trading tells them. */
import type { ArmReceipt, ConditionalsView } from '#shared/ipc/conditionals.ts';
import type { DayStart } from '#shared/ipc/dryRun.ts';
import type { PublicEvent } from '#shared/market/events.ts';
import type { ConditionalNotice } from '#shared/order/conditional/events.ts';
import type { ConditionalId, ConditionalTerms } from '#shared/order/conditional/terms.ts';
import type { CancelSelection, EventOf } from '#shared/order/exits/selection.ts';
import type { OrderIntent } from '#shared/order/intent.ts';
import type { AccountId, IntentId } from '#shared/units/ids.ts';
import type { OrderRecord } from '../orderRecord.ts';
import type { ArmContext } from './armCheck.ts';
import type { DryRunPlan } from './dryRunPlan.ts';
import type { ExecutorOptions } from './executor.ts';
import type { LockedExitsOptions } from './lockedExits.ts';
import type { ObserverOptions } from './observer.ts';
import type { ConditionalSources } from './ports.ts';

export interface ConditionalsOptions
  extends ConditionalSources,
    Pick<ExecutorOptions, 'placer' | 'canceller' | 'position'> {
  readonly prepared: LockedExitsOptions['prepared'];
  orderOf(id: IntentId): OrderRecord | undefined;
  /** Also of the journal. */
  findOrder(id: IntentId): OrderRecord | undefined;
  orders(): Iterable<OrderRecord>;
  fillsOf: ObserverOptions['fillsOf'];
  checkTogether: ArmContext['checkTogether'];
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
  /** False when there is none that goes on. */
  cancel(id: ConditionalId): boolean;
  /** Null when there is none that goes on. */
  change(id: ConditionalId, terms: ConditionalTerms): ArmReceipt | null;
  answer(id: ConditionalId, answer: 'resume' | 'end'): boolean;
  dismiss(id: ConditionalId): boolean;
  /** The day that these terms would run on: reads market data, and changes nothing. */
  planDryRun(terms: ConditionalTerms, seed: number, start: DayStart | null): Promise<DryRunPlan>;
  /** The same value until something changes. */
  view(): ConditionalsView;
  onChange(listener: () => void): () => void;
  onNotice(listener: (notice: NoticeOf) => void): () => void;
  /** After market data has applied the event. */
  onPublic(event: PublicEvent): void;
}

/** What the rest of trading tells them. */
export interface ConditionalsControl extends Conditionals {
  /** The account is known: its conditionals go on once it is read. */
  open(account: AccountId): void;
  /** The account is gone or its keys are locked: nothing is decided until it is back. */
  suspend(): void;
  /** The keys were locked, and prepared exits go on: the others say that they wait. */
  noteKeysLocked(): void;
  /** True while one is watched. */
  hasActive(): boolean;
  /** Orders, positions or reads changed. */
  noteAccount(): void;
  /** The private stream closed: nothing known before counts. */
  noteStreamLost(): void;
  /** Whether buys may be placed. A lock of the screen or a stale book leaves them allowed. */
  setEntriesArmed(isArmed: boolean): void;
  leaseByHand(intent: OrderIntent): () => void;
  /** Ends every conditional; answers how many went on. */
  stopAll(): number;
  /** Ends those that would buy where everything of a market or event was cancelled. */
  cancelEntries(selection: CancelSelection): void;
  close(): void;
}
