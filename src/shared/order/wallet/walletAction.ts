/**
 * Wallet actions: withdraw collateral, redeem resolved markets, split and merge complete sets.
 *
 * Units       Millionths, of a dollar or of a share; a complete set is one share of each outcome and one dollar.
 */
import type { Side } from '../../market/outcome.ts';
import type { Address, Hex32, MarketId } from '../../units/ids.ts';

/** An action with exact amounts and contract ids: its calldata follows from this and the wallet configuration. */
export type WalletAction =
  | { readonly kind: 'withdraw'; readonly to: Address; readonly amount: bigint }
  /** Every share of both outcomes of each condition; several conditions are one transaction. */
  | { readonly kind: 'redeem'; readonly conditionIds: readonly Hex32[] }
  | { readonly kind: 'split'; readonly conditionId: Hex32; readonly amount: bigint }
  | { readonly kind: 'merge'; readonly conditionId: Hex32; readonly amount: bigint };

/** What a relayed call does: an action of a person, or a step of the authorisation of a session key, which moves nothing. */
export type RelayedAction = WalletAction | { readonly kind: 'session' /** Of the key. */; readonly x: Hex32 };

/** What a person asks for; main finds the conditions and the whole amounts. */
export type WalletIntent =
  /** To an address of the address book. */
  | { readonly kind: 'withdraw'; readonly to: Address; readonly amount: bigint | 'all' }
  | { readonly kind: 'redeem'; readonly markets: readonly MarketId[] }
  | { readonly kind: 'split'; readonly market: MarketId; readonly amount: bigint }
  | { readonly kind: 'merge'; readonly market: MarketId; readonly amount: bigint | 'all' };

/** Markets that one transaction redeems at most. */
export const MAX_REDEMPTIONS = 20;

/** What the shares of a resolved market pay: a dollar for the result, half a dollar each after a void, rounded down. */
export function payoutOf(result: Side | 'void', shares: Readonly<Record<Side, bigint>>): bigint {
  return result === 'void' ? shares.yes / 2n + shares.no / 2n : shares[result];
}
