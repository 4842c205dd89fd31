/**
 * Entries of the order journal: an order that is about to be sent, or an event of its life.
 *
 * Invariants  `signed` is on disk before a byte leaves. The signature is never stored, so a copied journal can place nothing.
 */
import type { AccountId, Hex32, IntentId, TokenId } from '../units/ids.ts';
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
  /** The wallet that is the maker, or the custodial account. */
  readonly maker: AccountId;
  /** Null, like the next three, for an order of a custodial account: nothing signs it, so nothing bounds how long it rests. */
  readonly tokenId: TokenId | null;
  readonly salt: bigint | null;
  readonly digest: Hex32 | null;
  /** Exchange's clock; from then on the signed order is void. */
  readonly expiresAtMs: number | null;
  /** A prepared exit: it was signed ahead, and its signature outlives whatever happens to the order. */
  readonly isPrepared?: true;
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
