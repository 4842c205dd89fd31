/**
 * Life of one order: states, events and the pure step between them.
 *
 * Invariants  A terminal state is final, except `absent`: that was a conclusion, so the exchange's own data overrides it.
 *             Only the exchange or a person ends `unknown`, never a guess.
 * Errors      BugError on a transition that no event can cause.
 */
import type { Coded, NoParameters } from '../base/coded.ts';
import { BugError } from '../units/errors.ts';
import type { OrderId } from '../units/ids.ts';
import type { ExchangeOrder } from './account/account.ts';
import type { LostAnswer } from './lostAnswer.ts';

/** Reason for a state of an order; the words are in shared/text/orders/orderLife.ts. */
export interface LifeReasons {
  /** Words stored by a journal from before reasons had codes. */
  storedText: { readonly text: string };
  /** No usable answer to the placement. */
  noAnswer: { readonly cause: LostAnswer };
  /** The program stopped before the answer arrived. */
  programStopped: NoParameters;
  /** The exchange uses this order's id for another order. */
  idReused: { readonly orderId: OrderId };
  /** The exchange answered two placements with the same id. */
  idOfTwoIntents: { readonly orderId: OrderId };
  notKnown: { readonly orderId: OrderId };
  /** The exchange serves an order state that is not documented. */
  unknownState: { readonly state: string };
  notListed: NoParameters;
  /** Of `equal` identical orders only `arrived` reached the exchange. */
  surplus: { readonly equal: number; readonly arrived: number };
  ruledOutByPerson: NoParameters;
  cancelRefused: { readonly codes: readonly string[] };
  cancelUnanswered: { readonly cause: LostAnswer };
  stillListed: NoParameters;
}

export type LifeReason = Coded<LifeReasons>;

export type OrderLife =
  | { readonly at: 'signed' }
  | { readonly at: 'sent' }
  /** The answer was lost: the order may rest, have filled, or have never arrived. */
  | { readonly at: 'unknown'; readonly sinceMs: number; readonly reason: LifeReason }
  | { readonly at: 'resting'; readonly orderId: OrderId }
  | { readonly at: 'cancelling'; readonly orderId: OrderId; readonly sinceMs: number }
  | { readonly at: 'done'; readonly orderId: OrderId }
  | { readonly at: 'cancelled'; readonly orderId: OrderId }
  /** `codes` are the exchange's own; empty when it gave none. */
  | { readonly at: 'rejected'; readonly orderId: OrderId | null; readonly codes: readonly string[] }
  /** Never reached the exchange: proved by absence after its latest arrival, or by a person. */
  | { readonly at: 'absent'; readonly reason: LifeReason };

/** Where data about an order came from; absent in lines of an older journal. */
export const ORDER_SOURCES = ['answer', 'stream', 'read'] as const;
export type OrderSource = (typeof ORDER_SOURCES)[number];

export type OrderEvent =
  | { readonly kind: 'sent'; readonly atMs: number }
  | { readonly kind: 'lost'; readonly atMs: number; readonly reason: LifeReason }
  /** The exchange no longer knows an order that it had named. */
  | { readonly kind: 'vanished'; readonly atMs: number; readonly reason: LifeReason }
  | { readonly kind: 'refused'; readonly atMs: number; readonly codes: readonly string[] }
  | {
      readonly kind: 'exchange';
      readonly atMs: number;
      readonly order: ExchangeOrder;
      readonly source?: OrderSource | undefined;
    }
  | { readonly kind: 'cancelSent'; readonly atMs: number }
  | { readonly kind: 'cancelFailed'; readonly atMs: number; readonly reason: LifeReason }
  | { readonly kind: 'provedAbsent'; readonly atMs: number; readonly reason: LifeReason }
  /** A person's decision about a lost order: it is this order of the exchange, or (null) none of them. */
  | { readonly kind: 'resolved'; readonly atMs: number; readonly orderId: OrderId | null };

export const RULED_OUT_BY_PERSON: LifeReason = { code: 'ruledOutByPerson', parameters: {} };

export function isTerminal(life: OrderLife): boolean {
  return life.at === 'done' || life.at === 'cancelled' || life.at === 'rejected' || life.at === 'absent';
}

/** One step; outdated data about a terminal order changes nothing. */
export function reduceOrder(life: OrderLife, event: OrderEvent): OrderLife {
  if (isTerminal(life) && !(life.at === 'absent' && event.kind === 'exchange')) return life;
  switch (event.kind) {
    case 'sent':
      if (life.at !== 'signed') throw new BugError(`Order went from ${life.at} to sent`);
      return { at: 'sent' };
    case 'lost':
      return life.at === 'sent' || life.at === 'signed'
        ? { at: 'unknown', sinceMs: event.atMs, reason: event.reason }
        : life;
    case 'vanished':
      return life.at === 'unknown' ? life : { at: 'unknown', sinceMs: event.atMs, reason: event.reason };
    case 'refused':
      // A stream event can overtake the answer, but after a definite refusal nothing rests.
      return { at: 'rejected', orderId: 'orderId' in life ? life.orderId : null, codes: event.codes };
    case 'exchange':
      return reduceExchangeOrder(life, event.order, event.atMs);
    case 'cancelSent':
      return life.at === 'resting' ? { at: 'cancelling', orderId: life.orderId, sinceMs: event.atMs } : life;
    case 'cancelFailed':
      return life.at === 'cancelling' ? { at: 'resting', orderId: life.orderId } : life;
    case 'provedAbsent':
      if (life.at !== 'unknown') throw new BugError(`Order proved absent while ${life.at}`);
      return { at: 'absent', reason: event.reason };
    case 'resolved':
      if (life.at !== 'unknown') throw new BugError(`Order resolved by a person while ${life.at}`);
      // An id does not give the state: the exchange's data about that order follows.
      return event.orderId === null ? { at: 'absent', reason: RULED_OUT_BY_PERSON } : life;
  }
}

function reduceExchangeOrder(life: OrderLife, order: ExchangeOrder, atMs: number): OrderLife {
  switch (order.state) {
    case 'done':
      return { at: 'done', orderId: order.id };
    case 'cancel':
      return { at: 'cancelled', orderId: order.id };
    case 'reject':
      return { at: 'rejected', orderId: order.id, codes: [] };
    case 'pending':
    case 'wait':
      return life.at === 'cancelling' ? life : { at: 'resting', orderId: order.id };
    default: {
      if (life.at === 'unknown') return life;
      const reason: LifeReason = { code: 'unknownState', parameters: { state: order.state.unknown } };
      return { at: 'unknown', sinceMs: atMs, reason };
    }
  }
}
