/** Words of the reasons why an account is read-only. */
import type { ReadOnlyReason, ReadOnlyReasons } from '../../order/orderSigner.ts';
import { type Catalogue, formatCoded } from '../catalogue.ts';

/** Clauses that follow a colon. */
export const READ_ONLY_REASONS: Catalogue<ReadOnlyReasons> = {
  noSecondKey: () => 'a passkey owns this wallet, and the vault has no second signing key. Add one in the Wallet pane',
  unknownWalletType: ({ signatureType }) =>
    `the exchange reports wallet type ${signatureType}, which Adyton does not support`,
  otherOwner: () => 'the key in the vault does not own this wallet',
};

/** 'Read-only: …', without a final period. */
export function formatReadOnly(reason: ReadOnlyReason): string {
  return `Read-only: ${formatCoded(READ_ONLY_REASONS, reason)}`;
}
