/** Receipts of order commands: what main answers to place, cancel, cancel all and match. */
import type { Coded, NoParameters } from '../base/coded.ts';
import type { ReadFailure } from '../market/readFailure.ts';
import type { OrderId } from '../units/ids.ts';
import type { CheckDenials } from './check.ts';
import type { LifeReason } from './life.ts';
import type { MarketRecordRefusal } from './wallet/walletChanges.ts';

/** Codes of denials that main gives besides the check's; their words are in shared/text/orders/denials.ts. */
export interface PlaceDenials extends CheckDenials {
  rateLimited: { readonly waitMs: number };
  walletUnreadable: { readonly failure: ReadFailure };
  /** The wallet configuration was another one at each signature. */
  walletUnsettled: NoParameters;
  /** The exchange's time could not be measured. */
  clockNotMeasured: { readonly failure: ReadFailure };
  walletNotReady: NoParameters;
  /** The market's wallet record may not sign. */
  walletMismatch: { readonly refusal: MarketRecordRefusal };
  /** The market's ids could not be saved as a pin. */
  pinNotSaved: NoParameters;
  signingFailed: NoParameters;
  journalFailed: NoParameters;
  /** A panic, or the end of the move or flatten that places it. */
  stopped: NoParameters;
  /** A prepared exit is not sent. */
  lotRefused: { readonly reason: LotDenial };
}

/** `inFlight`: another lot of the position is on its way. `price`: below the worst price of who sends it. */
export type LotDenial = 'gone' | 'expired' | 'inFlight' | 'price' | 'accountNotLive' | 'wallet' | 'tokens';

export type PlaceDenial = Coded<PlaceDenials>;

/** A definite refusal by the exchange, with its own codes. */
export interface Refusal {
  readonly codes: readonly string[];
  /** Which key had signed the order; null when that is no longer known. */
  readonly signedBy: 'own' | 'second' | null;
}

export type PlaceReceipt =
  | { readonly outcome: 'accepted'; readonly orderId: OrderId | null }
  /** The answer was lost; the order may be live and is looked for. */
  | { readonly outcome: 'unknown'; readonly orderId: OrderId | null }
  /** Refused by our own checks: nothing was sent. */
  | { readonly outcome: 'denied'; readonly orderId: null; readonly denials: readonly PlaceDenial[] }
  | { readonly outcome: 'rejected'; readonly orderId: OrderId | null; readonly refusal: Refusal }
  | { readonly outcome: 'absent'; readonly orderId: OrderId | null; readonly reason: LifeReason };

export type CancelReceipt =
  | { readonly outcome: 'cancelled' }
  /** The order had ended before: by a fill, or otherwise. */
  | { readonly outcome: 'gone'; readonly isFilled: boolean }
  /** The exchange accepted the cancel, but still lists the order or serves it in a form that cannot be read. */
  | { readonly outcome: 'triggered'; readonly isUnreadable: boolean }
  /** Not confirmed: the order may still rest. */
  | { readonly outcome: 'unknown'; readonly reason: LifeReason };

/** The cancel-alls that run, together. */
export interface CancelProgress {
  /** Orders that they cancel. */
  readonly asked: number;
  /** Of them those whose own state says that they ended. */
  readonly ended: number;
}

export interface CancelAllReceipt {
  readonly asked: number;
  /** No longer open according to the exchange; `filled` of them because they had traded, not because of the cancel. */
  readonly confirmed: number;
  readonly filled: number;
  /** Ids of orders or intents that are not confirmed. */
  readonly unknown: readonly string[];
  /** True when the exchange lists an unreadable order without an id. */
  readonly hasUnreadable: boolean;
  /** False when the list of open orders could not be read to its end, so orders of other clients may rest. */
  readonly isListed: boolean;
  /** From the request to the list of open orders that shows none of them, or as few as are left. */
  readonly tookMs: number;
}

/** Why a person's decision about a lost order was not accepted; the words are in shared/text/orders/orderLife.ts. */
export type MatchRefusal = 'notUnknown' | 'stillSearching' | 'notACandidate' | 'journalFailed';

export type MatchReceipt =
  | { readonly outcome: 'joined' | 'absent' }
  | { readonly outcome: 'refused'; readonly reason: MatchRefusal };
