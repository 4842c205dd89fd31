import { createHmac, hkdfSync } from 'node:crypto';
import { expect, it } from 'vitest';
import { buildMac, deriveKey, isSame, openBox, sealBox } from '#main/vault/file/seal.ts';

const key = new Uint8Array(32).fill(9);
const plain = Uint8Array.of(1, 2, 3, 4);
const bound = { id: 'a', network: 'test' };
const fixed = (length: number): Uint8Array => new Uint8Array(length).fill(5);

it('encrypts the known box of a known key, IV and associated data', () => {
  expect(sealBox(key, plain, bound, fixed)).toMatchInlineSnapshot(`
    {
      "ct": "znW1Ug==",
      "iv": "BQUFBQUFBQUFBQUF",
      "tag": "ZxjH24RC22K8PUZQ8oXlPA==",
    }
  `);
});

it('opens with the same key and associated data only', () => {
  const box = sealBox(key, plain, bound, fixed);
  expect([...openBox(key, box, { network: 'test', id: 'a' })!]).toEqual([1, 2, 3, 4]);
  expect(openBox(key, box, { ...bound, network: 'live' })).toBeNull();
  expect(openBox(new Uint8Array(32), box, bound)).toBeNull();
});

it('refuses a box with any character changed', () => {
  const box = sealBox(key, plain, bound, fixed);
  for (const part of ['iv', 'ct', 'tag'] as const) {
    for (let index = 0; index < box[part].length; index += 1) {
      const other = box[part][index] === 'A' ? 'B' : 'A';
      const changed = { ...box, [part]: box[part].slice(0, index) + other + box[part].slice(index + 1) };
      expect(openBox(key, changed, bound)).toBeNull();
    }
  }
});

it('derives another key for each purpose, by HKDF-SHA256', () => {
  expect(deriveKey(key, 'file')).toEqual(new Uint8Array(hkdfSync('sha256', key, '', 'file', 32)));
  expect(deriveKey(key, 'file')).not.toEqual(deriveKey(key, 'item:1'));
});

it('computes the MAC over canonical JSON', () => {
  const expected = createHmac('sha256', deriveKey(key, 'file')).update('{"a":1,"b":2}').digest('base64');
  expect(buildMac(key, { b: 2, a: 1 })).toBe(expected);
});

it('compares bytes of the same length', () => {
  expect(isSame(plain, Uint8Array.of(1, 2, 3, 4))).toBe(true);
  expect(isSame(plain, Uint8Array.of(1, 2, 3, 5))).toBe(false);
  expect(isSame(plain, Uint8Array.of(1, 2, 3))).toBe(false);
});
