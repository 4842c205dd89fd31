/**
 * Error codes of the bridge with their parameters.
 *
 * Shape       Each interface maps a code to its parameters; shared/text/bridgeErrors.ts has the words.
 * Invariants  No parameter is a sentence, a key, a secret, a signature or a header.
 */
import type { TermsProblem } from '../alerts/alert.ts';
import type { Coded, NoParameters } from '../base/coded.ts';
import type { Readiness } from '../order/account/readiness.ts';
import type { PlanFault } from '../order/exits/preparedExits.ts';
import type { PlaceDenial } from '../order/receipts.ts';
import type { LimitName } from '../order/risk/limits.ts';
import type { MarketRecordRefusal, WalletChange } from '../order/wallet/walletChanges.ts';
import type { MarketId } from '../units/ids.ts';
import type { KeychainFault } from './custody.ts';
import type { ActionBlock } from './wallet/relay.ts';
import type { RelayFailure, WalletRefusal } from './wallet/walletCodes.ts';
import type { WorkspaceFileFault } from './workspaces.ts';

export type PasswordFault =
  | { readonly reason: 'empty' }
  | { readonly reason: 'tooShort'; readonly min: number; readonly found: number }
  | { readonly reason: 'guessable'; readonly pattern: GuessablePattern };

export type GuessablePattern = 'common' | 'repeated' | 'sequence' | 'other';

export interface VaultErrorCodes {
  LOCKED: NoParameters;
  VAULT_ABSENT: NoParameters;
  VAULT_EXISTS: NoParameters;
  WRONG_PASSWORD: { readonly of: 'vault' | 'keyFile' };
  /** Too many wrong passwords. */
  BACK_OFF: { readonly seconds: number };
  WEAK_PASSWORD: PasswordFault;
  BAD_KEY:
    | { readonly reason: 'apiKey' | 'outOfRange' | 'hexDigits' | 'keyFile' | 'phrase' | 'addressIndex' | 'duplicate' }
    /** Place of the first word that is not in the list, from 1: the word itself is a secret. */
    | { readonly reason: 'phraseWord'; readonly word: number }
    | { readonly reason: 'phraseLength'; readonly words: number };
  VAULT_TAMPERED:
    | { readonly reason: 'changed' }
    | { readonly reason: 'readableByOthers' | 'notAFile'; readonly path: string };
  VAULT_CORRUPT:
    | { readonly reason: 'damaged' | 'unreadable' | 'tooLarge' }
    /** Only the file of the save before is left. */
    | { readonly reason: 'onlyPrevious'; readonly folder: string; readonly name: string; readonly previous: string };
  VAULT_TOO_NEW: NoParameters;
  /** Key derivation parameters that are unsafe, or beyond this computer. */
  KDF_PARAMS: { readonly of: 'vault' | 'keyFile' | 'computer' | 'time' };
  NOT_IN_THIS_NETWORK: NetworkMismatch;
  SAVE_FAILED: {
    readonly reason:
      | 'vault'
      | 'readBack'
      | 'copy'
      | 'copyExists'
      | 'settings'
      | 'export'
      | 'exportJournal'
      | 'recording';
  };
  KEYCHAIN_FAILED: { readonly fault: KeychainFault };
  CANCELLED: { readonly reason: 'declined' | 'noPath' | 'noFile' | 'import' | 'export' };
  DENIED: {
    readonly reason:
      | 'ownKey'
      | 'unknownKey'
      | 'notOlder'
      | 'olderVault'
      | 'keychainUnlockOn'
      | 'keychainUnlockNotReady'
      | 'notSignable'
      | 'unknownAccount'
      | 'selectedAccount'
      | 'tooManyAccounts'
      | 'accountLabel'
      | 'sameLabel'
      | 'notPrepared';
  };
  /** No space but what is reserved for protective writes. */
  DISK_FULL: NoParameters;
  /** Exits are not signed ahead. */
  EXITS_REFUSED: { readonly fault: PlanFault } | { readonly denial: PlaceDenial };
  BUG: NoParameters;
}

export type NetworkMismatch =
  | { readonly reason: 'paperOnly' | 'notOnPaper' | 'address' }
  /** Keys of one network and server never sign for another. */
  | {
      readonly reason: 'foreignKeys';
      readonly keys: { readonly network: string; readonly origin: string };
      readonly here: { readonly network: string; readonly origin: string };
    };

/** Why a setup of the wallet stopped. */
export interface SetupErrorCodes {
  accountChanged: NoParameters;
  /** The exchange refused to name a wallet that was agreed to. */
  walletRefused: { readonly codes: readonly string[] };
  /** The account has no wallet. */
  noWallet: NoParameters;
  notRead: NoParameters;
  callRefused: { readonly nonce: number; readonly refusal: WalletRefusal };
  relayFailed: { readonly nonce: number; readonly failure: RelayFailure };
  /** The configuration does not list the call that was shown. */
  callMissing: NoParameters;
  unknownStatus: NoParameters;
  callsChanged: NoParameters;
  nothingToSign: NoParameters;
  /** A session key is authorised after the setup. */
  walletNotReady: NoParameters;
  unknownSessionKey: NoParameters;
  setupRunning: NoParameters;
  noChanges: NoParameters;
  changedAgain: NoParameters;
  changesNotSaved: NoParameters;
}
export type SetupError = Coded<SetupErrorCodes>;

