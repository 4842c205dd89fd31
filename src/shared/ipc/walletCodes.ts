/**
 * Codes about the wallet that main sends: effects, refusals, changes, warnings, relay failures.
 *
 * Units       Amounts in the smallest unit of their token; Usd in millionths.
 * Shape       Each interface maps a code to its parameters; `shared/text/wallet*.ts` has the words.
 */
import type { Coded, NoParameters } from '../base/coded.ts';
import type { Hex, Hex32 } from '../units/ids.ts';
import type { Usd } from '../units/usd.ts';

/** An address with its role in the wallet configuration. */
export interface Party {
  readonly role: 'exchange' | 'conditional_tokens' | 'usdc' | 'wallet' | 'owner' | 'other';
  /** With its EIP-55 checksum. */
  readonly address: string;
}

interface PositionSplit {
  readonly contract: Party;
  readonly collateral: Party;
  readonly parentCollectionId: Hex;
  readonly conditionId: Hex;
  readonly indexSets: readonly bigint[];
}

/** What one inner call of a set-up would do. */
export interface WalletEffects {
  /** A null limit is no limit. */
  readonly approve_usdc: { readonly spender: Party; readonly limit: Usd | null };
  readonly revoke_usdc: { readonly spender: Party };
  readonly approve_shares: { readonly operator: Party };
  readonly revoke_shares: { readonly operator: Party };
  /** Any other allowance; a null amount is no limit. */
  readonly approve_token: { readonly token: Party; readonly spender: Party; readonly amount: bigint | null };
  readonly increase_allowance: { readonly token: Party; readonly spender: Party; readonly amount: bigint | null };
  readonly approve_all: { readonly contract: Party; readonly operator: Party };
  readonly revoke_all: { readonly contract: Party; readonly operator: Party };
  readonly transfer: { readonly token: Party; readonly to: Party; readonly amount: bigint };
  readonly transfer_from: {
    readonly token: Party;
    readonly from: Party;
    readonly to: Party;
    readonly amount: bigint;
  };
  readonly transfer_positions: {
    readonly contract: Party;
    readonly from: Party;
    readonly to: Party;
    /** Position ids, each with the amount at the same index. */
    readonly ids: readonly bigint[];
    readonly amounts: readonly bigint[];
    readonly data: Hex;
  };
  readonly redeem_positions: PositionSplit;
  readonly split_position: PositionSplit & { readonly amount: bigint };
  readonly merge_positions: PositionSplit & { readonly amount: bigint };
  readonly add_owner: { readonly wallet: Party; readonly owner: Party; readonly threshold: bigint };
  readonly remove_owner: { readonly wallet: Party; readonly owner: Party; readonly threshold: bigint };
  readonly replace_owner: { readonly wallet: Party; readonly owner: Party; readonly by: Party };
  readonly change_threshold: { readonly wallet: Party; readonly threshold: bigint };
  readonly enable_module: { readonly wallet: Party; readonly module: Party };
  readonly disable_module: { readonly wallet: Party; readonly module: Party };
  readonly set_guard: { readonly wallet: Party; readonly guard: Party };
  readonly set_module_guard: { readonly wallet: Party; readonly guard: Party };
  readonly set_fallback_handler: { readonly wallet: Party; readonly handler: Party };
  readonly set_domain_verifier: { readonly wallet: Party; readonly verifier: Party; readonly domain: Hex };
  readonly approve_hash: { readonly wallet: Party; readonly hash: Hex };
  readonly execute_transaction: {
    readonly wallet: Party;
    readonly to: Party;
    readonly value: bigint;
    readonly data: Hex;
    readonly operation: number;
  };
  readonly batch: { readonly contract: Party; readonly transactions: Hex };
  readonly authorise_session_key: {
    readonly x: Hex32;
    /** ISO 8601, UTC. */
    readonly until: string;
  };
  readonly call_without_data: { readonly target: Party };
  readonly call_unknown_function: { readonly target: Party; readonly selector: Hex };
  /** The function is known, but the arguments are not the canonical encoding of any values. */
  readonly call_malformed: { readonly target: Party; readonly method: string };
}
export type WalletEffect = Coded<WalletEffects>;

/** Why a call, a whole set-up or a session key is not signed. */
export interface WalletRefusals {
  // The wallet.
  readonly no_key: NoParameters;
  readonly passkey_wallet: NoParameters;
  readonly unsupported_wallet_type: { readonly signatureType: number };
  readonly other_owner: NoParameters;
  readonly no_chain: NoParameters;
  readonly no_domain: NoParameters;
  readonly zero_address: NoParameters;
  readonly repeated_address: NoParameters;
  // One call.
  readonly hash_mismatch: NoParameters;
  readonly invalid_nonce: NoParameters;
  readonly unexpected_nonce: { readonly expected: number; readonly found: number };
  readonly unknown_batch_contract: NoParameters;
  readonly malformed_batch: { readonly fault: BatchFault };
  // One effect.
  readonly delegatecall: NoParameters;
  readonly sends_value: NoParameters;
  readonly nested_batch: NoParameters;
  readonly unknown_function: NoParameters;
  readonly malformed_arguments: NoParameters;
  readonly not_setup: NoParameters;
  // A session key.
  readonly no_pinned_handler: NoParameters;
  readonly other_handler: NoParameters;
  readonly other_domain: NoParameters;
  readonly other_verifier: NoParameters;
  readonly session_allowance: NoParameters;
  readonly unknown_key_layout: NoParameters;
  readonly other_key: NoParameters;
  readonly other_expiry: NoParameters;
  readonly other_wallet: NoParameters;
  readonly expires_too_late: NoParameters;
  readonly already_expired: NoParameters;
  readonly calls_out_of_order: NoParameters;
  readonly no_authorisation: NoParameters;
  readonly handler_installed_twice: NoParameters;
  readonly handler_not_installed: NoParameters;
}
export type WalletRefusal = Coded<WalletRefusals>;

/** What is wrong with the bytes of a batch. */
export type BatchFault = 'other_function' | 'not_canonical' | 'truncated' | 'empty';

interface Change {
  readonly before: string | number;
  readonly now: string | number;
}

/** A pinned value of the wallet configuration that differs from what the user agreed to. */
export interface WalletChanges {
  readonly wallet: Change;
  readonly owner: Change;
  readonly exchange_contract: Change;
  readonly conditional_tokens: Change;
  readonly usdc_contract: Change;
  readonly chain: Change;
  readonly signing_domain: Change;
  readonly signature_type: Change;
}
export type WalletChange = Coded<WalletChanges>;

/** Why the record of one market does not sign. */
export interface MarketRecordRefusals {
  readonly wallet_not_read: NoParameters;
  readonly market_unknown: NoParameters;
  readonly differs_from_account: { readonly changes: readonly WalletChange[] };
  readonly one_token: NoParameters;
  readonly other_tokens: NoParameters;
  readonly foreign_tokens: NoParameters;
}
export type MarketRecordRefusal = Coded<MarketRecordRefusals>;

/** What limits the comparison with the configuration that the user agreed to. */
export interface PinWarnings {
  readonly pins_unreadable: NoParameters;
  readonly pins_unsaved: NoParameters;
}
export type PinWarning = Coded<PinWarnings>;

/** Why a signed call did not reach the chain. */
export interface RelayFailures {
  /** The signature covers another hash than the one that was shown. */
  readonly other_hash_signed: NoParameters;
  /** `reason` is the error of the request. */
  readonly not_relayed: { readonly reason: string };
}
export type RelayFailure = Coded<RelayFailures>;
