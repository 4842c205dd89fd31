import { describe, expect, it } from 'vitest';
import {
  decodeJson,
  Fields,
  JsonPath,
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
  readTime,
  readUsd,
} from '#wire/messages/reader.ts';
import { WireError } from '#wire/messages/wireError.ts';

const place = new JsonPath('answer');

describe('reader', () => {
  it('names the place of a refusal through arrays and fields', () => {
    const readItem = (value: unknown, at: JsonPath) => new Fields(value, at).take('yes_price', readPrice);
    const read = readArray(readItem);
    expect(() => read([{ yes_price: '0.5' }, { yes_price: '7' }], new JsonPath('markets'))).toThrow(
      'Expected a price between 0 and 1 at markets[1].yes_price, found "7"',
    );
  });

  it('refuses a number where money belongs', () => {
    for (const read of [readPrice, readShares, readUsd]) expect(() => read(0.5, place)).toThrow(WireError);
    expect(readUsd('9412.36', place)).toBe(9_412_360_000n);
  });

  it('takes absent, null and empty text alike where a field may be missing', () => {
    const fields = new Fields({ a: null, b: '', c: 'x', extra: 1 }, place);
    expect(['a', 'b', 'z'].map((name) => fields.maybe(name, readText))).toEqual([null, null, null]);
    expect(fields.maybe('c', readText)).toBe('x');
    expect(() => fields.take('a', readText)).toThrow('Expected text at answer.a, found null');
  });

  it('takes the first spelling that is there, and names the first when none is', () => {
    const fields = new Fields({ tid: 7 }, place);
    expect(fields.either(['id', 'tid'], readIdText)).toBe('7');
    expect(() => fields.either(['volume', 'amount'], readShares)).toThrow('at answer.volume, found nothing');
    expect(fields.maybeEither(['volume', 'amount'], readShares)).toBeNull();
  });

  it('takes ids as text or as safe integers, and no integer that has lost digits', () => {
    expect(readOrderId(9007199254740991, place)).toBe('9007199254740991');
    expect(readOrderId('9007199254740993', place)).toBe('9007199254740993');
    expect(() => readOrderId(9007199254740992, place)).toThrow(WireError);
    expect(() => readMarketId('../x', place)).toThrow(WireError);
    expect(readMarketId(101, place)).toBe('101');
  });

  it('reads times as ISO text and as Unix seconds or milliseconds, number or text', () => {
    const ms = 1767225600000;
    for (const value of ['2026-01-01T00:00:00Z', 1767225600, '1767225600', ms, String(ms), '1767225600.0']) {
      expect(readTime(value, place)).toBe(ms);
    }
    for (const value of ['yesterday', true, -1, {}]) expect(() => readTime(value, place)).toThrow(WireError);
  });

  it('refuses lists that are too long, words that are not known and numbers that are none', () => {
    expect(() => readArray(readText, 2)(['a', 'b', 'c'], place)).toThrow('at most 2 items');
    expect(() => readOneOf(['yes', 'no'])('maybe', place)).toThrow("Expected 'yes' or 'no'");
    expect(() => readInteger(1.5, place)).toThrow(WireError);
    expect(readInteger('42', place)).toBe(42);
    expect(() => readReal('NaN', place)).toThrow(WireError);
    expect(() => readText('x'.repeat(70_000), place)).toThrow('at most 65536 characters');
  });

  it('refuses text that is not JSON without showing more than its beginning', () => {
    expect(() => decodeJson(`<html>${'x'.repeat(100)}`, 'ticker')).toThrow(
      /^Expected JSON at ticker, found "<html>x{34}…"$/,
    );
    expect(decodeJson('[1]', 'x')).toEqual([1]);
  });

  it('refuses arrays and null where an object belongs', () => {
    for (const value of [null, [], 'x', 1]) expect(() => new Fields(value, place)).toThrow(WireError);
  });

  it('refuses JSON that is deeper or longer than any answer, before it is parsed', () => {
    const nest = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`;
    expect(decodeJson(nest(32), 'x')).toBeInstanceOf(Array);
    expect(() => decodeJson(nest(33), 'x')).toThrow('Expected JSON at most 32 deep at x');
    expect(() => decodeJson('{"a":'.repeat(1_000_000), 'x')).toThrow('32 deep');
    expect(() => decodeJson(' '.repeat(33 * 1024 * 1024), 'x')).toThrow('at most 33554432 characters');
  });

  it('counts no bracket inside a text as depth, whatever is escaped there', () => {
    const text = JSON.stringify({ a: '['.repeat(100), b: `\\"${'{'.repeat(100)}`, c: '\\' });
    expect(decodeJson(text, 'x')).toEqual(JSON.parse(text));
    expect(() => decodeJson(`"\\\\"${'['.repeat(100)}`, 'x')).toThrow('32 deep');
    expect(() => decodeJson(`["${'['.repeat(100)}`, 'x')).toThrow('Expected JSON at x');
  });
});
