/**
 * What main shows of conditional orders: whole values, replaced when they change.
 *
 * Units       Prices and shares in millionths, prices in the terms of their outcome; times in ms of the exchange's clock,
 *             `provedAtMs` on this machine's.
 */
import type { Coded, NoParameters } from '../../base/coded.ts';
import type { Direction } from '../../market/outcome.ts';
import type { ConditionalId } from '../../order/conditional/declaration/termsFields.ts';
import type { BookProblem, OutcomeRef } from '../../order/conditional/observation.ts';
import type { Child, ConditionalLife, HaltReason, Urgency, WaitReason } from '../../order/conditional/state.ts';
import type { ConditionalKind, ConditionalTerms } from '../../order/conditional/terms.ts';
import type { PlaceDenial } from '../../order/receipts.ts';
import type { IntentId, MarketId, OrderId } from '../../units/ids.ts';
import type { Price } from '../../units/price.ts';
import type { Shares } from '../../units/shares.ts';

/** What made a trigger fire, one for each condition of it; prices of a book in YES terms. */
export type EvidenceView =
  | {
      readonly kind: 'book';
      readonly market: MarketId;
      readonly sequence: number;
      /** Read by REST, in place of the streamed book. */
      readonly isRest: boolean;
      readonly bestBid: Price | null;
      readonly bestAsk: Price | null;
    }
  | { readonly kind: 'trade'; readonly market: MarketId; readonly price: Price; readonly shares: number }
  | { readonly kind: 'tick'; readonly symbol: string; readonly price: number }
  | { readonly kind: 'time'; readonly dueMs: number };

export interface FiringView {
  /** Which of its triggers. */
  readonly name: string;
  readonly atMs: number;
  readonly sinceMs: number;
  /** After a gap in the data: it may have been true earlier. */
  readonly isLate: boolean;
  readonly evidence: readonly EvidenceView[];
}

/** One order of a conditional order. */
export interface ConditionalOrderView {
  readonly intentId: IntentId;
  /** Null until the exchange assigns one. */
  readonly orderId: OrderId | null;
  /** Purpose of the order. */
  readonly slot: string;
  readonly outcome: OutcomeRef;
  readonly direction: Direction;
  readonly price: Price;
  readonly shares: Shares;
  readonly filled: Shares;
  readonly urgency: Urgency;
  readonly life: Child['life'];
  readonly isCancelRequested: boolean;
  readonly requestedAtMs: number;
}

/** One step of a conditional's life. */
export interface ConditionalStepView {
  readonly atMs: number;
  readonly what:
    | { readonly kind: 'life'; readonly life: ConditionalLife }
    | { readonly kind: 'fired'; readonly name: string; readonly isLate: boolean }
    | { readonly kind: 'placed'; readonly price: Price; readonly shares: Shares; readonly direction: Direction }
    | { readonly kind: 'filled'; readonly shares: Shares; readonly of: Shares }
    | { readonly kind: 'changed' };
}

export interface ConditionalView {
  readonly id: ConditionalId;
  readonly generation: number;
  readonly terms: ConditionalTerms;
  readonly life: ConditionalLife;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
  readonly fired: readonly FiringView[];
  /** Oldest first; the newest twenty. */
  readonly orders: readonly ConditionalOrderView[];
  /** By orders in the direction of the terms. */
  readonly filled: Shares;
  /** Best confirmed bid of a trailing stop. */
  readonly peak: Price | null;
  /** When its work began; null or absent: it waits for its start. */
  readonly startedAtMs?: number | null;
  /** By the exchange's history it would have fired then, while it was not watched. */
  readonly missedAtMs: number | null;
  /** No order before this time. */
  readonly retryAtMs: number | null;
  /** Why main did not send its newest order; null: it did, or there was none. */
  readonly denials: readonly PlaceDenial[] | null;
  /** Oldest first; the newest hundred. */
  readonly steps: readonly ConditionalStepView[];
}

