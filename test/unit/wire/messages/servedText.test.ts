import { expect, it } from 'vitest';
import { JsonPath } from '#wire/messages/jsonPath.ts';
import { cleanServed, readPlain, readServed, TEXT_LIMITS } from '#wire/messages/servedText.ts';

const path = new JsonPath('x');

it('bounds each field by its own limit, with a visible mark', () => {
  for (const [field, limit] of Object.entries(TEXT_LIMITS)) {
    const cut = cleanServed(field as keyof typeof TEXT_LIMITS, 'a'.repeat(limit + 1));
    expect(cut).toHaveLength(limit);
    expect(cut.endsWith(' […]')).toBe(true);
  }
});

it('keeps the lines of prose alone', () => {
  expect(readServed('rules')('a\nb', path)).toBe('a\nb');
  expect(readServed('title')('a\nb', path)).toBe('a b');
});

it('refuses signed text that a reader would not see as it is', () => {
  expect(readPlain(10)('Exchange', path)).toBe('Exchange');
  for (const text of ['Ex\u200b', 'Ex\u202e', 'x'.repeat(11), 'a\nb']) {
    expect(() => readPlain(10)(text, path)).toThrow('plain text of at most 10 characters');
  }
});
