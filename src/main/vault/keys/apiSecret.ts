/**
 * API signer: hex HMAC-SHA256 with a key object outside the JavaScript heap.
 *
 * Source      docs/exchange-interface.md#authentication.
 */
import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import { lockedError } from '../vaultError.ts';

export interface ApiSigner {
  /** Hex HMAC-SHA256 of the message in UTF-8; throws VaultError LOCKED after `close`. */
  sign(message: string): string;
  close(): void;
}

/** Opens a signer with the secret's bytes (UTF-8), and zeroes them. */
export function openApiSigner(secret: Uint8Array): ApiSigner {
  let key: KeyObject | null = createSecretKey(secret);
  secret.fill(0);
  return {
    sign(message) {
      if (key === null) throw lockedError();
      return createHmac('sha256', key).update(message, 'utf8').digest('hex');
    },
    close() {
      key = null;
    },
  };
}
