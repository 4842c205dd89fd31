/**
 * State of one conditional order.
 *
 * Shape       Everything but `known` is durable: it is rebuilt from the journal. `known` is what was last observed; a restart
 *             empties it, so that nothing is decided on data from before.
 * Invariants  A child is named by (id, generation, step) and placed once. The trigger of a name fires once per generation.
 * Source      docs/conditionals.md#states.
 */
import type { Coded, NoParameters } from '../../base/coded.ts';
import type { Direction } from '../../market/outcome.ts';
import type { Tick } from '../../market/tickGrid.ts';
import type { IntentId, MarketId, OrderId } from '../../units/ids.ts';
import type { Price } from '../../units/price.ts';
import type { Shares } from '../../units/shares.ts';
import type { AnyTerms, ConditionalId } from './declaration/termsFields.ts';
import type { BookObservation, BookProblem, OutcomeRef, TickObservation, TradeObservation } from './observation.ts';
import type { TriggerProgress } from './triggerProgress.ts';

/** Why nothing is decided or sent now; it continues by itself. Words: shared/text/conditionals/conditionals. */
export interface WaitReasons {
  /** A book of a trigger has no usable price. */
  stale: { readonly market: MarketId; readonly problem: BookProblem };
  staleTick: { readonly symbol: string };
  /** The keys are locked. */
  locked: NoParameters;
  /** Orders cannot be placed; `code` is the readiness code or the exchange's block. */
  blocked: { readonly code: string };
  clock: NoParameters;
  /** Requests or retries: not before this time. */
  budget: { readonly untilMs: number };
  /** The market or the position has not been read since the start. */
  notRead: NoParameters;
  /** Held, but locked by other orders or leased to them. */
  nothingSellable: { readonly quantity: Shares };
  /** The answer to an order or a cancel was lost: nothing is placed until the exchange says what became of it. */
  orderUnknown: { readonly intentId: IntentId };
  /** After a start or a reconnection, until orders, fills and positions are read. */
  reconciling: NoParameters;
  /** The exchange reports more filled than the fills that it has named. */
  fillsNotRead: { readonly shares: Shares };
  /** A cancel was requested again and again without proof. */
  cancelNotProved: { readonly intentId: IntentId };
}
export type WaitReason = Coded<WaitReasons>;

/** Why it continues only after a person's answer. */
export interface HaltReasons {
  /** The program stopped meanwhile, and this kind asks before it continues. */
  restarted: NoParameters;
  rejected: { readonly codes: readonly string[] };
  denied: { readonly codes: readonly string[] };
  retriesUsed: { readonly codes: readonly string[] };
  /** An order was proved never to have arrived. */
  orderAbsent: { readonly intentId: IntentId };
  /** Somebody else cancelled an order of it. */
  orderCancelled: { readonly intentId: IntentId };
  /** The trigger was true after a gap, and the market is beyond the worst price. */
  beyondWorst: { readonly best: Price | null; readonly worst: Price };
  /** Which order of the exchange is this one's cannot be decided. */
  ambiguous: { readonly intentId: IntentId };
  /** The market's ids, domain or wallet record changed. */
  marketChanged: { readonly code: string };
  /** A leg cannot trade any more: its market ended, or the position that it sells is gone. Its order is cancelled. */
  legEnded: { readonly outcome: OutcomeRef; readonly why: 'market' | 'position' };
  /** A rule of the machine was about to be broken: nothing was sent. */
  invariant: { readonly rule: string };
}
export type HaltReason = Coded<HaltReasons>;

export interface EndReasons {
  filled: NoParameters;
  person: NoParameters;
  expired: NoParameters;
  marketClosed: NoParameters;
  positionGone: NoParameters;
  /** The entry of a bracket ended without a fill. */
  entryEnded: NoParameters;
  /** The time, the moves or the distance that its terms allow are used. */
  limitReached: NoParameters;
}
export type EndReason = Coded<EndReasons>;

