import { describe, expect, it } from 'vitest';
import { JsonPath } from '#wire/messages/jsonPath.ts';
import {
  Fields,
  readAnyTime,
  readArray,
  readIdText,
  readInteger,
  readMarketId,
  readOneOf,
  readOrderId,
  readPrice,
  readReal,
  readShares,
  readText,
  readUsd,
} from '#wire/messages/jsonReader.ts';
import { WireError } from '#wire/messages/wireError.ts';

const path = new JsonPath('answer');

describe('JSON readers', () => {
  it('shows the path through arrays and fields in an error', () => {
    const readItem = (value: unknown, at: JsonPath) => new Fields(value, at).required('yes_price', readPrice);
    const read = readArray(readItem);
    expect(() => read([{ yes_price: '0.5' }, { yes_price: '7' }], new JsonPath('markets'))).toThrow(
      'Expected a price between 0 and 1 at markets[1].yes_price, found "7"',
    );
  });

  it('refuses a number as an amount of money', () => {
    for (const read of [readPrice, readShares, readUsd]) expect(() => read(0.5, path)).toThrow(WireError);
    expect(readUsd('9412.36', path)).toBe(9_412_360_000n);
  });

  it('reads absent, null and empty text as null in an optional field', () => {
    const fields = new Fields({ a: null, b: '', c: 'x', extra: 1 }, path);
    expect(['a', 'b', 'z'].map((name) => fields.optional(name, readText))).toEqual([null, null, null]);
    expect(fields.optional('c', readText)).toBe('x');
    expect(() => fields.required('a', readText)).toThrow('Expected text at answer.a, found null');
  });

  it('reads the first spelling that is present, and shows the first one in the error when none is', () => {
    const fields = new Fields({ tid: 7 }, path);
    expect(fields.required(['id', 'tid'], readIdText)).toBe('7');
    expect(() => fields.required(['volume', 'amount'], readShares)).toThrow('at answer.volume, found nothing');
    expect(fields.optional(['volume', 'amount'], readShares)).toBeNull();
  });

  it('reads ids as text or safe integers, and refuses integers above 2^53', () => {
    expect(readOrderId(9007199254740991, path)).toBe('9007199254740991');
    expect(readOrderId('9007199254740993', path)).toBe('9007199254740993');
    expect(() => readOrderId(9007199254740992, path)).toThrow(WireError);
    expect(() => readMarketId('../x', path)).toThrow(WireError);
    expect(readMarketId(101, path)).toBe('101');
  });

  it('reads times as ISO text and as Unix seconds or milliseconds, number or text', () => {
    const ms = 1767225600000;
    for (const value of ['2026-01-01T00:00:00Z', 1767225600, '1767225600', ms, String(ms), '1767225600.0']) {
      expect(readAnyTime(value, path)).toBe(ms);
    }
    for (const value of ['yesterday', true, -1, {}]) expect(() => readAnyTime(value, path)).toThrow(WireError);
  });

  it('refuses lists that are too long, unknown texts and values that are not numbers', () => {
    expect(() => readArray(readText, 2)(['a', 'b', 'c'], path)).toThrow('at most 2 items');
    expect(() => readOneOf(['yes', 'no'])('maybe', path)).toThrow("Expected 'yes' or 'no'");
    expect(() => readInteger(1.5, path)).toThrow(WireError);
    expect(readInteger('42', path)).toBe(42);
    expect(() => readReal('NaN', path)).toThrow(WireError);
    expect(() => readText('x'.repeat(70_000), path)).toThrow('at most 65536 characters');
  });

  it('refuses arrays and null as an object', () => {
    for (const value of [null, [], 'x', 1]) expect(() => new Fields(value, path)).toThrow(WireError);
  });
});
