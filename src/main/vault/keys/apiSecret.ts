/**
 * API signer: hex HMAC-SHA256 with a key object outside the JavaScript heap.
 *
 * Shape       The next HMAC object is created in the turn after a signature, so that a request only waits for the hash of its
 *             own message.
 * Source      docs/exchange-interface.md#authentication.
 */
import { createHmac, createSecretKey, type Hmac, type KeyObject } from 'node:crypto';
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
  let next: Hmac | null = null;
  const begin = (): void => {
    if (key !== null) next ??= createHmac('sha256', key);
  };
  begin();
  return {
    sign(message) {
      if (key === null) throw lockedError();
      const current = next ?? createHmac('sha256', key);
      next = null;
      void Promise.resolve().then(begin);
      return current.update(message, 'utf8').digest('hex');
    },
    close() {
      key = null;
      next = null;
    },
  };
}
