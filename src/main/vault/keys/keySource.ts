/**
 * Key source: creates an own key, or imports it from hex digits, a recovery phrase or a key file.
 *
 * Errors      VaultError BAD_KEY, KDF_PARAMS, WRONG_PASSWORD; no message contains the input.
 */
import { hexToBytes } from '@noble/hashes/utils.js';
import { cleanPastedWord } from '#shared/base/pastedText.ts';
import { type Address, parseAddress } from '#shared/units/ids.ts';
import type { RandomBytes } from '../file/seal.ts';
import { addressOf, isPrivateKey } from '../signing/secp256k1.ts';
import { VaultError } from '../vaultError.ts';
import { openKeystore } from './keystoreV3.ts';
import { deriveOwnKey } from './phrase.ts';
import { SecretBytes } from './secretBytes.ts';

export type KeySource =
  | { readonly kind: 'random' }
  | { readonly kind: 'hex'; readonly privateKey: string }
  | { readonly kind: 'phrase'; readonly phrase: string; readonly index: number }
  | { readonly kind: 'keystore'; readonly json: string; readonly keystorePassword: string };

/** Where a new key comes from: made by this program, or handed over by the window. */
export type KeyOrigin = 'generated' | 'imported';

export interface NewKey {
  readonly address: Address;
  readonly origin: KeyOrigin;
}

/** Asks a person, outside the page, about a key that is not stored yet. */
export type ConfirmKey = (key: NewKey) => Promise<boolean>;

/** Address of the key, once `confirm` agreed to it; throws CANCELLED otherwise. A lock meanwhile zeroes the key. */
export async function confirmKey(
  key: SecretBytes,
  source: KeySource,
  confirm: ConfirmKey,
  locked: AbortSignal,
): Promise<Address> {
  const address = parseAddress(key.use(addressOf));
  const destroy = (): void => key.destroy();
  locked.addEventListener('abort', destroy, { once: true });
  try {
    if (await confirm({ address, origin: source.kind === 'random' ? 'generated' : 'imported' })) return address;
  } finally {
    locked.removeEventListener('abort', destroy);
  }
  throw new VaultError(
    { code: 'CANCELLED', parameters: { reason: 'declined' } },
    'Expected the new key to be confirmed, found it refused',
  );
}

/** `cancelled` ends the derivation of a key file. */
export async function openKeySource(
  source: KeySource,
  random: RandomBytes,
  cancelled: AbortSignal | null = null,
): Promise<SecretBytes> {
  switch (source.kind) {
    case 'random':
      return createKey(random);
    case 'hex':
      return parseHexKey(source.privateKey);
    case 'phrase':
      return deriveOwnKey(source.phrase, source.index);
    case 'keystore':
      return (await openKeystore(source.json, source.keystorePassword, cancelled)).key;
  }
}

function createKey(random: RandomBytes): SecretBytes {
  for (;;) {
    const key = random(32);
    if (isPrivateKey(key)) return new SecretBytes(key);
  }
}

/** 64 hex digits with or without 0x, as they were pasted. */
export function parseHexKey(text: string): SecretBytes {
  const digits = cleanPastedWord(text).replace(/^0x/i, '');
  const key = /^[0-9a-fA-F]{64}$/.test(digits) ? hexToBytes(digits) : null;
  if (key === null || !isPrivateKey(key)) {
    throw new VaultError(
      { code: 'BAD_KEY', parameters: { reason: key === null ? 'hexDigits' : 'outOfRange' } },
      'Expected a private key of 64 hex digits',
    );
  }
  return new SecretBytes(key);
}
