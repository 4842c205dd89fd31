/**
 * Keystore version 3 (Web3 Secret Storage): imports and exports keys of other wallets.
 *
 * Invariants  Bounded before key derivation: 64 KiB of text, scrypt 1 GiB and N·r·p ≤ 2^25, PBKDF2 10^7 rounds, 32-byte
 *             keys; bounded in time, and ended by a signal.
 * Errors      VaultError BAD_KEY (not a keystore), KDF_PARAMS, WRONG_PASSWORD, CANCELLED.
 * Source      docs/security-coverage.md#r26, #r27; the format's published test vectors.
 */
import { createCipheriv, createDecipheriv } from 'node:crypto';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { z } from 'zod';
import { type Address, parseAddress } from '#shared/units/ids.ts';
import { concat, hashBytes } from '#wire/eip712/bytes.ts';
import { CREATE_PARAMS, deriveScrypt, encodePassword } from '../file/kdf.ts';
import { isSame, type RandomBytes } from '../file/seal.ts';
import { addressOf, isPrivateKey } from '../signing/secp256k1.ts';
import { VaultError } from '../vaultError.ts';
import { deriveKeystoreKey } from './keystoreDerivation.ts';
import { SecretBytes } from './secretBytes.ts';

const MAX_TEXT = 65_536;
const MAX_MEMORY = 2 ** 30;
const MAX_ROUNDS = 10_000_000;
/** Sixteen times the work of a usual key file. */
const MAX_WORK = 2 ** 25;
/** Time for one key file; its password is tried in at most four spellings. */
const MAX_MS = 60_000;

const hex = z.string().regex(/^(0[xX])?([0-9a-fA-F]{2})*$/);
/** Some wallets write numbers as text. */
const numeric = (schema: z.ZodNumber) =>
  z.preprocess((value) => (typeof value === 'string' && /^\d{1,12}$/.test(value) ? Math.trunc(+value) : value), schema);
const kdfNumber = numeric(z.number().int().positive());
const crypto = z.object({
  cipher: z.literal('aes-128-ctr'),
  cipherparams: z.object({ iv: hex }),
  ciphertext: hex,
  mac: hex,
});
const scryptParams = z.object({ n: kdfNumber, r: kdfNumber, p: kdfNumber, dklen: kdfNumber, salt: hex });
const pbkdf2Params = z.object({ c: kdfNumber, prf: z.literal('hmac-sha256'), dklen: kdfNumber, salt: hex });
const withKdf = z.discriminatedUnion('kdf', [
  crypto.extend({ kdf: z.literal('scrypt'), kdfparams: scryptParams }),
  crypto.extend({ kdf: z.literal('pbkdf2'), kdfparams: pbkdf2Params }),
]);
type Sealed = z.output<typeof withKdf>;

export interface OpenedKeystore {
  readonly key: SecretBytes;
  readonly address: Address;
  /** True when the file has fewer than 32 bytes, which are then padded with leading zeros. */
  readonly wasShort: boolean;
}

function badKey(message: string): VaultError {
  return new VaultError({ code: 'BAD_KEY', parameters: { reason: 'keyFile' } }, message);
}

const bytesOf = (text: string): Uint8Array => hexToBytes(text.replace(/^0x/i, ''));

/**
 * Opens a keystore; tries the password as typed and then in its other normal forms, because wallets and keyboards differ in
 * how they write é.
 */
export async function openKeystore(
  json: string,
  password: string,
  signal: AbortSignal | null = null,
  maxMs = MAX_MS,
): Promise<OpenedKeystore> {
  const { sealed, address } = parseKeystore(json);
  const ciphertext = bytesOf(sealed.ciphertext);
  const mac = bytesOf(sealed.mac);
  const spellings = [password, ...(['NFKC', 'NFC', 'NFD'] as const).map((form) => password.normalize(form))];
  const candidates = [...new Set(spellings)].map((spelling) => new Uint8Array(Buffer.from(spelling, 'utf8')));
  const end = AbortSignal.any([AbortSignal.timeout(maxMs), ...(signal ? [signal] : [])]);
  try {
    for (const bytes of candidates) {
      const derived = await derive(sealed, bytes, end);
      try {
        if (!isSame(hashBytes(concat(derived.subarray(16, 32), ciphertext)), mac)) continue;
        return decrypt(derived, sealed, ciphertext, address);
      } finally {
        derived.fill(0);
      }
    }
  } finally {
    for (const bytes of candidates) bytes.fill(0);
  }
  throw new VaultError(
    { code: 'WRONG_PASSWORD', parameters: { of: 'keyFile' } },
    'Expected the password of the key file, found another',
  );
}

