/**
 * Events that drive a conditional order, and the actions that main carries out for it.
 *
 * Invariants  Times are of the exchange's clock. Everything that decides comes in an event, so that the journal replays it.
 *             Main carries out the actions of one event, leases included, before it feeds the next one.
 * Source      docs/conditionals.md#events.
 */
import type { Coded, NoParameters } from '../../base/coded.ts';
import type { IntentId, OrderId } from '../../units/ids.ts';
import type { Price } from '../../units/price.ts';
import type { Shares } from '../../units/shares.ts';
import type { OrderIntent } from '../intent.ts';
import type { AnyTerms, ConditionalId } from './declaration/termsFields.ts';
import type { BookObservation, OutcomeRef, TickObservation, TradeObservation } from './observation.ts';
import type { ChildEnd, EndReason, Gates, HaltReason, KnownMarket, Urgency, WaitReason } from './state.ts';

export type ChildUpdate =
  | { readonly at: 'working'; readonly orderId: OrderId; readonly filled: Shares }
  | { readonly at: 'unknown'; readonly filled: Shares }
  /** Only once the exchange's terminal state and the final fill are known: an answer to a cancel is not enough. */
  | { readonly at: 'ended'; readonly end: ChildEnd; readonly filled: Shares };

export type ConditionalEvent =
  | { readonly kind: 'arm'; readonly atMs: number }
  | { readonly kind: 'book'; readonly atMs: number; readonly book: BookObservation }
  /** A book that stands in for the streamed one. */
  | { readonly kind: 'restBook'; readonly atMs: number; readonly book: BookObservation }
  | { readonly kind: 'trade'; readonly atMs: number; readonly trade: TradeObservation }
  | { readonly kind: 'tick'; readonly atMs: number; readonly tick: TickObservation }
  /** Time passed: main sends it at `findWakeTime`. */
  | { readonly kind: 'time'; readonly atMs: number }
  /** A measurement of the exchange's clock. */
  | { readonly kind: 'clock'; readonly atMs: number; readonly offsetMs: number }
  | { readonly kind: 'market'; readonly atMs: number; readonly market: KnownMarket }
  /** Quantity as the exchange has it, and what this conditional may sell by the lease ledger; again whenever a lease ends. */
  | {
      readonly kind: 'position';
      readonly atMs: number;
      readonly outcome: OutcomeRef;
      readonly quantity: Shares;
      readonly available: Shares;
    }
  | { readonly kind: 'child'; readonly atMs: number; readonly intentId: IntentId; readonly update: ChildUpdate }
  /** One fill of an order of it, by the exchange's id; the same one may come again. */
  | {
      readonly kind: 'fill';
      readonly atMs: number;
      readonly intentId: IntentId;
      readonly fill: { readonly id: string; readonly price: Price; readonly shares: Shares };
    }
  /** More than one order of the exchange may be this child. */
  | { readonly kind: 'ambiguous'; readonly atMs: number; readonly intentId: IntentId }
  | { readonly kind: 'gates'; readonly atMs: number; readonly gates: Gates }
  /** Ids, domain or wallet record of a market differ from what was pinned. */
  | { readonly kind: 'marketChanged'; readonly atMs: number; readonly code: string }
  /** The program started, or a stream was lost: nothing known before counts. */
  | { readonly kind: 'restart'; readonly atMs: number; readonly isProgram: boolean }
  /** Orders, fills and positions were read since. */
  | { readonly kind: 'reconciled'; readonly atMs: number }
  /** By the exchange's history the trigger was true during the gap. */
  | { readonly kind: 'missed'; readonly atMs: number; readonly wouldHaveFiredAtMs: number }
  | { readonly kind: 'cancel'; readonly atMs: number }
  /** A person's answer to a halt. */
  | { readonly kind: 'answer'; readonly atMs: number; readonly answer: 'resume' | 'end' }
  /** New terms of the same kind; only while no order of it is live. */
  | { readonly kind: 'change'; readonly atMs: number; readonly terms: AnyTerms };

/** What the pane, the log and a notification are told; words in shared/text/conditionals/conditionals. */
export interface ConditionalNotices {
  fired: { readonly name: string; readonly isLate: boolean };
  waiting: { readonly reason: WaitReason };
  goesOn: NoParameters;
  halted: { readonly reason: HaltReason };
  ended: { readonly reason: EndReason; readonly filled: Shares };
}
export type ConditionalNotice = Coded<ConditionalNotices>;

/** Carried out once: main remembers the key. */
export interface ActionKey {
  readonly id: ConditionalId;
  readonly generation: number;
  readonly step: number;
}

export type ConditionalAction =
  /** The intent's id is made of the key: the same order can be found after a crash. */
  | {
      readonly kind: 'place';
      readonly key: ActionKey;
      readonly intent: OrderIntent;
      readonly urgency: Urgency;
      /** The signed order is void from then on; null: the usual lifetime. */
      readonly expiresAtMs: number | null;
    }
  | { readonly kind: 'cancel'; readonly key: ActionKey; readonly intentId: IntentId }
  | { readonly kind: 'notify'; readonly key: ActionKey; readonly notice: ConditionalNotice };
