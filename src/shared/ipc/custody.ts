/**
 * Custody views: keys, locks and keychain unlock, as main sends them to the page.
 *
 * Units       Unix ms.
 * Shape       Reasons are codes; their words are in shared/text.
 */
import type { Coded, NoParameters } from '../base/coded.ts';
import type { ConsentLoss } from '../order/consent.ts';
import type { MarketPinChange } from '../order/wallet/pins.ts';
import type { PreparedExitsView } from './preparedExits.ts';

/** Why the vault locked. */
export interface LockReasonCodes {
  manual: NoParameters;
  suspend: NoParameters;
  'lock-screen': NoParameters;
  'last window closed': NoParameters;
  'renderer crash': NoParameters;
  'user switch': NoParameters;
  quit: NoParameters;
  idle: { readonly minutes: number };
}

export type LockReason = Coded<LockReasonCodes>;

/** Why the system's keychain can't be used. */
export interface KeychainFaultCodes {
  /** Adyton supports no keychain here. */
  noKeychain: NoParameters;
  /** The check at start-up has not ended yet. */
  notChecked: NoParameters;
  /** The native library did not load. */
  addonUnloadable: NoParameters;
  /** No keychain service answers. */
  notRunning: NoParameters;
  locked: NoParameters;
  /** The service runs and does not reply. */
  noReply: NoParameters;
  /** The call did not end in time. */
  timeout: { readonly seconds: number };
  /** The service has no collection to store an entry in. */
  noCollection: NoParameters;
  ambiguous: NoParameters;
  /** The entry does not have 32 bytes. */
  wrongLength: NoParameters;
  refused: NoParameters;
  /** The process that calls the keychain ended without an answer. */
  processEnded: NoParameters;
  badArgument: NoParameters;
  /** Reading back gave other bytes than were written. */
  notStored: NoParameters;
  /** The vault has a keychain slot and the keychain has no entry for it. */
  entryMissing: NoParameters;
  /** The entry does not open the vault's keychain slot. */
  entryMismatch: NoParameters;
  unknown: NoParameters;
}

export type KeychainFault = Coded<KeychainFaultCodes>;

/** One item of the vault without its secret. */
export interface KeyView {
  /** Id for `vault.removeKey`. */
  readonly id: string;
  /** `own`: the vault's first key. `second`: signs orders of a passkey wallet. `session`: P-256. `api`: the API key's secret. */
  readonly use: 'own' | 'second' | 'session' | 'api';
  /** Address, compressed public key or API key. */
  readonly public: string;
  readonly createdAtMs: number;
  /** When an encrypted backup was written and verified; null = never. */
  readonly backedUpAtMs: number | null;
}

/** Keychain unlock: opens the vault with a secret from the system's keychain. */
export type KeychainUnlockView =
  | { readonly at: 'unavailable'; readonly reason: KeychainFault }
  | { readonly at: 'off'; readonly keychain: string }
  /** Written in this run; offered after the next start has read it back. */
  | { readonly at: 'pending'; readonly keychain: string }
  | { readonly at: 'ready'; readonly keychain: string }
  /** The slot is in the vault, but the keychain entry no longer opens it. */
  | { readonly at: 'lost'; readonly reason: KeychainFault };

export interface LastLock {
  readonly atMs: number;
  readonly reason: LockReason;
}

/** The vault file is older than the last one seen on this computer; numbers count saves. */
export interface OlderVault {
  readonly found: number;
  readonly seen: number;
}

/** Protected settings that a person sets again together after a loss. */
export type ProtectedGroup = 'orderLimit' | 'lockTimes' | 'pins';

/** The file of the protected settings was lost: the strictest values apply to the groups that are not set again yet. */
export interface ProtectionLoss {
  readonly reason: 'missing' | 'altered' | 'older' | 'unreadable';
  readonly groups: readonly ProtectedGroup[];
}

/** What the Wallet pane shows about the keys. */
export interface CustodyView {
  /** Empty while the vault is locked. */
  readonly keys: readonly KeyView[];
  /** The only network and server that these keys sign for. */
  readonly origin: string;
  /** True behind a locked screen too; false once the keys lock. */
  readonly keysInMemory: boolean;
  /** The latest lock, also of an earlier run. */
  readonly lastLock: LastLock | null;
  readonly lockTimes: { readonly screenMinutes: number; readonly keysMinutes: number };
  readonly keychainUnlock: KeychainUnlockView;
  readonly older: OlderVault | null;
  /** Null while limits, lock times and pins are those that were set here. */
  readonly loss: ProtectionLoss | null;
  /** Conditional orders and order journals that are not as they were stored here, until a person confirms it; empty while locked. */
  readonly consentLosses: readonly ConsentLoss[];
  /** Markets whose ids differ from their pins; empty while the vault is locked. */
  readonly changedMarkets: readonly MarketPinChange[];
  /** Prepared exits, which can be sent while the keys are locked. */
  readonly preparedExits: PreparedExitsView;
  /** When the last copy of the whole vault was saved from here; null = never. */
  readonly copiedAtMs: number | null;
}