export type ConditionalLife =
  | { readonly at: 'draft' }
  /** Its trigger is watched; a take profit may rest meanwhile. */
  | { readonly at: 'armed' }
  | { readonly at: 'waiting'; readonly reason: WaitReason }
  | { readonly at: 'triggered' }
  /** Another order of it is being cancelled first. */
  | { readonly at: 'releasing' }
  /** An order is on its way. */
  | { readonly at: 'placing' }
  /** An order rests. */
  | { readonly at: 'working' }
  /** An order is being cancelled to be placed at another price. */
  | { readonly at: 'requoting' }
  | { readonly at: 'done' | 'partial' | 'cancelled' | 'expired' | 'ended'; readonly reason: EndReason }
  | { readonly at: 'halted'; readonly reason: HaltReason };

export type ChildEnd =
  /** Filled, cancelled, or ended by the exchange in another way: its final fill is known. */
  | { readonly kind: 'filled' | 'cancelled' }
  /** A definite refusal; `retryAtMs` null: the same order would be refused again. */
  | { readonly kind: 'rejected'; readonly codes: readonly string[]; readonly retryAtMs: number | null }
  /** Proved never to have arrived. */
  | { readonly kind: 'absent' }
  /** Main did not send it; `retryAtMs` null: not worth trying again. */
  | { readonly kind: 'notSent'; readonly codes: readonly string[]; readonly retryAtMs: number | null };

export type ChildLife =
  /** The action was issued; no answer yet. */
  | { readonly at: 'requested' }
  | { readonly at: 'working'; readonly orderId: OrderId }
  /** It may rest, have filled, or have never arrived: it counts as wholly live. */
  | { readonly at: 'unknown'; readonly sinceMs: number }
  | { readonly at: 'ended'; readonly end: ChildEnd };

/** What an order is for; orders of one slot replace one another. */
export type Slot = string;
/** Orders of one group share a budget. */
export type Group = string;

/** In the order in which requests are spent. */
export type Urgency = 'exit' | 'requote' | 'entry';

export interface Child {
  readonly intentId: IntentId;
  readonly step: number;
  readonly slot: Slot;
  readonly group: Group;
  readonly outcome: OutcomeRef;
  readonly direction: Direction;
  readonly price: Price;
  readonly shares: Shares;
  readonly postOnly: boolean;
  readonly urgency: Urgency;
  readonly requestedAtMs: number;
  /** When its life last changed. */
  readonly changedAtMs: number;
  /** Never falls. */
  readonly filled: Shares;
  readonly life: ChildLife;
  /** The newest cancel of it, and how many there were; null: none was asked for. */
  readonly cancel: { readonly askedAtMs: number; readonly count: number } | null;
}

/** One fill of a parent order, by the exchange's id. */
export interface ParentFill {
  readonly intentId: IntentId;
  readonly id: string;
  readonly price: Price;
  readonly shares: Shares;
}

/** What made a trigger fire; with the entry's `known` it explains the decision. */
export interface Firing {
  readonly atMs: number;
  /** True since, by the exchange's clock; the first observation of the confirmation. */
  readonly sinceMs: number;
  readonly evidence: Evidence;
  /** After a gap in the data: it may have been true earlier. */
  readonly isLate: boolean;
  /** The exchange's clock less this machine's; null when not measured. */
  readonly clockOffsetMs: number | null;
}

export type Evidence =
  | { readonly kind: 'book'; readonly book: BookObservation }
  | { readonly kind: 'trade'; readonly trade: TradeObservation; readonly book: BookObservation }
  | { readonly kind: 'tick'; readonly tick: TickObservation }
  | { readonly kind: 'time'; readonly dueMs: number }
  | { readonly kind: 'composite'; readonly parts: readonly Evidence[] };

