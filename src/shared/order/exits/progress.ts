/** Progress of moves and flattens as the page shows it, and the receipts of their commands. */
import type { IntentId, OrderId } from '../../units/ids.ts';
import type { PlaceDenial } from '../receipts.ts';
import type { MoveOutcome, MovePlan, MoveState } from './move.ts';

export interface MoveView extends MovePlan {
  readonly kind: 'move';
  readonly state: MoveState;
  readonly startedAtMs: number;
  /** Null while it runs. */
  readonly endedAtMs: number | null;
}

export type ExitView = MoveView;

/** Why an order cannot be moved; the words are in shared/text/exits.ts. */
export type MoveRefusal = 'unknownOrder' | 'notResting' | 'unreadable' | 'noDirection' | 'samePrice' | 'alreadyMoving';

/** A move begins only after every check, so in the first two cases the old order was not touched. */
export type MoveReceipt =
  | { readonly outcome: 'refused'; readonly reason: MoveRefusal }
  | { readonly outcome: 'denied'; readonly denials: readonly PlaceDenial[] }
  | { readonly outcome: 'ended'; readonly result: MoveOutcome };

export interface MoveRequest {
  readonly moveId: IntentId;
  readonly orderId: OrderId;
  readonly price: MovePlan['to'];
  /** Version of the book on screen; null without one. */
  readonly bookVersion: number | null;
}
