import { secp256k1 } from '@noble/curves/secp256k1.js';
import { expect, it } from 'vitest';
import {
  addressOf,
  checkSignature,
  isPrivateKey,
  publicKeyOf,
  recoverSigner,
  signDigest,
  signDigestHex,
} from '#main/vault/signing/secp256k1.ts';
import { parseAddress } from '#shared/units/ids.ts';
import vectors from '#test/fixtures/vectors/orders_v1.json' with { type: 'json' };
import { hashText, parseBytes } from '#wire/eip712/bytes.ts';

const ORDER = 'fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141';

it('signs like independent programs', () => {
  for (const row of vectors.vectors) {
    const key = parseBytes(row.privateKey);
    const signer = parseAddress(row.order.signer);
    expect(addressOf(key)).toBe(signer);
    expect(signDigestHex(key, parseBytes(row.digest), signer)).toBe(row.signature);
    expect(recoverSigner(parseBytes(row.digest), parseBytes(row.signature))).toBe(signer);
  }
});

it('agrees with another library on a hundred keys and digests, always with a low s', () => {
  for (let index = 1; index <= 100; index += 1) {
    const key = hashText(`key ${index}`);
    const digest = hashText(`digest ${index}`);
    const mine = signDigest(key, digest, addressOf(key));
    const other = secp256k1.sign(digest, key, { prehash: false, format: 'recovered' });
    expect([...mine.subarray(0, 64)]).toEqual([...other.subarray(1)]);
    expect(mine[64]).toBe(27 + other[0]!);
    expect([...publicKeyOf(key)]).toEqual([...secp256k1.getPublicKey(key, false)]);
  }
});

it('refuses keys outside 1 … n − 1', () => {
  for (const hex of ['0'.repeat(64), ORDER, 'f'.repeat(64), '01']) {
    const key = parseBytes(`0x${hex}`);
    expect(isPrivateKey(key)).toBe(false);
    expect(() => publicKeyOf(key)).toThrow('within the order');
  }
});

it('throws when the recovered signer differs', () => {
  const key = hashText('key');
  expect(() => signDigest(key, hashText('d'), addressOf(hashText('other')))).toThrow('recovered signer');
});

it('names the fault of a signature', () => {
  const key = hashText('key');
  const signer = addressOf(key);
  const digest = hashText('digest');
  const good = signDigest(key, digest, signer);
  const withV = (v: number): Uint8Array => {
    const copy = good.slice();
    copy[64] = v;
    return copy;
  };
  expect(checkSignature(digest, good, signer)).toBeNull();
  expect(checkSignature(digest, good.subarray(0, 64), signer)).toBe('length');
  for (const v of [0, 1, 26, 29, 31]) expect(checkSignature(digest, withV(v), signer)).toBe('v');
  expect(checkSignature(hashText('another'), good, signer)).toBe('signer');
  expect(checkSignature(digest, withV(good[64] === 27 ? 28 : 27), signer)).toBe('signer');
  const high = good.slice();
  const s = BigInt(`0x${ORDER}`) - BigInt(`0x${Buffer.from(good.subarray(32, 64)).toString('hex')}`);
  high.set(Buffer.from(s.toString(16).padStart(64, '0'), 'hex'), 32);
  expect(checkSignature(digest, high, signer)).toBe('high-s');
  const nothing = new Uint8Array(65);
  nothing[64] = 27;
  expect(recoverSigner(digest, nothing)).toBeNull();
});