function parseKeystore(json: string): { sealed: Sealed; address: Address | null } {
  if (json.length > MAX_TEXT)
    throw badKey(`Expected a key file of at most ${MAX_TEXT} characters, found ${json.length}`);
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    throw badKey('Expected a key file in JSON, found another text');
  }
  const outer = z
    .object({
      version: numeric(z.number()).pipe(z.literal(3)),
      address: z.string().nullish(),
      crypto: z.unknown(),
      Crypto: z.unknown(),
    })
    .partial({ crypto: true, Crypto: true })
    .safeParse(value);
  if (!outer.success) throw badKey('Expected a key file of version 3, found other JSON');
  const parsed = withKdf.safeParse(outer.data.crypto ?? outer.data.Crypto);
  if (!parsed.success) {
    throw badKey(`Expected a key file, found another shape at "${parsed.error.issues[0]?.path.join('.') ?? ''}"`);
  }
  const sealed = parsed.data;
  checkParams(sealed);
  const [iv, mac] = [bytesOf(sealed.cipherparams.iv).length, bytesOf(sealed.mac).length];
  if (iv !== 16) throw badKey(`Expected an IV of 16 bytes, found ${iv}`);
  if (mac !== 32) throw badKey(`Expected a MAC of 32 bytes, found ${mac}`);
  const length = bytesOf(sealed.ciphertext).length;
  if (length < 1 || length > 32) throw badKey(`Expected a key of 1 to 32 bytes, found ${length}`);
  return { sealed, address: parseStoredAddress(outer.data.address) };
}

function parseStoredAddress(text: string | null | undefined): Address | null {
  if (text === undefined || text === null || text.trim() === '') return null;
  try {
    return parseAddress(`0x${text.trim().replace(/^0x/i, '')}`);
  } catch {
    throw badKey('Expected an address of 40 hex digits in the key file, found another text');
  }
}

function checkParams({ kdf, kdfparams }: Sealed): void {
  const refuse = (found: string): never => {
    throw new VaultError(
      { code: 'KDF_PARAMS', parameters: { of: 'keyFile' } },
      `Expected bounded key derivation, found ${found}`,
    );
  };
  if (kdfparams.dklen !== 32) refuse(`a key of ${kdfparams.dklen} bytes`);
  if (kdf === 'pbkdf2') {
    if (kdfparams.c > MAX_ROUNDS) refuse(`${kdfparams.c} rounds`);
    return;
  }
  const { n, r, p } = kdfparams;
  const isPower = n >= 2 && n <= 2 ** 31 && (n & (n - 1)) === 0;
  if (!isPower) refuse(`N ${n}`);
  if (r > MAX_MEMORY || 128 * n * r > MAX_MEMORY || 128 * r * p > MAX_MEMORY || n * r * p > MAX_WORK)
    refuse(`N ${n}, r ${r}, p ${p}`);
}

function derive({ kdf, kdfparams }: Sealed, password: Uint8Array, end: AbortSignal): Promise<Uint8Array> {
  const salt = bytesOf(kdfparams.salt);
  if (kdf === 'pbkdf2') return deriveKeystoreKey({ kdf: { name: kdf, c: kdfparams.c }, password, salt }, end);
  const { n, r, p } = kdfparams;
  return deriveKeystoreKey({ kdf: { name: kdf, n, r, p }, password, salt }, end);
}

function decrypt(derived: Uint8Array, sealed: Sealed, ciphertext: Uint8Array, address: Address | null): OpenedKeystore {
  const decipher = createDecipheriv('aes-128-ctr', derived.subarray(0, 16), bytesOf(sealed.cipherparams.iv));
  const plain = decipher.update(ciphertext);
  const key = new Uint8Array(32);
  key.set(plain, 32 - plain.length);
  plain.fill(0);
  if (!isPrivateKey(key)) {
    key.fill(0);
    throw badKey('Expected a private key within the order of secp256k1');
  }
  const found = addressOf(key);
  if (address !== null && address !== found) {
    key.fill(0);
    throw badKey('Expected the key of the address in the key file, found the key of another address');
  }
  return { key: new SecretBytes(key), address: found, wasShort: plain.length < 32 };
}

/** Encodes a key as a keystore: scrypt 2^18/8/1, AES-128-CTR, Keccak MAC. `id` is a random UUID. */
export async function encodeKeystore(
  key: SecretBytes,
  password: string,
  random: RandomBytes,
  id: string,
): Promise<string> {
  const { n, r, p } = CREATE_PARAMS;
  const salt = bytesToHex(random(32));
  const kdfparams = { n, r, p, dklen: 32, salt };
  const iv = random(16);
  const passwordBytes = encodePassword(password);
  const derived = await deriveScrypt(passwordBytes, bytesOf(salt), CREATE_PARAMS);
  passwordBytes.fill(0);
  try {
    return key.use((bytes) => {
      const ciphertext = new Uint8Array(createCipheriv('aes-128-ctr', derived.subarray(0, 16), iv).update(bytes));
      const mac = bytesToHex(hashBytes(concat(derived.subarray(16, 32), ciphertext)));
      const cipherparams = { iv: bytesToHex(iv) };
      const sealed = {
        cipher: 'aes-128-ctr',
        cipherparams,
        ciphertext: bytesToHex(ciphertext),
        kdf: 'scrypt',
        kdfparams,
        mac,
      };
      return JSON.stringify({ version: 3, id, address: addressOf(bytes).slice(2), crypto: sealed });
    });
  } finally {
    derived.fill(0);
  }
}
