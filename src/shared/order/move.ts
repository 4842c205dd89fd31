/**
 * Move of a resting order to another price: cancel, confirm, place the rest.
 *
 * Shape       cancelling → proving (no proof of the cancel yet) → placing → ended; a pure step between them.
 * Invariants  The new order is placed only once the exchange's data shows that the old one is cancelled, so that two never
 *             rest, and is never larger than what was left of the old one: the old fills and the new order together are at
 *             most what the old order was for. Nothing follows `ended`.
 * Source      docs/exits.md#move
 */
import type { Coded } from '../base/coded.ts';
import type { Direction, Side } from '../market/outcome.ts';
import type { IntentId, MarketId, OrderId } from '../units/ids.ts';
import type { Price } from '../units/price.ts';
import { type Shares, toShares } from '../units/shares.ts';
import type { StopReason } from './exits/stop.ts';
import type { LifeReason, OrderLife } from './life.ts';
import type { CancelReceipt, PlaceReceipt } from './receipts.ts';

export interface MovePlan {
  /** Also the intent of the new order, so that a repeated request places nothing more. */
  readonly moveId: IntentId;
  readonly orderId: OrderId;
  readonly market: MarketId;
  readonly side: Side;
  readonly direction: Direction;
  readonly from: Price;
  readonly to: Price;
  /** What was left of the old order when the move began. */
  readonly shares: Shares;
  /** What it had filled until then. */
  readonly filledBefore: Shares;
}

/** How a move ended; the words are in shared/text/exits/exits.ts. */
export interface MoveOutcomes {
  moved: { readonly shares: Shares; readonly filledMeanwhile: Shares; readonly orderId: OrderId | null };
  /** The old order filled before the cancel arrived. */
  filled: { readonly filledMeanwhile: Shares };
  /** The old order may still rest; nothing was placed. */
  cancelNotProved: { readonly reason: LifeReason | null };
  /** The old order ended in another way than by the cancel; nothing was placed. */
  oldEnded: { readonly at: OrderLife['at'] };
  /** The old order is gone and the new one was not placed. */
  newRefused: { readonly shares: Shares; readonly filledMeanwhile: Shares; readonly receipt: PlaceReceipt };
  /** The old order is gone, and the answer to the new one was lost. */
  newUnknown: { readonly shares: Shares; readonly filledMeanwhile: Shares };
  /** Stopped while the cancel was under way; nothing was placed. */
  stopped: { readonly by: StopReason };
  /** The program ended during the move; nothing continues by itself. */
  programStopped: {
    readonly old: OrderFate;
    readonly filledMeanwhile: Shares;
    /** What was left for the new order. */
    readonly rest: Shares;
    /** The new order; null when it was never signed. */
    readonly placed: OrderFate | null;
  };
}

/** State of an order that an interrupted move or flatten left, after a restart. */
export interface OrderFate {
  /** Null while the exchange's id is not known. */
  readonly orderId: OrderId | null;
  /** `notListed`: of another client, and no longer among the open orders. `notRead`: the account was not read yet. */
  readonly at: OrderLife['at'] | 'notListed' | 'notRead';
  readonly filled: Shares;
}

export type MoveOutcome = Coded<MoveOutcomes>;

export type MoveState =
  | { readonly at: 'cancelling' }
  | { readonly at: 'proving'; readonly reason: LifeReason | null }
  | { readonly at: 'placing'; readonly shares: Shares; readonly filledMeanwhile: Shares }
  | { readonly at: 'ended'; readonly outcome: MoveOutcome };

export type MoveEvent =
  | { readonly kind: 'cancelAnswered'; readonly receipt: CancelReceipt }
  /** The exchange's data shows that the old order is no longer open. */
  | { readonly kind: 'oldEnded'; readonly at: OrderLife['at']; readonly filled: Shares }
  | { readonly kind: 'placed'; readonly receipt: PlaceReceipt }
  | { readonly kind: 'stopped'; readonly by: StopReason }
  | { readonly kind: 'timedOut' };

export const MOVE_START: MoveState = { at: 'cancelling' };

/** One step; the caller places `shares` when the state becomes `placing`, and nothing otherwise. */
export function reduceMove(state: MoveState, event: MoveEvent, plan: MovePlan): MoveState {
  if (state.at === 'ended') return state;
  if (state.at === 'placing') {
    return event.kind === 'placed' ? { at: 'ended', outcome: describePlaced(state, event.receipt) } : state;
  }
  switch (event.kind) {
    case 'cancelAnswered': {
      // An answer is no proof: the state of the order follows as `oldEnded`.
      const { receipt } = event;
      if (receipt.outcome === 'cancelled' || receipt.outcome === 'gone') return state;
      return { at: 'proving', reason: receipt.outcome === 'unknown' ? receipt.reason : null };
    }
    case 'oldEnded':
      return reduceOldEnded(event.at, event.filled, plan);
    case 'stopped':
      return { at: 'ended', outcome: { code: 'stopped', parameters: { by: event.by } } };
    case 'timedOut': {
      const reason = state.at === 'proving' ? state.reason : null;
      return { at: 'ended', outcome: { code: 'cancelNotProved', parameters: { reason } } };
    }
    case 'placed':
      return state;
  }
}

function reduceOldEnded(at: OrderLife['at'], filled: Shares, plan: MovePlan): MoveState {
  const filledMeanwhile = toShares(Math.max(0, filled - plan.filledBefore));
  const rest = plan.shares - filledMeanwhile;
  if (at === 'done' || (at === 'cancelled' && rest <= 0)) {
    return { at: 'ended', outcome: { code: 'filled', parameters: { filledMeanwhile } } };
  }
  if (at !== 'cancelled') return { at: 'ended', outcome: { code: 'oldEnded', parameters: { at } } };
  return { at: 'placing', shares: toShares(rest), filledMeanwhile };
}

function describePlaced(state: Extract<MoveState, { at: 'placing' }>, receipt: PlaceReceipt): MoveOutcome {
  const { shares, filledMeanwhile } = state;
  switch (receipt.outcome) {
    case 'accepted':
      return { code: 'moved', parameters: { shares, filledMeanwhile, orderId: receipt.orderId } };
    case 'unknown':
      return { code: 'newUnknown', parameters: { shares, filledMeanwhile } };
    default:
      return { code: 'newRefused', parameters: { shares, filledMeanwhile, receipt } };
  }
}
