/**
 * Entries of the order journal: a signed order, or an event of its life.
 *
 * Invariants  `signed` is on disk before a byte leaves. The signature is never stored, so a copied journal can place nothing.
 */
import type { Address, Hex32, IntentId, TokenId } from '../units/ids.ts';
import type { Usd } from '../units/usd.ts';
import type { OrderIntent } from './intent.ts';
import type { OrderEvent } from './life.ts';

export interface SignedEntry {
  readonly kind: 'signed';
  readonly intentId: IntentId;
  readonly atMs: number;
  /** The exchange's clock at the same moment, to compare with the creation time of its order. */
  readonly exchangeTimeMs: number;
  readonly intent: OrderIntent;
  readonly maker: Address;
  readonly tokenId: TokenId;
  readonly salt: bigint;
  readonly digest: Hex32;
  /** Exchange's clock; from then on the signed order is void. */
  readonly expiresAtMs: number;
  /** What it uses of the limits per minute and day; absent in entries from before these limits. */
  readonly risk?: { readonly notional: Usd; readonly givenAway: Usd };
}

export interface EventEntry {
  readonly kind: 'event';
  readonly intentId: IntentId;
  readonly atMs: number;
  readonly event: OrderEvent;
  /** True when this event ends the order's life. */
  readonly isLast: boolean;
}

export type JournalEntry = SignedEntry | EventEntry;