/** Data that may stand in for a book; `provedAtMs` null: it was not needed or not seen yet. */
export type StandInView =
  | { readonly kind: 'rest'; readonly provedAtMs: number | null }
  | { readonly kind: 'underlying'; readonly symbol: string; readonly provedAtMs: number | null };

/** Data that decides when a protector fires. */
export type ProtectionSourceView =
  | {
      readonly kind: 'book';
      readonly outcome: OutcomeRef;
      /** Newest proof of life; null: no book. */
      readonly provedAtMs: number | null;
      readonly problem: BookProblem | null;
      /** What decides while it has no usable price; null: nothing, the protector waits. */
      readonly standIn: StandInView | null;
    }
  | { readonly kind: 'tick'; readonly symbol: string; readonly provedAtMs: number | null }
  | { readonly kind: 'time' };

export interface ProtectorView {
  readonly id: ConditionalId;
  readonly kind: ConditionalKind;
  readonly at: ConditionalLife['at'];
  /** Shares of the position that it would sell. */
  readonly shares: Shares;
  readonly sources: readonly ProtectionSourceView[];
  /** Why it would not sell if its trigger were true now; null: it would. */
  readonly problem: ProtectionProblem | null;
}

/** Protection of one position now. */
export interface ProtectionView {
  readonly outcome: OutcomeRef;
  readonly quantity: Shares;
  readonly protectors: readonly ProtectorView[];
  /** Shares that no working protector would sell. */
  readonly unprotected: Shares;
}

export interface ConditionalsView {
  /** True while the screen or the keys are locked: the lists are empty then, the counts are not. */
  readonly isHidden: boolean;
  /** Newest first. */
  readonly conditionals: readonly ConditionalView[];
  readonly protections: readonly ProtectionView[];
  /** Not ended: those that halted are among them. */
  readonly active: number;
  /** Number of active ones that wait because the keys are locked. */
  readonly locked: number;
  /** Halted: they need an answer. */
  readonly halted: number;
  /** Stored, with terms that cannot be read: nothing of them is carried out, and their orders may rest. */
  readonly unreadable: readonly ConditionalId[];
}

/** Why a conditional order is not armed or not changed; the words are in shared/text/conditionals/conditionals.ts. */
export interface ArmRefusals {
  /** The exchange did not list this market in this run. */
  notListed: { readonly market: MarketId };
  /** No listed market has this underlying. */
  noUnderlying: { readonly symbol: string };
  marketClosed: NoParameters;
  /** The account is not read yet. */
  accountNotRead: NoParameters;
  /** Nothing is held that it could sell. */
  nothingHeld: NoParameters;
  /** It buys: trading must be armed. */
  disarmed: NoParameters;
  offTick: { readonly price: Price };
  /** Not whole lots, or none. */
  badSize: NoParameters;
  /** A price beyond its own worst price. */
  beyondWorst: { readonly price: Price; readonly worst: Price };
  /** A time that is over, or after the close of the market. */
  badTime: NoParameters;
  /** A trigger names too few conditions, or the wrong kind of confirmation. */
  badTrigger: NoParameters;
  /** The kind does this in one direction only. */
  badDirection: NoParameters;
  tooMany: { readonly max: number };
  /** Too many were armed or changed within a minute. */
  tooOften: { readonly seconds: number };
  /** The conditional orders that are not ended fill the space that they have. */
  storeFull: NoParameters;
  /** All of its legs together, or one of them, would break limits or need more than the balance. */
  worstCase: { readonly denials: readonly PlaceDenial[] };
  /** It could not be written to the disk. */
  notStored: NoParameters;
  /** The conditional order changed meanwhile: an order of it is live, or it ended. */
  notChangeable: NoParameters;
}
export type ArmRefusal = Coded<ArmRefusals>;

export type ArmReceipt =
  | { readonly outcome: 'armed'; readonly id: ConditionalId }
  | { readonly outcome: 'refused'; readonly reason: ArmRefusal };

/** Reasons why a conditional order does not protect a position now. */
type ProtectionProblem =
  | { readonly kind: 'waiting'; readonly reason: WaitReason }
  | { readonly kind: 'halted'; readonly reason: HaltReason };
