/**
 * Signing keys of an unlocked vault, held sealed in memory: opened from the file once, and for every use from a box of its own.
 *
 * Invariants  The box is under a random key of this process outside the JavaScript heap. A plain key exists during one use and
 *             is zeroed after it. `close` zeroes the boxes, without which the random keys open nothing.
 * Errors      What `open` throws; VaultError LOCKED after `close`.
 */
import { createCipheriv, createDecipheriv, createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import type { VaultItem } from '../file/vaultFile.ts';
import type { SecretBytes } from '../keys/secretBytes.ts';
import { lockedError } from '../vaultError.ts';

export interface SealedKeys {
  /** Runs `work` with the plain key of this item; it must not keep it. */
  use<T>(item: VaultItem, work: (key: Uint8Array) => T): T;
  /** Drops the keys of items that are not among these. */
  keep(items: readonly VaultItem[]): void;
  close(): void;
}

interface SealedKey {
  readonly key: KeyObject;
  readonly iv: Uint8Array;
  readonly sealed: Uint8Array;
  readonly tag: Uint8Array;
}

/** `open`: the secret of an item in the file, which is destroyed here. */
export function createSealedKeys(open: (item: VaultItem) => SecretBytes): SealedKeys {
  const byItem = new Map<VaultItem, SealedKey>();
  let isClosed = false;

  function find(item: VaultItem): SealedKey {
    const known = byItem.get(item);
    if (known) return known;
    const secret = open(item);
    try {
      const made = secret.use(seal);
      byItem.set(item, made);
      return made;
    } finally {
      secret.destroy();
    }
  }

  function keep(items: readonly VaultItem[]): void {
    for (const [item, { sealed }] of byItem) {
      if (items.includes(item)) continue;
      sealed.fill(0);
      byItem.delete(item);
    }
  }

  return {
    use(item, work) {
      if (isClosed) throw lockedError();
      const { key, iv, sealed, tag } = find(item);
      const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: 16 });
      decipher.setAuthTag(tag);
      const { buffer, byteOffset, length } = decipher.update(sealed);
      // Not a Buffer, whose `slice` is no copy.
      const plain = new Uint8Array(buffer, byteOffset, length);
      try {
        decipher.final();
        return work(plain);
      } finally {
        plain.fill(0);
      }
    },
    keep,
    close() {
      isClosed = true;
      keep([]);
    },
  };
}

function seal(plain: Uint8Array): SealedKey {
  const bytes = randomBytes(32);
  // A key object is not slowed down by Node's checks of raw keys, and OpenSSL clears its memory when it is freed.
  const key = createSecretKey(bytes);
  bytes.fill(0);
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, iv);
  const sealed = cipher.update(plain);
  cipher.final();
  return { key, iv, sealed, tag: cipher.getAuthTag() };
}
