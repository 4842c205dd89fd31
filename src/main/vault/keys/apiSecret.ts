/**
 * The API secret in use: a key object outside the JavaScript heap that makes hex HMAC-SHA256 and is never read back.
 *
 * Source      exchange-interface, Authentication.
 */
import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import { lockedError } from '../vaultError.ts';

export interface ApiSigner {
  /** Hex HMAC-SHA256 of the message in UTF-8; throws VaultError LOCKED after `drop`. */
  sign(message: string): string;
  drop(): void;
}

/** Takes the secret's bytes (UTF-8 of the secret text) and zeroes them. */
export function openApiSigner(secret: Uint8Array): ApiSigner {
  let key: KeyObject | null = createSecretKey(secret);
  secret.fill(0);
  return {
    sign(message) {
      if (key === null) throw lockedError();
      return createHmac('sha256', key).update(message, 'utf8').digest('hex');
    },
    drop() {
      key = null;
    },
  };
}
