/**
 * Which key signs the orders of a wallet, or in words why none here does: main decides by it, the page shows it.
 *
 * Invariants  Pure. Of several second signing keys the newest signs: an older one signs again once the newer are removed.
 * Source      exchange-interface, Authentication is not authorisation to trade.
 */
import type { Address } from '../units/ids.ts';

/** A Safe of which the own key is the owner. */
export const OWN_KEY_TYPE = 2;
/** A wallet that a passkey owns. */
export const PASSKEY_TYPE = 3;

export interface SigningFacts {
  readonly signatureType: number;
  readonly walletOwner: Address;
  /** Of the vault; null: there is none. */
  readonly ownKey: Address | null;
  /** Of the vault, oldest first. */
  readonly secondKeys: readonly Address[];
}

export type OrderSigner =
  | { readonly kind: 'own'; readonly key: Address }
  | { readonly kind: 'second'; readonly key: Address }
  /** The account is read-only here; `why` begins with that word. */
  | { readonly kind: 'none'; readonly why: string };

export function findOrderSigner({ signatureType, walletOwner, ownKey, secondKeys }: SigningFacts): OrderSigner {
  if (signatureType === PASSKEY_TYPE) {
    const key = secondKeys.at(-1);
    if (key !== undefined) return { kind: 'second', key };
    const why = 'Read-only: a passkey owns this wallet, and no second signing key is here. The Wallet pane adds one';
    return { kind: 'none', why };
  }
  if (signatureType !== OWN_KEY_TYPE) {
    const why = `Read-only: the exchange calls this wallet type ${signatureType}, which Adyton does not know`;
    return { kind: 'none', why };
  }
  if (ownKey !== null && ownKey === walletOwner) return { kind: 'own', key: ownKey };
  return { kind: 'none', why: 'Read-only: this wallet belongs to another key than the one in the vault' };
}
