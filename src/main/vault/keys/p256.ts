/**
 * P-256 session keys and their signatures: Node verifies, low s, input of the on-chain verifier.
 *
 * Shape       r, s, x, y of 32 bytes; the verifier's input is hash ‖ r ‖ s ‖ x ‖ y, 160 bytes (RIP-7212, EIP-7951).
 * Source      docs/assumptions.md#p256-low-s; test/fixtures/vectors/p256.json.
 */
import { createECDH, createPrivateKey, createPublicKey, type KeyObject, verify } from 'node:crypto';
import { hexToBytes } from '@noble/hashes/utils.js';
import { concat, encodeHex } from '#wire/eip712/bytes.ts';
import { lockedError, VaultError } from '../vaultError.ts';

const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;

export interface P256PublicKey {
  readonly x: Uint8Array;
  readonly y: Uint8Array;
}

export interface P256Signature {
  readonly r: Uint8Array;
  readonly s: Uint8Array;
}

/** Public key of a private scalar; throws VaultError BAD_KEY on one outside the order. */
export function p256PublicKeyOf(privateKey: Uint8Array): P256PublicKey {
  const curve = createECDH('prime256v1');
  try {
    curve.setPrivateKey(privateKey);
  } catch {
    throw new VaultError(
      { code: 'BAD_KEY', parameters: { reason: 'outOfRange' } },
      'Expected a private key within the order of P-256',
    );
  }
  const point = new Uint8Array(curve.getPublicKey());
  return { x: point.subarray(1, 33), y: point.subarray(33, 65) };
}

/** 33 bytes: 02 or 03 by the parity of y, and x. */
export function compressP256({ x, y }: P256PublicKey): Uint8Array {
  return concat(Uint8Array.of(2 + ((y[31] ?? 0) & 1)), x);
}

/** A private key as a key object, outside the JavaScript heap. */
export interface P256Key {
  readonly publicKey: P256PublicKey;
  /** Throws VaultError LOCKED after `close`. */
  key(): KeyObject;
  close(): void;
}

/** PKCS #8 of a P-256 key: the bytes before its scalar, and those between scalar and point (RFC 5208, RFC 5915). */
const PKCS8_HEAD = hexToBytes('308187020100301306072a8648ce3d020106082a8648ce3d030107046d306b0201010420');
const PKCS8_POINT = hexToBytes('a14403420004');

/** Opens a copy of the scalar; through DER, because JWK would put the key into a string. */
export function openP256Key(scalar: Uint8Array): P256Key {
  const publicKey = p256PublicKeyOf(scalar);
  const whole = concat(PKCS8_HEAD, scalar, PKCS8_POINT, publicKey.x, publicKey.y);
  // Shares the memory of `whole`, so that zeroing it zeroes both.
  const der = Buffer.from(whole.buffer, whole.byteOffset, whole.length);
  let key: KeyObject | null;
  try {
    key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  } finally {
    der.fill(0);
  }
  return {
    publicKey,
    key() {
      if (key === null) throw lockedError();
      return key;
    },
    close() {
      key = null;
    },
  };
}

export function isHighS(signature: P256Signature): boolean {
  return BigInt(encodeHex(signature.s)) > ORDER / 2n;
}

/** The same signature with s in the lower half, the only form that strict verifiers accept. */
export function normaliseLowS(signature: P256Signature): P256Signature {
  if (!isHighS(signature)) return signature;
  const s = ORDER - BigInt(encodeHex(signature.s));
  return { r: signature.r, s: hexToBytes(s.toString(16).padStart(64, '0')) };
}

/** True when `key` made the signature over SHA-256 of the message. */
export function isP256Signature(message: Uint8Array, signature: P256Signature, key: P256PublicKey): boolean {
  const encode = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url');
  try {
    const jwk = { kty: 'EC', crv: 'P-256', x: encode(key.x), y: encode(key.y) };
    const publicKey = createPublicKey({ key: jwk, format: 'jwk' });
    return verify('sha256', message, { key: publicKey, dsaEncoding: 'ieee-p1363' }, concat(signature.r, signature.s));
  } catch {
    return false;
  }
}

export function encodeP256VerifyInput(hash: Uint8Array, signature: P256Signature, key: P256PublicKey): Uint8Array {
  return concat(hash, signature.r, signature.s, key.x, key.y);
}
