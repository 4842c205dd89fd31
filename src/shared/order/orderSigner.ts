/**
 * Order signer: which key signs the orders of a wallet, or why none here does.
 *
 * Invariants  Pure. Of several second signing keys the newest signs; an older one signs again once the newer ones are removed.
 * Source      docs/exchange-interface.md#accounts.
 */
import type { Coded, NoParameters } from '../base/coded.ts';
import type { Address } from '../units/ids.ts';

/** Signature type of a Safe owned by the own key. */
export const OWN_KEY_TYPE = 2;
/** Signature type of a wallet owned by a passkey. */
export const PASSKEY_TYPE = 3;

export interface WalletKeys {
  readonly signatureType: number;
  readonly walletOwner: Address;
  /** Address of the vault's own key; null while the vault has none. */
  readonly ownKey: Address | null;
  /** Addresses of the vault's second signing keys, oldest first. */
  readonly secondKeys: readonly Address[];
}

/** Why the account is read-only here; `shared/text/account/readOnlyReasons.ts` has the words. */
export interface ReadOnlyReasons {
  /** A passkey owns the wallet, and the vault has no second signing key. */
  readonly noSecondKey: NoParameters;
  readonly unknownWalletType: { readonly signatureType: number };
  /** The wallet's owner is another address than the vault's own key. */
  readonly otherOwner: NoParameters;
}
export type ReadOnlyReason = Coded<ReadOnlyReasons>;

export type OrderSigner =
  | { readonly kind: 'own'; readonly key: Address }
  | { readonly kind: 'second'; readonly key: Address }
  /** A custodial account: the API key is enough, nothing is signed. */
  | { readonly kind: 'custodial' }
  /** The account is read-only here. */
  | { readonly kind: 'none'; readonly reason: ReadOnlyReason };

/** The signer of a wallet's orders; a custodial account has no wallet. */
export function findOrderSigner({
  signatureType,
  walletOwner,
  ownKey,
  secondKeys,
}: WalletKeys): Exclude<OrderSigner, { readonly kind: 'custodial' }> {
  if (signatureType === PASSKEY_TYPE) {
    const key = secondKeys.at(-1);
    if (key !== undefined) return { kind: 'second', key };
    return { kind: 'none', reason: { code: 'noSecondKey', parameters: {} } };
  }
  if (signatureType !== OWN_KEY_TYPE) {
    return { kind: 'none', reason: { code: 'unknownWalletType', parameters: { signatureType } } };
  }
  if (ownKey !== null && ownKey === walletOwner) return { kind: 'own', key: ownKey };
  return { kind: 'none', reason: { code: 'otherOwner', parameters: {} } };
}
