/**
 * Signing keys of an unlocked vault: read from the file once, then kept masked in memory between uses.
 *
 * Shape       A key is held as two arrays of its length: a random mask, in a key object outside the JavaScript heap, and the key
 *             exclusive-or the mask. Either alone says nothing about the key. Each mask is used for one key.
 * Invariants  A plain key exists during one use and is zeroed after it, as is the copy of the mask. All of these arrays are outside the
 *             heap, which the garbage collector would copy. `close` zeroes the masked keys, without which the masks open nothing.
 * Errors      What `open` throws; VaultError LOCKED after `close`.
 */
import { createSecretKey, type KeyObject, randomFillSync } from 'node:crypto';
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

export interface SealedKey {
  readonly mask: KeyObject;
  readonly masked: Uint8Array;
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
      const made = secret.use(sealKey);
      byItem.set(item, made);
      return made;
    } finally {
      secret.destroy();
    }
  }

  function keep(items: readonly VaultItem[]): void {
    for (const [item, { masked }] of byItem) {
      if (items.includes(item)) continue;
      masked.fill(0);
      byItem.delete(item);
    }
  }

  return {
    use(item, work) {
      if (isClosed) throw lockedError();
      const plain = openKey(find(item));
      try {
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

/** Takes a copy: the caller zeroes `plain`. */
export function sealKey(plain: Uint8Array): SealedKey {
  const bytes = allocate(plain.length);
  randomFillSync(bytes);
  const mask = createSecretKey(bytes);
  const masked = allocate(plain.length);
  for (let at = 0; at < plain.length; at += 1) masked[at] = plain[at]! ^ bytes[at]!;
  bytes.fill(0);
  return { mask, masked };
}

/** The plain key; the caller zeroes it. */
export function openKey({ mask, masked }: SealedKey): Uint8Array {
  const bytes = mask.export();
  const plain = allocate(masked.length);
  for (let at = 0; at < plain.length; at += 1) plain[at] = masked[at]! ^ bytes[at]!;
  bytes.fill(0);
  return plain;
}

/** An array outside the heap: a short one made by its length alone would be in it. */
function allocate(length: number): Uint8Array {
  return new Uint8Array(new ArrayBuffer(length));
}
