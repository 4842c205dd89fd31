/** Placements and cancels as the exchange client gets them, their outcomes, and private stream events. */
import type { StreamReason } from '../market/streamReason.ts';
import type { Balance, ExchangeOrder, Fill, Position, UnreadableOrder } from './account/account.ts';
import type { SignedOrder } from './fields.ts';
import type { OrderIntent } from './intent.ts';
import type { LostAnswer } from './lostAnswer.ts';

export interface Placement {
  readonly intent: OrderIntent;
  /** Null for a custodial member. */
  readonly signed: SignedOrder | null;
}

/** A time-out, a 5xx, a lost socket or an unreadable answer is `unknown`: not a failure, and never resent. */
export type PostOutcome =
  | { readonly kind: 'accepted'; readonly order: ExchangeOrder }
  | { readonly kind: 'rejected'; readonly codes: readonly string[]; readonly retryAtMs: number | null }
  | { readonly kind: 'unknown'; readonly cause: LostAnswer };

export type CancelOutcome =
  | { readonly kind: 'cancelled' }
  /** The exchange accepted the request; the stream or a read confirms the cancel. */
  | { readonly kind: 'triggered' }
  /** `retryAfterMs`: after a 429, how long to send nothing; absent otherwise. */
  | { readonly kind: 'rejected'; readonly codes: readonly string[]; readonly retryAfterMs?: number }
  | { readonly kind: 'unknown'; readonly cause: LostAnswer };

/** Cancels that may wait for their answer at once. */
export const MAX_CANCELS_IN_FLIGHT = 32;

/** Events of the private streams, parsed. */
export type PrivateEvent =
  | { readonly kind: 'order'; readonly order: ExchangeOrder; readonly receivedAtMs: number }
  | { readonly kind: 'fill'; readonly fill: Fill; readonly receivedAtMs: number }
  | { readonly kind: 'balance'; readonly balance: Balance; readonly receivedAtMs: number }
  | { readonly kind: 'position'; readonly position: Position; readonly receivedAtMs: number }
  /** Connected and subscribed: everything must be reconciled by REST now. */
  | { readonly kind: 'open'; readonly atMs: number }
  | { readonly kind: 'closed'; readonly atMs: number; readonly reason: StreamReason }
  | {
      readonly kind: 'unreadable';
      readonly atMs: number;
      readonly why: string;
      /** The readable part, where the message is an order. */
      readonly order?: UnreadableOrder;
    };
