/**
 * Relayed wallet calls as the page sees them: their state, and the effect that was found.
 *
 * Units       Collateral and shares in millionths; times in Unix ms of this machine.
 */
import type { Coded, NoParameters } from '../../base/coded.ts';
import type { Side } from '../../market/outcome.ts';
import type { RelayedAction, WalletAction } from '../../order/wallet/walletAction.ts';
import type { Address, Hex32, MarketId } from '../../units/ids.ts';
import type { Usd } from '../../units/usd.ts';
import type { WalletEffect, WalletRefusals } from './walletCodes.ts';

/** One balance that a call changes. */
export interface EffectLine {
  /** Null: the collateral. */
  readonly share: { readonly market: MarketId; readonly outcome: Side } | null;
  /** What the call adds; negative for what it takes. */
  readonly change: bigint;
  /** Before the call was sent; null until then. */
  readonly before: bigint | null;
  /** As read last; null until a read after it was sent. */
  readonly found: bigint | null;
}

export type RelayStates =
  /** Stored, and not sent: its turn has not come, or the budget is used up. */
  | 'signed'
  /** Being sent: after a restart it may have been. */
  | 'sending'
  /** The operator answered with a transaction. */
  | 'relayed'
  /** No definite answer: reads decide. */
  | 'unknown'
  /** The wallet's nonce passed it, or its effect was found. */
  | 'executed'
  /** The exchange refused it: nothing was executed. */
  | 'refused'
  /** Sent, and the wallet did not execute it. */
  | 'notExecuted'
  /** Another transaction used its nonce, or was signed with it. */
  | 'superseded'
  /** Not sent, because an earlier call did not end well. */
  | 'dropped'
  /** A person stopped waiting for it. */
  | 'stopped';

/** How the balances changed, compared with what the call is meant to change. */
export type EffectFound = 'full' | 'partial' | 'zero' | 'other';

/** What an unfinished call waits for. Words: `shared/text/wallet/walletActions`. */
export interface RelayWaits {
  /** Calls go in the order of their nonces: this one is not sent before the earlier one ended. */
  readonly earlierCall: {
    readonly nonce: number;
    readonly at: 'signed' | 'sending' | 'relayed' | 'unknown';
    /** When the earlier one ends at the latest; null where only a read or a person ends it. */
    readonly untilMs: number | null;
  };
  readonly budget: { readonly untilMs: number };
  /** The account is locked or another one is connected. */
  readonly account: NoParameters;
  /** The last reading of the wallet raised an alarm: nothing is sent or read. */
  readonly alarm: NoParameters;
  /** The request has no answer: reads decide, at the latest then; null where only a read or a person does. */
  readonly reads: { readonly untilMs: number | null };
  /** The operator answered, and the wallet has not executed it yet. */
  readonly chain: { readonly untilMs: number | null };
}
export type RelayWait = Coded<RelayWaits>;

export interface RelayView {
  readonly hash: Hex32;
  readonly nonce: number;
  /** Null: a call of the setup. */
  readonly action: RelayedAction | null;
  readonly at: RelayStates;
  /** Codes of the exchange, or the error of the request; null without one. */
  readonly reason: string | null;
  readonly tx: string | null;
  readonly lines: readonly EffectLine[];
  /** Null until the call is executed, and for a call that moves nothing. */
  readonly effect: EffectFound | null;
  /** Sent, without the effect, for longer than it usually takes. */
  readonly isLate: boolean;
  /** Null while it is sent, and once it ended. */
  readonly waitsFor: RelayWait | null;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
}

/** A withdrawal address that the member confirmed. */
export interface ListedAddress {
  readonly address: Address;
  /** With its EIP-55 checksum. */
  readonly text: string;
  readonly label: string;
  readonly addedAtMs: number;
  /** Null: nothing was sent there from this computer. */
  readonly usedAtMs: number | null;
}

/** Why the account cannot act on its wallet. */
export interface ActionBlocks
  extends Pick<
    WalletRefusals,
    | 'noKey'
    | 'passkeyWallet'
    | 'unsupportedWalletType'
    | 'otherOwner'
    | 'moreOwners'
    | 'noChain'
    | 'noDomain'
    | 'zeroAddress'
    | 'repeatedAddress'
  > {
  readonly notRead: NoParameters;
  readonly custodial: NoParameters;
  readonly setupFirst: NoParameters;
}
export type ActionBlock = Coded<ActionBlocks>;

/** What the Wallet pane shows about actions; empty while locked. */
export interface RelaysView {
  /** Null when actions are possible. */
  readonly block: ActionBlock | null;
  /** Unfinished first, then the latest. */
  readonly calls: readonly RelayView[];
  /** Why nothing is sent at the moment: the budget is used up until then. */
  readonly waitsUntilMs: number | null;
  readonly addresses: readonly ListedAddress[];
}

/** What a person must know before a signature. */
export interface ActionWarnings {
  readonly firstUse: NoParameters;
  /** Another known address begins and ends with the same four characters. */
  readonly lookAlike: { readonly other: string; readonly name: string };
  /** Open orders lock this much, which stays in the wallet. */
  readonly lockedStays: { readonly locked: Usd };
  readonly nothingPaid: { readonly market: MarketId };
}
export type ActionWarning = Coded<ActionWarnings>;

/** A planned action, as main will sign it. */
export interface ActionPlanView {
  readonly hash: Hex32;
  readonly action: WalletAction;
  readonly nonce: number;
  readonly wallet: Address;
  readonly chainId: number;
  readonly effects: readonly {
    readonly effect: WalletEffect;
    readonly valueWei: bigint;
    readonly to: Address;
    readonly method: string;
  }[];
  /** In a batch contract; null for a plain call. */
  readonly batch: Address | null;
  readonly lines: readonly EffectLine[];
  /** The recipient of a withdrawal. */
  readonly recipient: ListedAddress | null;
  readonly warnings: readonly ActionWarning[];
}
