import { createHash, sign } from 'node:crypto';
import { inspect } from 'node:util';
import { expect, it } from 'vitest';
import {
  compressP256,
  encodeP256VerifyInput,
  isHighS,
  isP256Signature,
  normaliseLowS,
  openP256Key,
  p256PublicKeyOf,
} from '#main/vault/keys/p256.ts';
import vectors from '#test/fixtures/vectors/p256.json' with { type: 'json' };
import { encodeHex, parseBytes } from '#wire/eip712/bytes.ts';

it('verifies the signatures of another implementation, also with s normalised', () => {
  for (const row of vectors.vectors) {
    const key = p256PublicKeyOf(parseBytes(row.d));
    const signature = { r: parseBytes(row.r), s: parseBytes(row.s) };
    const message = parseBytes(row.message);
    const hash = new Uint8Array(createHash('sha256').update(message).digest());
    expect([encodeHex(key.x), encodeHex(key.y)]).toEqual([row.x, row.y]);
    expect(isHighS(signature)).toBe(row.highS);
    expect(isP256Signature(message, signature, key)).toBe(true);
    const low = normaliseLowS(signature);
    expect(isHighS(low)).toBe(false);
    expect(isP256Signature(message, low, key)).toBe(true);
    expect(encodeHex(encodeP256VerifyInput(hash, signature, key))).toBe(row.p256verifyInput);
  }
});

it('refuses another message, key and a key off the curve', () => {
  const [row, other] = [vectors.vectors[0]!, vectors.vectors[1]!];
  const signature = { r: parseBytes(row.r), s: parseBytes(row.s) };
  const key = { x: parseBytes(row.x), y: parseBytes(row.y) };
  expect(isP256Signature(parseBytes(other.message), signature, key)).toBe(false);
  expect(isP256Signature(parseBytes(row.message), signature, p256PublicKeyOf(parseBytes(other.d)))).toBe(false);
  expect(isP256Signature(parseBytes(row.message), signature, { x: key.x, y: key.x })).toBe(false);
  expect(() => p256PublicKeyOf(new Uint8Array(32))).toThrow('order of P-256');
});

it('opens a key outside the heap, which signs for its public key until it is closed', () => {
  for (const row of vectors.vectors) {
    const scalar = parseBytes(row.d);
    const held = openP256Key(scalar);
    expect([encodeHex(held.publicKey.x), encodeHex(held.publicKey.y)]).toEqual([row.x, row.y]);
    const compressed = encodeHex(compressP256(held.publicKey));
    expect(compressed).toBe(`0x${BigInt(row.y) % 2n === 0n ? '02' : '03'}${row.x.slice(2)}`);
    const message = parseBytes(row.message);
    const whole = new Uint8Array(sign('sha256', message, { key: held.key(), dsaEncoding: 'ieee-p1363' }));
    const signature = { r: whole.subarray(0, 32), s: whole.subarray(32) };
    expect(isP256Signature(message, signature, held.publicKey)).toBe(true);
    expect(inspect(held, { depth: 9, showHidden: true })).not.toContain(row.d.slice(2));
    held.close();
    expect(() => held.key()).toThrow('found it locked');
    // The caller's scalar stays the caller's.
    expect(encodeHex(scalar)).toBe(row.d);
  }
  expect(() => openP256Key(new Uint8Array(32))).toThrow(expect.objectContaining({ code: 'BAD_KEY' }));
});
