/**
 * Secret bytes: zeroed on destroy, never printed.
 *
 * Invariants  Owns the array it is constructed with. Erasure is best effort: JavaScript may have copied the bytes.
 * Errors      VaultError LOCKED when used after destroy.
 */
import { inspect } from 'node:util';
import { lockedError } from '../vaultError.ts';

const REDACTED = '[secret]';

export class SecretBytes {
  #bytes: Uint8Array | null;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get isDestroyed(): boolean {
    return this.#bytes === null;
  }

  /** Runs `work` with the bytes; it must not keep them. */
  use<T>(work: (bytes: Uint8Array) => T): T {
    if (this.#bytes === null) throw lockedError();
    return work(this.#bytes);
  }

  destroy(): void {
    this.#bytes?.fill(0);
    this.#bytes = null;
  }

  toJSON(): string {
    return REDACTED;
  }

  toString(): string {
    return REDACTED;
  }

  [inspect.custom](): string {
    return REDACTED;
  }
}
