/**
 * Key derivation from a password: scrypt with bounded parameters.
 *
 * Invariants  New vaults use N 2^18, r 8, p 1 (256 MiB per attempt). A file with N below 2^17 is refused.
 * Errors      VaultError KDF_PARAMS.
 */
import { startDerivation } from '../keys/derivationThread.ts';
import { VaultError } from '../vaultError.ts';

export interface ScryptParams {
  readonly n: number;
  readonly r: number;
  readonly p: number;
}

/** Derives 32 bytes; an argument of the vault, so that tests can use a cheap one. */
export type Kdf = (password: Uint8Array, salt: Uint8Array, params: ScryptParams) => Promise<Uint8Array>;

export const CREATE_PARAMS: ScryptParams = { n: 2 ** 18, r: 8, p: 1 };
export const SALT_BYTES = 32;
export const KEY_BYTES = 32;
const MEBI = 2 ** 20;

/** Reason to refuse these parameters in a vault file, or null. */
export function checkVaultParams(params: ScryptParams): string | null {
  const { n, r, p } = params;
  if (![n, r, p].every((value) => Number.isSafeInteger(value))) {
    return `Expected integer scrypt parameters, found N ${n}, r ${r}, p ${p}`;
  }
  if (n < 2 ** 17 || n > 2 ** 20 || (n & (n - 1)) !== 0) return `Expected scrypt N from 2^17 to 2^20, found ${n}`;
  if (r < 1 || r > 16 || p < 1 || p > 16) return `Expected scrypt r and p from 1 to 16, found ${r} and ${p}`;
  return 128 * n * r > 1024 * MEBI ? `Expected scrypt to need at most 1 GiB, found N ${n} and r ${r}` : null;
}

/** True when a slot with these parameters should be rewrapped with the current ones. */
export function isWeaker(params: ScryptParams): boolean {
  return params.n * params.r < CREATE_PARAMS.n * CREATE_PARAMS.r;
}

/** UTF-8 bytes of the password in NFKC, so that composed and decomposed letters are the same password. */
export function encodePassword(password: string): Uint8Array {
  return new Uint8Array(Buffer.from(password.normalize('NFKC'), 'utf8'));
}

/** scrypt in a thread of its own, which no import of a key file delays. */
export const deriveScrypt: Kdf = (password, salt, { n, r, p }) => {
  const refused = (): VaultError =>
    new VaultError(
      { code: 'KDF_PARAMS', parameters: { of: 'computer' } },
      `Expected scrypt parameters that this computer supports, found N ${n}, r ${r}, p ${p}`,
    );
  // The crypto library refuses them. The worker derives them in JavaScript, for key files; no vault was written with them.
  if (n >= 2 ** (16 * r)) return Promise.reject(refused());
  const end = { signal: null, beyondComputer: refused, ended: refused };
  return startDerivation({ kdf: { name: 'scrypt', n, r, p }, password, salt }, end).key;
};
