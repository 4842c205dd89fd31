/** Words of the reasons why an account is read-only. */
import type { ReadOnlyReason, ReadOnlyReasons } from '../order/orderSigner.ts';
import { type Catalogue, formatCoded } from './catalogue.ts';

/** Clauses that follow a colon. */
export const READ_ONLY_REASONS: Catalogue<ReadOnlyReasons> = {
  no_second_key: () =>
    'a passkey owns this wallet, and the vault has no second signing key. Add one in the Wallet pane',
  unknown_wallet_type: ({ signatureType }) =>
    `the exchange reports wallet type ${signatureType}, which Adyton does not support`,
  other_owner: () => 'the key in the vault does not own this wallet',
};

/** 'Read-only: …', without a final period. */
export function formatReadOnly(reason: ReadOnlyReason): string {
  return `Read-only: ${formatCoded(READ_ONLY_REASONS, reason)}`;
}
