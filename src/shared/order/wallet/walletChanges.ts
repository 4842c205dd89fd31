/**
 * Codes of changed wallet configurations, and of market records that may not sign.
 *
 * Shape       Each interface maps a code to its parameters; `shared/text/wallet/walletChanges.ts` has the words.
 */
import type { Coded, NoParameters } from '../../base/coded.ts';

interface Change {
  /** Null: the earlier value is no longer on record. */
  readonly before: string | number | null;
  readonly now: string | number;
}

/** A pinned value of the wallet configuration that differs from what the user agreed to. */
export interface WalletChanges {
  readonly wallet: Change;
  readonly owner: Change;
  readonly exchangeContract: Change;
  readonly conditionalTokens: Change;
  readonly usdcContract: Change;
  readonly chain: Change;
  readonly signingDomain: Change;
  readonly signatureType: Change;
  /** The exchange names no wallet any more. */
  readonly noWallet: { readonly before: string };
}
export type WalletChange = Coded<WalletChanges>;

/** Why the record of one market does not sign. */
export interface MarketRecordRefusals {
  readonly walletNotRead: NoParameters;
  readonly marketUnknown: NoParameters;
  readonly differsFromAccount: { readonly changes: readonly WalletChange[] };
  readonly tokensNotNamed: NoParameters;
  readonly oneToken: NoParameters;
  readonly otherTokens: NoParameters;
  readonly foreignTokens: NoParameters;
}
export type MarketRecordRefusal = Coded<MarketRecordRefusals>;
