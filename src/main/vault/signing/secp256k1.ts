/**
 * secp256k1 signatures by libsecp256k1: deterministic (RFC 6979), low s, v 27 or 28.
 *
 * Invariants  Every new signature is verified: the recovered signer must be the signing key.
 * Errors      VaultError BAD_KEY on a key outside 1 … n − 1; BUG when the recovered signer differs.
 * Source      docs/decisions/0008-libsecp256k1.md, docs/decisions/0028-native-signatures.md
 */
import type { Address, Hex } from '#shared/units/ids.ts';
import { addressOfPublicKey } from '#wire/eip712/address.ts';
import { encodeHex } from '#wire/eip712/bytes.ts';
import { VaultError } from '../vaultError.ts';
import { curve } from './curve.ts';

/** Half the order of the curve: the largest s of a signature that wallets accept. */
const HALF_ORDER = Buffer.from('7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0', 'hex');

/** True for 32 bytes that are a number from 1 to below the curve's order. */
export function isPrivateKey(key: Uint8Array): boolean {
  return key.length === 32 && curve.isPrivate(key);
}

/** 65 bytes, or 33 when compressed. */
export function publicKeyOf(privateKey: Uint8Array, compressed = false): Uint8Array {
  const point = privateKey.length === 32 ? curve.publicKey(privateKey, compressed) : null;
  if (point === null) throw outOfRange();
  return point;
}

/** Address of the key's public half. Throws when the bytes are no private key. */
export function addressOf(privateKey: Uint8Array): Address {
  return addressOfPublicKey(publicKeyOf(privateKey));
}

/** Signs a 32-byte digest: 65 bytes r ‖ s ‖ v. */
export function signDigest(privateKey: Uint8Array, digest: Uint8Array, signer: Address): Uint8Array {
  const signed = privateKey.length === 32 ? curve.sign(digest, privateKey) : null;
  if (signed === null) throw outOfRange();
  const whole = new Uint8Array(65);
  whole.set(signed.signature, 0);
  whole[64] = 27 + signed.recoveryId;
  if (checkSignature(digest, whole, signer) !== null) {
    throw new VaultError(
      { code: 'BUG', parameters: {} },
      'Expected the recovered signer to be the signing key, found another',
    );
  }
  return whole;
}

export function signDigestHex(privateKey: Uint8Array, digest: Uint8Array, signer: Address): Hex {
  return encodeHex(signDigest(privateKey, digest, signer));
}

/** Signer of a signature with v 27 or 28; null when none can be recovered. */
export function recoverSigner(digest: Uint8Array, signature: Uint8Array): Address | null {
  const v = signature[64];
  if (signature.length !== 65 || digest.length !== 32 || (v !== 27 && v !== 28)) return null;
  const point = curve.recover(digest, signature.subarray(0, 64), v === 27 ? 0 : 1);
  return point === null ? null : addressOfPublicKey(point);
}

export type SignatureFault = 'length' | 'v' | 'high-s' | 'signer';

/** Reason why a wallet would refuse the signature of `signer`, or null. */
export function checkSignature(digest: Uint8Array, signature: Uint8Array, signer: Address): SignatureFault | null {
  if (signature.length !== 65) return 'length';
  const v = signature[64];
  if (v !== 27 && v !== 28) return 'v';
  if (HALF_ORDER.compare(signature, 32, 64) < 0) return 'high-s';
  return recoverSigner(digest, signature) === signer ? null : 'signer';
}

function outOfRange(): VaultError {
  return new VaultError(
    { code: 'BAD_KEY', parameters: { reason: 'outOfRange' } },
    'Expected a private key within the order of secp256k1',
  );
}
