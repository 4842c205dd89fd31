/**
 * Recovery phrase keys: BIP-39 words, BIP-32 tree, BIP-44 path of Ethereum accounts.
 *
 * Errors      VaultError BAD_KEY on an invalid phrase; the message contains no word of it.
 */
import { HDKey } from '@scure/bip32';
import { entropyToMnemonic, mnemonicToEntropy, mnemonicToSeed, validateMnemonic } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { listPastedWords } from '#shared/base/pastedText.ts';
import type { Address } from '#shared/units/ids.ts';
import { addressOf } from '../signing/secp256k1.ts';
import { VaultError } from '../vaultError.ts';
import { SecretBytes } from './secretBytes.ts';

/** Parent path of the own keys of a phrase. */
const OWN_KEYS = "m/44'/60'/0'/0";
const MAX_INDEX = 2 ** 31 - 1;

/** Path of an own key: m/44'/60'/0'/0/index. */
export function ownKeyPath(index: number): string {
  if (!Number.isInteger(index) || index < 0 || index > MAX_INDEX) {
    throw new VaultError(
      { code: 'BAD_KEY', parameters: { reason: 'addressIndex' } },
      `Expected an address index from 0 to ${MAX_INDEX}, found ${index}`,
    );
  }
  return `${OWN_KEYS}/${index}`;
}

const WORDS: ReadonlySet<string> = new Set(wordlist);
const LENGTHS: ReadonlySet<number> = new Set([12, 15, 18, 21, 24]);

/** The phrase in lower case with single spaces; throws unless its words and checksum are valid. */
export function parsePhrase(text: string): string {
  const words = listPastedWords(text).map((word) => word.normalize('NFKD').toLowerCase());
  const wrong = words.findIndex((word) => !WORDS.has(word));
  if (wrong >= 0) {
    // The word itself is a secret: its place says which one it is.
    throw new VaultError(
      { code: 'BAD_KEY', parameters: { reason: 'phraseWord', word: wrong + 1 } },
      `Expected words of the English list, found another at place ${wrong + 1}`,
    );
  }
  if (!LENGTHS.has(words.length)) {
    throw new VaultError(
      { code: 'BAD_KEY', parameters: { reason: 'phraseLength', words: words.length } },
      `Expected 12, 15, 18, 21 or 24 words, found ${words.length}`,
    );
  }
  const phrase = words.join(' ');
  if (!validateMnemonic(phrase, wordlist)) {
    throw new VaultError(
      { code: 'BAD_KEY', parameters: { reason: 'phrase' } },
      'Expected 12 to 24 words of the English list with a valid checksum',
    );
  }
  return phrase;
}

/** Entropy of a phrase. */
export function entropyOf(text: string): SecretBytes {
  return new SecretBytes(mnemonicToEntropy(parsePhrase(text), wordlist));
}

/** A phrase from entropy of 16, 20, 24, 28 or 32 bytes. */
export function phraseOf(entropy: Uint8Array): string {
  return entropyToMnemonic(entropy, wordlist);
}

/** 64-byte seed of a phrase and an optional passphrase. */
export async function seedOf(text: string, passphrase = ''): Promise<SecretBytes> {
  return new SecretBytes(await mnemonicToSeed(parsePhrase(text), passphrase));
}

/** Root of the tree; the caller wipes it with `wipePrivateData`. */
export function rootOf(seed: SecretBytes): HDKey {
  return seed.use((bytes) => HDKey.fromMasterSeed(bytes));
}

/** Private key at a path. */
export function keyAt(root: HDKey, path: string): SecretBytes {
  const node = root.derive(path);
  if (node.privateKey === null)
    throw new VaultError({ code: 'BAD_KEY', parameters: { reason: 'phrase' } }, 'Expected a private key at this path');
  const key = Uint8Array.from(node.privateKey);
  if (node !== root) node.wipePrivateData();
  return new SecretBytes(key);
}

/** Own key number `index` of a phrase. */
export async function deriveOwnKey(phrase: string, index: number): Promise<SecretBytes> {
  const path = ownKeyPath(index);
  const seed = await seedOf(phrase);
  const root = rootOf(seed);
  try {
    return keyAt(root, path);
  } finally {
    root.wipePrivateData();
    seed.destroy();
  }
}

/** Number of addresses to choose from. */
export const LISTED_ADDRESSES = 10;

/** The first addresses of a phrase, in order; derives the seed once. */
export async function listAddresses(phrase: string): Promise<readonly Address[]> {
  const seed = await seedOf(phrase);
  const root = rootOf(seed);
  const parent = root.derive(OWN_KEYS);
  try {
    return Array.from({ length: LISTED_ADDRESSES }, (_, index) => {
      const key = keyAt(parent, `m/${index}`);
      try {
        return key.use(addressOf);
      } finally {
        key.destroy();
      }
    });
  } finally {
    parent.wipePrivateData();
    root.wipePrivateData();
    seed.destroy();
  }
}
