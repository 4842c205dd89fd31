import { describe, expect, it } from 'vitest';
import { decodeInSlices, decodeJson } from '#wire/messages/decodeJson.ts';
import { WireError } from '#wire/messages/wireError.ts';

describe('decodeJson', () => {
  it('refuses text that is not JSON and quotes only its beginning', () => {
    expect(() => decodeJson(`<html>${'x'.repeat(100)}`, 'ticker')).toThrow(
      /^Expected JSON at ticker, found "<html>x{34} \[…\]"$/,
    );
    expect(decodeJson('[1]', 'x')).toEqual([1]);
  });

  it('refuses JSON that is too deep or too long, before parsing it', () => {
    const nest = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`;
    expect(decodeJson(nest(32), 'x')).toBeInstanceOf(Array);
    expect(() => decodeJson(nest(33), 'x')).toThrow('Expected JSON at most 32 deep at x');
    expect(() => decodeJson('{"a":'.repeat(15_000), 'x')).toThrow('32 deep');
    expect(() => decodeJson(' '.repeat(5 * 1024 * 1024), 'x')).toThrow('at most 4194304 characters');
  });

  it('does not count brackets inside strings, with or without escapes', () => {
    const text = JSON.stringify({ a: '['.repeat(100), b: `\\"${'{'.repeat(100)}`, c: '\\' });
    expect(decodeJson(text, 'x')).toEqual(JSON.parse(text));
    expect(() => decodeJson(`"\\\\"${'['.repeat(100)}`, 'x')).toThrow('32 deep');
    expect(() => decodeJson(`["${'['.repeat(100)}`, 'x')).toThrow('Expected JSON at x');
  });
});

const slicesOf = (text: string): { readonly value: unknown; readonly slices: number } => {
  const work = decodeInSlices(text, 'rows');
  for (let slices = 1; ; slices += 1) {
    const { done, value } = work.next();
    if (done) return { value, slices };
  }
};

describe('decoding in slices', () => {
  const rows = Array.from({ length: 2_000 }, (_, id) => ({
    id,
    text: `a "quoted, [${id}] \\ {text}`,
    list: [1, [2, {}]],
    none: null,
  }));

  it('gives what JSON.parse gives, some rows at a time', () => {
    for (const text of [JSON.stringify(rows), JSON.stringify(rows, null, 2), ` \n${JSON.stringify(rows)} \t\n`]) {
      const { value, slices } = slicesOf(text);
      expect(value).toEqual(JSON.parse(text));
      expect(slices).toBeGreaterThan(3);
    }
    const numbers = JSON.stringify(Array.from({ length: 9_999 }, (_, at) => at * 1_000_000));
    expect(slicesOf(numbers).value).toEqual(JSON.parse(numbers));
  });

  it('decodes a short text and a long one that is no list at once', () => {
    expect(slicesOf('[1,2]')).toEqual({ value: [1, 2], slices: 1 });
    const long = JSON.stringify({ text: 'x'.repeat(100_000) });
    expect(slicesOf(long)).toEqual({ value: JSON.parse(long), slices: 1 });
    expect(slicesOf(`[]${' '.repeat(70_000)}`).value).toEqual([]);
  });

  it.each([
    ['a comma at the end', (text: string) => `${text.slice(0, -1)},]`],
    ['a comma at the beginning', (text: string) => `[,${text.slice(1)}`],
    ['two commas', (text: string) => text.replace('},{', '},,{')],
    ['a missing comma', (text: string) => text.replace('},{', '}{')],
    ['no end', (text: string) => text.slice(0, -1)],
    ['another end', (text: string) => `${text.slice(0, -1)}}`],
    ['text after the end', (text: string) => `${text} 1`],
    ['an open string', (text: string) => `${text.slice(0, -1)},"x]`],
    ['a row that is no JSON', (text: string) => `${text.slice(0, -1)},nul]`],
  ])('refuses a long list with %s', (_, spoiled) => {
    const text = spoiled(JSON.stringify(rows));
    expect(() => JSON.parse(text)).toThrow();
    expect(() => slicesOf(text)).toThrow(WireError);
  });

  it.each([
    ['rows of nothing', `[${'{},'.repeat(1_300_000)}{}]`, 'at most 10000 items'],
    ['numbers', `[${'1,'.repeat(2_000_000)}1]`, 'at most 10000 items'],
    ['one row of many values', `[1,[${'{},'.repeat(1_300_000)}{}]]`, 'at most 20000 values'],
    [
      'one row of many fields',
      `[{${Array.from({ length: 300_000 }, (_, at) => `"k${at}":1`).join(',')}}]`,
      'at most 20000 values',
    ],
    [
      'an object of many fields',
      `{${Array.from({ length: 300_000 }, (_, at) => `"k${at}":1`).join(',')}}`,
      'at most 20000 values',
    ],
    ['an object around a list', `{"rows":[${'{},'.repeat(1_300_000)}{}]}`, 'at most 20000 values'],
    ['brackets', `[${'['.repeat(4_000_000)}`, 'JSON at most 32 deep'],
  ])('refuses 4 MB of %s before it decoded them', (_, text, expected) => {
    let slices = 0;
    const work = decodeInSlices(text, 'rows');
    expect(() => {
      while (!work.next().done) slices += 1;
    }).toThrow(expected);
    expect(slices).toBeLessThan(60);
  });
});