/** What a person or the exchange told about the outside; empty after a restart. */
export interface Known {
  readonly books: Readonly<Record<string, BookObservation>>;
  /** Read by REST because the streamed book has no usable price; absent in entries from before there were any. */
  readonly restBooks?: Readonly<Record<string, BookObservation>>;
  readonly ticks: Readonly<Record<string, TickObservation>>;
  readonly markets: Readonly<Record<string, KnownMarket>>;
  /** By `positionKey`. */
  readonly positions: Readonly<Record<string, KnownPosition>>;
  readonly clock: KnownClock | null;
  readonly gates: Gates | null;
  /** By the trigger's name. */
  readonly progress: Readonly<Record<string, TriggerProgress>>;
  /** A bid above the peak that is not confirmed yet. */
  readonly peakCandidate: PeakCandidate | null;
  /** Since when less is held than its resting sales are for; null: enough is. */
  readonly shortSinceMs: number | null;
  /** Since when nothing is held any more; null: something is, or nothing was. */
  readonly goneSinceMs: number | null;
  /** Since when a trigger is true that could not be acted on. */
  readonly missedSinceMs: number | null;
  /** Since when another price, or another leg, is better for an order that follows the market. */
  readonly requoteSinceMs: number | null;
  /** False from a restart or a reconnection until orders, fills and positions were read. */
  readonly isReconciled: boolean;
  /** Nothing was observed for a time before this: what is true from the beginning may have been true earlier. */
  readonly isAfterGap: boolean;
}

export interface PeakCandidate {
  readonly price: Price;
  readonly sinceMs: number;
  readonly epoch: number;
  readonly sequence: number;
  readonly provedAtMs: number;
}

export interface KnownMarket {
  readonly market: MarketId;
  readonly tick: Tick;
  readonly closeAtMs: number | null;
  /** False once the exchange decided it; its close is a time, compared with the clock. */
  readonly isTrading: boolean;
}

export interface KnownPosition {
  readonly outcome: OutcomeRef;
  readonly quantity: Shares;
  /** What this conditional may sell besides what its own orders lock: main takes it from the lease ledger. */
  readonly available: Shares;
  readonly atMs: number;
}

export interface KnownClock {
  readonly offsetMs: number;
  readonly measuredAtMs: number;
  /** False after a jump, until the next measurement agrees. */
  readonly isSteady: boolean;
}

/** Whether orders can be placed. */
export interface Gates {
  readonly entries: Gate;
  readonly exits: Gate;
  /** Of terms with several markets: those whose book is not live, so that no order can be placed there. */
  readonly notLive?: readonly MarketId[];
  /** Outcomes, as `keyOf` names them, whose sale is no exit now and that need armed trading for it. */
  readonly notExit?: readonly string[];
}
export type Gate =
  | { readonly at: 'open' }
  | { readonly at: 'locked' }
  | { readonly at: 'blocked'; readonly code: string };

/** Of terms of one kind, or of some. */
export interface StateOf<T extends AnyTerms = AnyTerms> {
  readonly id: ConditionalId;
  /** Rises when terms change, and when a person lets it go on after a halt. */
  readonly generation: number;
  readonly terms: T;
  readonly life: ConditionalLife;
  /** When its watch began: armed, and `startsWhen` was true. */
  readonly startedAtMs: number | null;
  /** By the trigger's name. */
  readonly fired: Readonly<Record<string, Firing>>;
  readonly children: readonly Child[];
  /** Of the next action. */
  readonly step: number;
  /** Best confirmed bid of a trailing stop; never falls. */
  readonly peak: Price | null;
  /** The take profit of an OCO is pulled because the stop is near. */
  readonly isFlipped: boolean;
  /** The position was seen, so that its absence means that it is gone. */
  readonly isPositionSeen: boolean;
  /** It ends as soon as no order of it is live; null while it continues. */
  readonly ending: EndReason | null;
  /** Definite refusals in a row. */
  readonly retries: number;
  /** No order before this time; null: at once. */
  readonly retryAtMs: number | null;
  /** Fills of the parent of an offset, in the order in which they arrived; absent for other kinds. */
  readonly parentFills?: readonly ParentFill[];
  /** Legs of a one-cancels-all that a person let go, by outcome; absent for other kinds. */
  readonly endedLegs?: readonly string[];
  /** When it would have fired while it could not: locked, blocked, or without data. */
  readonly missedAtMs: number | null;
  readonly known: Known;
}
