/**
 * The life of one order as a pure step function.
 *
 * Invariants  A terminal state is never left, but for `absent` when the exchange names the order after all: that was a conclusion,
 *             not its word. `unknown` is left by the exchange's word or a person's, never by a guess.
 * Errors      BugError on a transition that no event of ours or the exchange's can cause.
 */
import { BugError } from '../units/errors.ts';
import type { OrderId } from '../units/ids.ts';
import type { ExchangeOrder } from './account.ts';

export type OrderLife =
  | { readonly at: 'signed' }
  | { readonly at: 'sent' }
  /** The answer was lost: it may be live, filled or never arrived. */
  | { readonly at: 'unknown'; readonly sinceMs: number; readonly why: string }
  | { readonly at: 'resting'; readonly orderId: OrderId }
  | { readonly at: 'cancelling'; readonly orderId: OrderId; readonly sinceMs: number }
  | { readonly at: 'done'; readonly orderId: OrderId }
  | { readonly at: 'cancelled'; readonly orderId: OrderId }
  | { readonly at: 'rejected'; readonly orderId: OrderId | null; readonly code: string }
  /** Never reached the exchange, proved by absence after its expiry or by a definite answer. */
  | { readonly at: 'absent'; readonly why: string };

export type OrderEvent =
  | { readonly kind: 'sent'; readonly atMs: number }
  | { readonly kind: 'lost'; readonly atMs: number; readonly why: string }
  /** The exchange no longer knows an order that it had named. */
  | { readonly kind: 'vanished'; readonly atMs: number; readonly why: string }
  | { readonly kind: 'refused'; readonly atMs: number; readonly code: string }
  | { readonly kind: 'exchange'; readonly atMs: number; readonly order: ExchangeOrder }
  | { readonly kind: 'cancelSent'; readonly atMs: number }
  | { readonly kind: 'cancelFailed'; readonly atMs: number; readonly why: string }
  | { readonly kind: 'provedAbsent'; readonly atMs: number; readonly why: string }
  /** A person's word about a lost order: it is this one of the exchange's, or (null) none of them. */
  | { readonly kind: 'resolved'; readonly atMs: number; readonly orderId: OrderId | null };

export const RESOLVED_ABSENT = 'you looked, and it is none of the orders on the exchange';

export function isTerminal(life: OrderLife): boolean {
  return life.at === 'done' || life.at === 'cancelled' || life.at === 'rejected' || life.at === 'absent';
}

/** One step; an older word of the exchange about a terminal order changes nothing. */
export function reduceOrder(life: OrderLife, event: OrderEvent): OrderLife {
  if (isTerminal(life) && !(life.at === 'absent' && event.kind === 'exchange')) return life;
  switch (event.kind) {
    case 'sent':
      if (life.at !== 'signed') throw new BugError(`Order went from ${life.at} to sent`);
      return { at: 'sent' };
    case 'lost':
      return life.at === 'sent' || life.at === 'signed' ? { at: 'unknown', sinceMs: event.atMs, why: event.why } : life;
    case 'vanished':
      return life.at === 'unknown' ? life : { at: 'unknown', sinceMs: event.atMs, why: event.why };
    case 'refused':
      // A stream event can overtake the answer, but a definite refusal says nothing rests.
      return { at: 'rejected', orderId: 'orderId' in life ? life.orderId : null, code: event.code };
    case 'exchange':
      return afterExchange(life, event.order, event.atMs);
    case 'cancelSent':
      return life.at === 'resting' ? { at: 'cancelling', orderId: life.orderId, sinceMs: event.atMs } : life;
    case 'cancelFailed':
      return life.at === 'cancelling' ? { at: 'resting', orderId: life.orderId } : life;
    case 'provedAbsent':
      if (life.at !== 'unknown') throw new BugError(`Order proved absent while ${life.at}`);
      return { at: 'absent', why: event.why };
    case 'resolved':
      if (life.at !== 'unknown') throw new BugError(`Order resolved by a person while ${life.at}`);
      // Which one it is says nothing of its state: the exchange's own word about that one follows.
      return event.orderId === null ? { at: 'absent', why: RESOLVED_ABSENT } : life;
  }
}

function afterExchange(life: OrderLife, order: ExchangeOrder, atMs: number): OrderLife {
  switch (order.state) {
    case 'done':
      return { at: 'done', orderId: order.id };
    case 'cancel':
      return { at: 'cancelled', orderId: order.id };
    case 'reject':
      return { at: 'rejected', orderId: order.id, code: 'rejected by the exchange' };
    case 'pending':
    case 'wait':
      return life.at === 'cancelling' ? life : { at: 'resting', orderId: order.id };
    default:
      return life.at === 'unknown'
        ? life
        : { at: 'unknown', sinceMs: atMs, why: `the exchange calls its state "${order.state.unknown}"` };
  }
}
