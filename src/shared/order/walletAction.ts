/**
 * Wallet actions: withdraw collateral, redeem resolved markets, split and merge complete sets.
 *
 * Units       Millionths, of a dollar or of a share; a complete set is one share of each outcome and one dollar.
 */
import type { Address, Hex32 } from '../units/ids.ts';

/** An action with exact amounts and contract ids: its calldata follows from this and the wallet configuration. */
export type WalletAction =
  | { readonly kind: 'withdraw'; readonly to: Address; readonly amount: bigint }
  /** Every share of both outcomes of each condition; several conditions are one transaction. */
  | { readonly kind: 'redeem'; readonly conditionIds: readonly Hex32[] }
  | { readonly kind: 'split'; readonly conditionId: Hex32; readonly amount: bigint }
  | { readonly kind: 'merge'; readonly conditionId: Hex32; readonly amount: bigint };

export type WalletActionKind = WalletAction['kind'];
