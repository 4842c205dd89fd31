import { describe, expect, it } from 'vitest';
import { decodeJson } from '#wire/messages/decodeJson.ts';

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
    expect(() => decodeJson('{"a":'.repeat(1_000_000), 'x')).toThrow('32 deep');
    expect(() => decodeJson(' '.repeat(33 * 1024 * 1024), 'x')).toThrow('at most 33554432 characters');
  });

  it('does not count brackets inside strings, with or without escapes', () => {
    const text = JSON.stringify({ a: '['.repeat(100), b: `\\"${'{'.repeat(100)}`, c: '\\' });
    expect(decodeJson(text, 'x')).toEqual(JSON.parse(text));
    expect(() => decodeJson(`"\\\\"${'['.repeat(100)}`, 'x')).toThrow('32 deep');
    expect(() => decodeJson(`["${'['.repeat(100)}`, 'x')).toThrow('Expected JSON at x');
  });
});
