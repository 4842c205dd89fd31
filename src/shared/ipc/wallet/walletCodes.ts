/**
 * Codes about the wallet that main sends: effects, refusals, changes, warnings, relay failures.
 *
 * Units       Amounts in the smallest unit of their token; Usd in millionths.
 * Shape       Each interface maps a code to its parameters; `shared/text/wallet*.ts` has the words.
 */
import type { Coded, NoParameters } from '../../base/coded.ts';
import type { Hex, Hex32 } from '../../units/ids.ts';
import type { Usd } from '../../units/usd.ts';

/** An address with its role in the wallet configuration. */
export interface Party {
  readonly role: 'exchange' | 'conditionalTokens' | 'usdc' | 'wallet' | 'owner' | 'other';
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

/** What one inner call of a setup would do. */
export interface WalletEffects {
  /** A null limit is no limit. */
  readonly approveUsdc: { readonly spender: Party; readonly limit: Usd | null };
  readonly revokeUsdc: { readonly spender: Party };
  readonly approveShares: { readonly operator: Party };
  readonly revokeShares: { readonly operator: Party };
  /** Any other allowance; a null amount is no limit. */
  readonly approveToken: { readonly token: Party; readonly spender: Party; readonly amount: bigint | null };
  readonly increaseAllowance: { readonly token: Party; readonly spender: Party; readonly amount: bigint | null };
  readonly approveAll: { readonly contract: Party; readonly operator: Party };
  readonly revokeAll: { readonly contract: Party; readonly operator: Party };
  readonly transfer: { readonly token: Party; readonly to: Party; readonly amount: bigint };
  readonly transferFrom: {
    readonly token: Party;
    readonly from: Party;
    readonly to: Party;
    readonly amount: bigint;
  };
  readonly transferPositions: {
    readonly contract: Party;
    readonly from: Party;
    readonly to: Party;
    /** Position ids, each with the amount at the same index. */
    readonly ids: readonly bigint[];
    readonly amounts: readonly bigint[];
    readonly data: Hex;
  };
  readonly redeemPositions: PositionSplit;
  readonly splitPosition: PositionSplit & { readonly amount: bigint };
  readonly mergePositions: PositionSplit & { readonly amount: bigint };
  readonly addOwner: { readonly wallet: Party; readonly owner: Party; readonly threshold: bigint };
  readonly removeOwner: { readonly wallet: Party; readonly owner: Party; readonly threshold: bigint };
  readonly replaceOwner: { readonly wallet: Party; readonly owner: Party; readonly by: Party };
  readonly changeThreshold: { readonly wallet: Party; readonly threshold: bigint };
  readonly enableModule: { readonly wallet: Party; readonly module: Party };
  readonly disableModule: { readonly wallet: Party; readonly module: Party };
  readonly setGuard: { readonly wallet: Party; readonly guard: Party };
  readonly setModuleGuard: { readonly wallet: Party; readonly guard: Party };
  readonly setFallbackHandler: { readonly wallet: Party; readonly handler: Party };
  readonly setDomainVerifier: { readonly wallet: Party; readonly verifier: Party; readonly domain: Hex };
  readonly approveHash: { readonly wallet: Party; readonly hash: Hex };
  readonly executeTransaction: {
    readonly wallet: Party;
    readonly to: Party;
    readonly value: bigint;
    readonly data: Hex;
    readonly operation: number;
  };
  readonly batch: { readonly contract: Party; readonly transactions: Hex };
  readonly authoriseSessionKey: {
    readonly x: Hex32;
    /** ISO 8601, UTC. */
    readonly until: string;
  };
  readonly callWithoutData: { readonly target: Party };
  readonly callUnknownFunction: { readonly target: Party; readonly selector: Hex };
  /** The function is known, but the arguments are not the canonical encoding of any values. */
  readonly callMalformed: { readonly target: Party; readonly method: string };
}
export type WalletEffect = Coded<WalletEffects>;

/** Why a call, a whole setup or a session key is not signed. */
export interface WalletRefusals {
  // The wallet.
  readonly noKey: NoParameters;
  readonly passkeyWallet: NoParameters;
  readonly unsupportedWalletType: { readonly signatureType: number };
  readonly otherOwner: NoParameters;
  /** One signature is not enough. */
  readonly moreOwners: { readonly threshold: number };
  readonly noChain: NoParameters;
  readonly noDomain: NoParameters;
  readonly zeroAddress: NoParameters;
  readonly repeatedAddress: NoParameters;
  // One call.
  readonly hashMismatch: NoParameters;
  readonly invalidNonce: NoParameters;
  readonly unexpectedNonce: { readonly expected: number; readonly found: number };
  readonly unknownBatchContract: NoParameters;
  readonly malformedBatch: { readonly fault: BatchFault };
  /** The same call a second time in one setup. */
  readonly repeatedCall: NoParameters;
  // One effect.
  readonly delegatecall: NoParameters;
  readonly sendsValue: NoParameters;
  readonly nestedBatch: NoParameters;
  readonly unknownFunction: NoParameters;
  readonly malformedArguments: NoParameters;
  readonly otherSpender: NoParameters;
  readonly otherToken: NoParameters;
  readonly revokesAllowance: NoParameters;
  readonly movesFunds: NoParameters;
  readonly changesOwners: NoParameters;
  readonly changesModules: NoParameters;
  readonly changesGuard: NoParameters;
  readonly changesHandler: NoParameters;
  readonly approvesTransaction: NoParameters;
  readonly notSetup: NoParameters;
  // A session key.
  readonly noPinnedHandler: NoParameters;
  readonly otherHandler: NoParameters;
  readonly otherDomain: NoParameters;
  readonly otherVerifier: NoParameters;
  readonly sessionAllowance: NoParameters;
  readonly unknownKeyLayout: NoParameters;
  readonly otherKey: NoParameters;
  readonly otherExpiry: NoParameters;
  readonly otherWallet: NoParameters;
  readonly expiresTooLate: NoParameters;
  readonly alreadyExpired: NoParameters;
  readonly callsOutOfOrder: NoParameters;
  readonly noAuthorisation: NoParameters;
  readonly handlerInstalledTwice: NoParameters;
  readonly handlerNotInstalled: NoParameters;
}
export type WalletRefusal = Coded<WalletRefusals>;

/** What is wrong with the bytes of a batch. */
export type BatchFault = 'otherFunction' | 'notCanonical' | 'truncated' | 'empty';

/** What limits the comparison with the configuration that the user agreed to. */
export interface PinWarnings {
  readonly pinsUnsaved: NoParameters;
}
export type PinWarning = Coded<PinWarnings>;

/** Why a signed call did not reach the chain. */
export interface RelayFailures {
  /** The signature covers another hash than the one that was shown. */
  readonly otherHashSigned: NoParameters;
  /** `reason` is the error of the request. */
  readonly notRelayed: { readonly reason: string };
  /** Sent, and the wallet did not execute it. */
  readonly notExecuted: NoParameters;
  /** Sent, and the wallet has not executed it yet. */
  readonly late: NoParameters;
  /** Another transaction used its nonce. */
  readonly superseded: NoParameters;
  /** Not sent, because an earlier call failed. */
  readonly dropped: NoParameters;
  readonly stopped: NoParameters;
}
export type RelayFailure = Coded<RelayFailures>;
