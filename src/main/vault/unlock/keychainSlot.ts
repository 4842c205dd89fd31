/**
 * The second slot: the master key, wrapped under a secret that a keychain of the system keeps.
 *
 * Invariants  Bound to the vault and to what the slot says of itself, like the password's slot; covered by the file's MAC.
 * Source      docs/decisions/0007-vault-file.md
 */
import { deriveKey, openBox, type RandomBytes, sealBox } from '../file/seal.ts';
import { type KeychainSlot, slotBinding, type VaultFile } from '../file/vaultFile.ts';
import { SecretBytes } from '../keys/secretBytes.ts';

export const KEYCHAIN_SECRET_BYTES = 32;

export type KeychainSlotDetails = Pick<KeychainSlot, 'keychain' | 'platform' | 'createdAt'>;

export function findKeychainSlot(file: VaultFile): KeychainSlot | null {
  return file.slots[1] ?? null;
}

/** Under which name the secret of a vault stands in a keychain. */
export function keychainAccount(vaultId: string): string {
  return `vault-${vaultId}`;
}

export function wrapForKeychain(
  vaultId: string,
  master: SecretBytes,
  secret: Uint8Array,
  facts: KeychainSlotDetails,
  random: RandomBytes,
): KeychainSlot {
  const bare = { id: 'device', type: 'device', ...facts } as const;
  const key = deriveKey(secret, purposeOf(vaultId));
  try {
    const bound = slotBinding(vaultId, { ...bare, wrap: { alg: 'A256GCM', iv: '', ct: '', tag: '' } });
    const box = master.use((bytes) => sealBox(key, bytes, bound, random));
    return { ...bare, wrap: { alg: 'A256GCM', ...box } };
  } finally {
    key.fill(0);
  }
}

/** The master key, by the keychain's secret; null when there is no such slot or it is the secret of another. */
export function unwrapWithKeychain(file: VaultFile, secret: Uint8Array): SecretBytes | null {
  const slot = findKeychainSlot(file);
  if (slot === null || secret.length !== KEYCHAIN_SECRET_BYTES) return null;
  const key = deriveKey(secret, purposeOf(file.vaultId));
  try {
    const master = openBox(key, slot.wrap, slotBinding(file.vaultId, slot));
    return master === null ? null : new SecretBytes(master);
  } finally {
    key.fill(0);
  }
}

const purposeOf = (vaultId: string): string => `device:${vaultId}`;
