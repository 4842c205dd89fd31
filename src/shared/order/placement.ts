/** What the account hands to the exchange's client, and the three things that can come back. */
import type { Balance, ExchangeOrder, Fill, Position, UnreadableOrder } from './account.ts';
import type { SignedOrder } from './fields.ts';
import type { OrderIntent } from './intent.ts';

export interface Placement {
  readonly intent: OrderIntent;
  /** Null for a custodial member. */
  readonly signed: SignedOrder | null;
}

/** A time-out, a 5xx, a lost socket or an unreadable answer is `unknown`: never failed and never resent. */
export type PostOutcome =
  | { readonly kind: 'accepted'; readonly order: ExchangeOrder }
  | { readonly kind: 'rejected'; readonly codes: readonly string[]; readonly retryAtMs: number | null }
  | { readonly kind: 'unknown'; readonly why: string };

export type CancelOutcome =
  | { readonly kind: 'cancelled' }
  /** Answered while the order still rests: the stream or a read confirms. */
  | { readonly kind: 'triggered' }
  | { readonly kind: 'rejected'; readonly codes: readonly string[] }
  | { readonly kind: 'unknown'; readonly why: string };

/** What the private streams tell, parsed. */
export type PrivateEvent =
  | { readonly kind: 'order'; readonly order: ExchangeOrder; readonly receivedAtMs: number }
  | { readonly kind: 'fill'; readonly fill: Fill; readonly receivedAtMs: number }
  | { readonly kind: 'balance'; readonly balance: Balance; readonly receivedAtMs: number }
  | { readonly kind: 'position'; readonly position: Position; readonly receivedAtMs: number }
  /** Connected and confirmed: everything must be reconciled by REST now. */
  | { readonly kind: 'open'; readonly atMs: number }
  | { readonly kind: 'closed'; readonly atMs: number; readonly why: string }
  | {
      readonly kind: 'unreadable';
      readonly atMs: number;
      readonly why: string;
      /** What could be read of it, where it was an order. */
      readonly order?: UnreadableOrder;
    };