/** Why a withdrawal, redemption, split or merge is not planned or not signed. */
export interface ActionErrorCodes {
  blocked: { readonly block: ActionBlock };
  /** The address is not in the address book. */
  notListed: NoParameters;
  amountZero: NoParameters;
  /** `free`: collateral or complete sets without those of orders and of calls that are under way. */
  moreThanFree: { readonly free: bigint; readonly of: 'collateral' | 'sets' };
  nothingHeld: { readonly market: MarketId };
  notResolved: { readonly market: MarketId };
  marketRefused: { readonly market: MarketId; readonly refusal: MarketRecordRefusal | null };
  /** A call that redeems this market is under way. */
  alreadyUnderWay: { readonly market: MarketId };
  noBatchContract: NoParameters;
  /** The exchange does not state the wallet's next nonce, and Adyton saw no call of it. */
  nonceUnknown: NoParameters;
  /** The plan was replaced by another one, or the account was. */
  planGone: NoParameters;
  /** The wallet's nonce or configuration is not that of the plan any more. */
  planChanged: NoParameters;
  otherHashSigned: NoParameters;
  queueFull: { readonly max: number };
  notSaved: NoParameters;
  addressKnown: NoParameters;
  labelKnown: NoParameters;
  /** One of the wallet's own addresses. */
  ownAddress: NoParameters;
  bookFull: { readonly max: number };
}
export type ActionError = Coded<ActionErrorCodes>;

export type InputFault =
  /** Not text of the codec, reserved keys, or a value that cannot be encoded. */
  | { readonly reason: 'text' | 'keys' | 'encoding' | 'layout' | 'vaultFolder' | 'lockTimes' }
  /** A change that no workspace allows. */
  | { readonly reason: 'lastWorkspace' | 'tooManyWorkspaces' | 'tooManyWindows' | 'workspacesTooLarge' }
  | ({ readonly reason: 'workspaceFile' } & WorkspaceFileFault)
  | { readonly reason: 'size'; readonly maxBytes: number }
  | { readonly reason: 'depth'; readonly max: number }
  | { readonly reason: 'schema'; readonly command: string; readonly path: string; readonly issue: string }
  | { readonly reason: 'limit'; readonly limit: LimitName }
  /** A step-up without its password, too many exclusive events, or an account that is not read. */
  | { readonly reason: 'passwordNeeded' | 'tooManyEvents' | 'accountNotRead' }
  /** Terms that make no alert. */
  | { readonly reason: 'alert'; readonly problem: TermsProblem | 'tooMany' | 'notListed' }
  | { readonly reason: 'unit'; readonly expected: string; readonly found: string };

export interface BridgeErrorCodes extends VaultErrorCodes {
  BAD_INPUT: InputFault;
  FORBIDDEN_SENDER: NoParameters;
  NOT_FOUND: {
    readonly what:
      | 'command'
      | 'recording'
      | 'olderVault'
      | 'consentLoss'
      | 'key'
      | 'order'
      | 'market'
      | 'marketChange'
      | 'alert'
      | 'conditional'
      | 'workspace'
      | 'custodialAccount'
      | 'account'
      | 'relay'
      | 'address';
  };
  /** Trading cannot be armed yet. */
  NOT_READY: Readiness;
  /** Refused by the exchange, with its codes. */
  REJECTED: { readonly codes: readonly string[] };
  /** Another question outside the window waits for its answer. */
  QUESTION_OPEN: NoParameters;
  /** Too many questions outside the window; the next is possible after this time. */
  QUESTIONS_LIMITED: { readonly seconds: number };
  /** The program is not what the vault was last opened with: these files are not as they were built, or it was built again (none). */
  BUILD_CHANGED: { readonly files: readonly string[] };
  /** What a question outside the window was about is not what it was when it was asked: nothing was done. */
  CHANGED_MEANWHILE: { readonly what: 'conditional' | 'halt' | 'limits' | 'openOrders' | 'vault' };
  /** A command that costs computing time was used too often; the next use is possible after this time. */
  TOO_OFTEN: { readonly seconds: number };
  UNREACHABLE: { readonly what: 'exchange' | 'main' };
  RATE_LIMITED: { readonly seconds: number };
  /** An answer of the exchange that cannot be read. */
  BAD_ANSWER: NoParameters;
  SETUP_REFUSED: SetupError;
  ACTION_REFUSED: ActionError;
  /** The changed ids of a market cannot be accepted: its sources disagree, or they changed again. */
  MARKET_REFUSED: { readonly refusal: MarketRecordRefusal | null };
  WALLET_CHANGED: { readonly changes: readonly WalletChange[] };
}

export type ErrorCode = keyof BridgeErrorCodes;
export type BridgeError = Coded<BridgeErrorCodes>;
