/**
 * Whether an address signed a hash: by recovery for a stranger, by verifying against a prepared key for who signs often.
 *
 * Shape       A signer's table makes a check about twice as fast and takes a few hundred kilobytes; few are kept.
 * Invariants  Both ways say the same of every signature: as on chain, v must name the very point that r belongs to.
 * Errors      Answers false for anything that is not a low-s 65-byte signature with v 27 or 28.
 */
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { bytesToBig } from './hex.ts';
import { addressOfKey, recoverKey, splitSignature } from './typedData.ts';

type Point = ReturnType<typeof recoverKey>;

interface Signer {
  seen: number;
  /** With its table, once that has paid off. */
  key: Exclude<Point, null> | null;
}

const TABLE_AFTER = 10;
const TABLE_BITS = 6;
const MOST_SIGNERS = 64;

/** What was learned about signers; nothing depends on it but time. */
const signers = new Map<string, Signer>();

export function isSignedBy(address: string, hash: Uint8Array, signature: string): boolean {
  const name = address.toLowerCase();
  const known = signers.get(name);
  if (known?.key) return isSignedByKey(known.key, hash, signature);
  const key = recoverKey(hash, signature);
  if (key === null || addressOfKey(key) !== name) return false;
  const signer = known ?? { seen: 0, key: null };
  signer.seen += 1;
  if (signer.seen === TABLE_AFTER) signer.key = key.precompute(TABLE_BITS, false);
  signers.set(name, signer);
  if (signers.size > MOST_SIGNERS) signers.delete(signers.keys().next().value!);
  return true;
}

function isSignedByKey(key: Exclude<Point, null>, hash: Uint8Array, signature: string): boolean {
  const parts = splitSignature(signature);
  if (!parts) return false;
  const { Fn, BASE } = secp256k1.Point;
  const { r, s, recovery } = parts;
  if (!Fn.isValidNot0(r) || !Fn.isValidNot0(s)) return false;
  const inverse = Fn.inv(s);
  const u1 = Fn.mul(Fn.create(bytesToBig(hash)), inverse);
  const point = BASE.multiplyUnsafe(u1).add(key.multiplyUnsafe(Fn.mul(r, inverse)));
  if (point.is0()) return false;
  const { x, y } = point.toAffine();
  return x === r && (y & 1n) === BigInt(recovery);
}
