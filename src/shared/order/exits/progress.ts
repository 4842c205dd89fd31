/** Progress of moves and flattens as the page shows it, and the receipts of their commands. */
import type { Coded, NoParameters } from '../../base/coded.ts';
import type { Side } from '../../market/outcome.ts';
import type { IntentId, MarketId, OrderId } from '../../units/ids.ts';
import type { Price } from '../../units/price.ts';
import type { Shares } from '../../units/shares.ts';
import type { MoveOutcome, MovePlan, MoveState, OrderFate } from '../move.ts';
import type { CancelAllReceipt, PlaceDenial, Refusal } from '../receipts.ts';
import type { FlattenLeg, FlattenScope } from './flattenPlan.ts';
import type { ExitRoute } from './quote.ts';
import type { StopReason } from './stop.ts';

export type { OrderFate } from '../move.ts';

export interface MoveView extends MovePlan {
  readonly kind: 'move';
  readonly state: MoveState;
  readonly startedAtMs: number;
  /** Null while it runs. */
  readonly endedAtMs: number | null;
}

/** Why a part of the position was not exited; the words are in shared/text/exits/exits.ts. */
export interface LeftReasons {
  /** Less of it, or nothing, is held than when it was previewed. */
  nothingHeld: NoParameters;
  /** More is held than was previewed; it was not asked for. */
  moreHeld: { readonly shares: Shares };
  /** Nobody took the rest within the worst price before the time was over. */
  noTakers: { readonly worst: Price };
  /** Our own checks refused; before the first order nothing was cancelled. */
  denied: { readonly denials: readonly PlaceDenial[] };
  rejected: { readonly refusal: Refusal };
  /** These cancels are not proved, so that nothing further was placed. */
  cancelNotProved: { readonly orderIds: readonly OrderId[] };
  /** The exit would trade with these orders of our own, which were not to be cancelled. */
  matchesOwnOrder: { readonly orderIds: readonly OrderId[] };
  /** The answer to an order of the flatten was lost, and the exchange has not said what became of it. */
  orderUnknown: NoParameters;
  /** All that is left is locked by resting sells, or by something that the exchange does not report. */
  locked: NoParameters;
  /** Less than the smallest lot that has an exact price. */
  dust: NoParameters;
  stopped: { readonly by: StopReason };
  /** The program stopped meanwhile; nothing continues by itself. */
  programStopped: {
    /** Orders whose cancel had been requested. */
    readonly cancels: readonly OrderFate[];
    /** Orders that had been signed. */
    readonly placed: readonly OrderFate[];
  };
}

export type LeftReason = Coded<LeftReasons>;

export interface LegRequest {
  readonly market: MarketId;
  readonly side: Side;
  readonly route: ExitRoute;
  /** Worst price of the order, in the terms of the outcome that it names. */
  readonly worst: Price;
  /** Most to exit, as it was previewed: what is bought meanwhile stays. */
  readonly shares: Shares;
  /** The member typed the price and confirmed that the book is not live. */
  readonly isBookConfirmed: boolean;
}

export interface FlattenRequest {
  readonly flattenId: IntentId;
  readonly legs: readonly LegRequest[];
  /** Cancels every open order of these markets first. */
  readonly cancelsOrders: boolean;
}

export interface LegView extends Omit<LegRequest, 'shares'> {
  readonly toExit: Shares;
  readonly exited: Shares;
  readonly at: 'checking' | 'cancelling' | 'placing' | 'working' | 'waiting' | 'ended';
  /** Null while it runs, and when nothing is left. */
  readonly left: LeftReason | null;
}

export interface FlattenView {
  readonly kind: 'flatten';
  readonly flattenId: IntentId;
  readonly legs: readonly LegView[];
  readonly startedAtMs: number;
  readonly endedAtMs: number | null;
}

export type ExitView = MoveView | FlattenView;

export interface FlattenPreview {
  readonly scope: FlattenScope;
  readonly legs: readonly FlattenLeg[];
}

export type FlattenReceipt =
  | { readonly outcome: 'started' }
  /** Another flatten of one of these markets runs. */
  | { readonly outcome: 'running' };

/** Why an order cannot be moved; the words are in shared/text/exits/exits.ts. */
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

/** A position that lost its protection. */
export interface UnprotectedPosition {
  readonly market: MarketId;
  readonly side: Side;
  readonly shares: Shares;
}

/** What a panic did, and what it could not prove. */
export interface PanicReceipt {
  readonly cancel: CancelAllReceipt;
  /** Moves and flattens that were stopped. */
  readonly stopped: number;
  /** Conditional orders that it ended. */
  readonly conditionals: number;
  /** Positions that a conditional order protected before it, as they are held after it. */
  readonly unprotected: readonly UnprotectedPosition[];
  /** Our orders whose outcome is not known: they may rest. */
  readonly unknownOrders: readonly IntentId[];
  readonly flatten:
    | { readonly at: 'off' }
    /** No order can be signed now. */
    | { readonly at: 'locked' }
    | { readonly at: 'started'; readonly markets: number };
}
