/**
 * Keychain slot: the master key, wrapped under a secret in the system's keychain.
 *
 * Invariants  Bound to the vault and to the slot's own fields, like the password slot; covered by the file's MAC.
 * Source      docs/decisions/0007-vault-file.md
 */
import { deriveKey, openBox, type RandomBytes, sealBox } from '../file/seal.ts';
import { findKeychainSlot, type KeychainSlot, slotAssociatedData, type VaultFile } from '../file/vaultFile.ts';
import { SecretBytes } from '../keys/secretBytes.ts';
import { KEYCHAIN_SECRET_BYTES } from './keychainCall.ts';

export type KeychainSlotDetails = Pick<KeychainSlot, 'keychain' | 'platform' | 'createdAt'>;

/** Name of a vault's entry in the keychain. */
export function keychainAccount(vaultId: string): string {
  return `vault-${vaultId}`;
}

export function wrapForKeychain(
  vaultId: string,
  master: SecretBytes,
  secret: Uint8Array,
  details: KeychainSlotDetails,
  random: RandomBytes,
): KeychainSlot {
  // Part of the file format: id and type are 'device'.
  const bare = { id: 'device', type: 'device', ...details } as const;
  const key = deriveKey(secret, keyPurpose(vaultId));
  try {
    const associatedData = slotAssociatedData(vaultId, { ...bare, wrap: { alg: 'A256GCM', iv: '', ct: '', tag: '' } });
    const box = master.use((bytes) => sealBox(key, bytes, associatedData, random));
    return { ...bare, wrap: { alg: 'A256GCM', ...box } };
  } finally {
    key.fill(0);
  }
}

/** The master key, unwrapped with the keychain's secret; null when there is no slot or the secret does not match. */
export function unwrapWithKeychain(file: VaultFile, secret: Uint8Array): SecretBytes | null {
  const slot = findKeychainSlot(file);
  if (slot === null || secret.length !== KEYCHAIN_SECRET_BYTES) return null;
  const key = deriveKey(secret, keyPurpose(file.vaultId));
  try {
    const master = openBox(key, slot.wrap, slotAssociatedData(file.vaultId, slot));
    return master === null ? null : new SecretBytes(master);
  } finally {
    key.fill(0);
  }
}

const keyPurpose = (vaultId: string): string => `device:${vaultId}`;
