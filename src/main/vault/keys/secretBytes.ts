/**
 * Bytes that must not outlive their use: zeroed on destroy, never printed.
 *
 * Invariants  Takes ownership of the array it is given. JavaScript can't promise erasure: this is best effort.
 * Errors      VaultError LOCKED when used after destroy.
 */
import { inspect } from 'node:util';
import { lockedError } from '../vaultError.ts';

const SHOWN = '[secret]';

export class SecretBytes {
  #bytes: Uint8Array | null;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get isDestroyed(): boolean {
    return this.#bytes === null;
  }

  /** Lends the bytes for the length of one synchronous call; they must not be kept. */
  use<T>(work: (bytes: Uint8Array) => T): T {
    if (this.#bytes === null) throw lockedError();
    return work(this.#bytes);
  }

  destroy(): void {
    this.#bytes?.fill(0);
    this.#bytes = null;
  }

  toJSON(): string {
    return SHOWN;
  }

  toString(): string {
    return SHOWN;
  }

  [inspect.custom](): string {
    return SHOWN;
  }
}
