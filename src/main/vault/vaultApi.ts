/**
 * Interface of the vault.
 *
 * Invariants  No method accepts a digest or returns a key. A step-up (an operation that moves funds or rights) asks for the
 *             password again.
 * Errors      VaultError, by code.
 */
import type { Now, Scheduler } from '#shared/base/clock.ts';
import type { KeychainUnlockView, OlderVault } from '#shared/ipc/custody.ts';
import type { OrderDomain, OrderFields, SignedOrder } from '#shared/order/fields.ts';
import type { Address, Hex, Hex32 } from '#shared/units/ids.ts';
import type { SafeDomain } from '#wire/eip712/domain.ts';
import type { SafeTx } from '#wire/eip712/safeTx.ts';
import type { Accounts } from './accounts.ts';
import type { ItemMeta } from './file/vaultFile.ts';
import type { SessionPublicKey } from './keys/additionalKeys.ts';
import type { ConfirmKey, KeySource } from './keys/keySource.ts';
import type { PreparedVault } from './prepared/preparedVault.ts';
import type { RecordSealer } from './recordSealer.ts';
import type { StepSealer } from './stepSealer.ts';
import type { Keychain } from './unlock/keychain.ts';
import type { Credentials } from './unlock/unlockedVault.ts';
import type { CoreOptions } from './vaultCoreApi.ts';
import type { VaultErrorCode } from './vaultError.ts';

export interface VaultOptions extends CoreOptions {
  /** For keychain unlock; null or absent: none. */
  readonly keychain?: Keychain | null;
  readonly platform?: string;
  /** Times keychain calls and the end of prepared exits. */
  readonly schedule?: Scheduler;
  /** Monotonic clock, ms; the process's own by default. */
  readonly steadyMs?: Now;
}

export interface VaultStatus {
  readonly at: 'absent' | 'locked' | 'unlocked';
  /** Why the file on disk can't be opened; null when nothing is known to be wrong. */
  readonly trouble: VaultErrorCode | null;
  readonly vaultId: string | null;
  readonly owner: Address | null;
  readonly hasApiKey: boolean;
  readonly backedUp: boolean;
  /** A rollback that is not accepted yet. */
  readonly older: OlderVault | null;
}

export interface SafeTxRequest {
  readonly tx: SafeTx;
  readonly domain: SafeDomain;
}

export interface SignedSafeTx {
  readonly hash: Hex32;
  readonly signature: Hex;
}

export interface Vault extends RecordSealer, StepSealer, Accounts {
  /** Exits that can be sent while the vault is locked. */
  readonly prepared: PreparedVault;
  status(): VaultStatus;
  /** Address of the own key; while locked it comes from the file and is not verified. */
  owner(): Address | null;
  /** Metadata of each item of the selected account; empty while locked. */
  keys(): readonly ItemMeta[];
  /** Creates the vault and leaves it unlocked; `confirm` runs before anything is stored. */
  create(password: string, key: KeySource, confirm?: ConfirmKey): Promise<Address>;
  /** Ends the derivation of a key file that is being imported; nothing is stored. */
  cancelImport(): void;
  unlock(password: string): Promise<void>;
  lock(): void;
  /** Resolves when the password is right: the first half of every step-up. */
  checkPassword(password: string): Promise<void>;
  /** Step-up: rewraps the master key; items and the keychain slot stay as they are. */
  changePassword(password: string, newPassword: string): Promise<void>;
  /** Step-up: confirms that a person put the older vault file there. */
  acceptOlder(password: string): Promise<void>;
  keychainUnlock(): KeychainUnlockView;
  /** Step-up: turns keychain unlock on; it is offered from the next start. */
  enableKeychainUnlock(password: string): Promise<void>;
  /** Step-up. */
  disableKeychainUnlock(password: string): Promise<void>;
  /** Unlocks for use; never replaces the password in a step-up. */
  unlockWithKeychain(): Promise<void>;
  /** The sealed file; throws unless the unlocked vault is still the one on disk. */
  sealedCopy(): Promise<string>;
  /** Throws unless `found` is the unlocked vault and opens with its real key. */
  checkCopy(found: string): void;
  storeApiKey(pair: { readonly apiKey: string; readonly apiSecret: string }): Promise<void>;
  credentials(): Credentials | null;
  signOrder(fields: OrderFields, domain: OrderDomain): SignedOrder;
  /** Signs an order of a passkey wallet with the second signing key of this address. */
  signSecondKeyOrder(key: Address, fields: OrderFields, domain: OrderDomain, wallet: SafeDomain): SignedOrder;
  /** Public halves of the session keys, oldest first; empty while locked. */
  sessionKeys(): readonly SessionPublicKey[];
  /** Step-up: creates a P-256 key and returns its public half. */
  createSessionKey(password: string): Promise<SessionPublicKey>;
  /** Step-up: adds a second signing key for a passkey wallet; `confirm` runs before it is saved. */
  addSecondKey(password: string, source: KeySource, confirm?: ConfirmKey): Promise<Address>;
  /** Step-up: removes any key but the own key. */
  removeKey(password: string, id: string): Promise<void>;
  /** Step-up: signs all or none, in order, with one key derivation. */
  signSafeTxs(requests: readonly SafeTxRequest[], password: string): Promise<readonly SignedSafeTx[]>;
  /** Step-up: the own key as a Web3 Secret Storage V3 text with a password of its own. */
  exportKeystore(password: string, backupPassword: string): Promise<string>;
  /** Opens a keystore text and returns the address of its key. */
  checkKeystore(json: string, password: string): Promise<Address>;
  /** Records that a backup of the own key was written and verified. */
  markBackedUp(): Promise<void>;
  onChange(listener: () => void): () => void;
}
