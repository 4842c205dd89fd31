import { expect, it } from 'vitest';
import { canonicalJson, encodeBase64, parseBase64 } from '#main/vault/file/encoding.ts';

it('returns the same text for every order of keys', () => {
  expect(canonicalJson({ b: [1, { d: null, c: true }], a: 'ü"' })).toBe('{"a":"ü\\"","b":[1,{"c":true,"d":null}]}');
  expect(canonicalJson({ a: 'ü"', b: [1, { c: true, d: null }] })).toBe(
    canonicalJson({ b: [1, { d: null, c: true }], a: 'ü"' }),
  );
});

it('refuses numbers that are not safe integers', () => {
  for (const value of [0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53]) {
    expect(() => canonicalJson([value])).toThrow('integers only');
  }
});

it('parses canonical base64 of the given length only', () => {
  expect(parseBase64('AQID', 3)).toEqual(Uint8Array.of(1, 2, 3));
  expect(parseBase64('AQID', 4)).toBeNull();
  expect(encodeBase64(Uint8Array.of(1, 2, 3))).toBe('AQID');
  for (const text of ['AQI', 'AQID\n', 'AQ==ID', 'AQ-_', 'AR==']) expect(parseBase64(text, null)).toBeNull();
});
