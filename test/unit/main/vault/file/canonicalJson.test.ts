import { expect, it } from 'vitest';
import { canonicalJson } from '#main/vault/file/canonicalJson.ts';

it('gives one text whatever the order in which keys were added', () => {
  expect(canonicalJson({ b: [1, { d: null, c: true }], a: 'ü"' })).toBe('{"a":"ü\\"","b":[1,{"c":true,"d":null}]}');
  expect(canonicalJson({ a: 'ü"', b: [1, { c: true, d: null }] })).toBe(
    canonicalJson({ b: [1, { d: null, c: true }], a: 'ü"' }),
  );
});

it('refuses numbers that have more than one spelling', () => {
  for (const value of [0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53]) {
    expect(() => canonicalJson([value])).toThrow('integers only');
  }
});
