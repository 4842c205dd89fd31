import { describe, expect, it } from 'vitest';
import { cleanText, isPlainText } from '#shared/base/cleanText.ts';

describe('cleaning', () => {
  it.each([
    ['an escape sequence of a terminal', '\u001b[31mred\u0007', '\\u001b[31mred\\u0007'],
    ['C1 controls and DEL', 'a\u009b31mb\u007f', 'a\\u009b31mb\\u007f'],
    ['bidirectional controls', 'a\u202eb\u2066c\u200ed\u061c', 'a\\u202eb\\u2066c\\u200ed\\u061c'],
    ['zero-width characters', 'Y\u200be\u2060s\ufeff\u00ad', 'Yes'],
    ['line separators', 'a\u2028b\nc\td', 'a b c d'],
    ['unpaired surrogates', 'a\ud800b\udc00', 'a\\ud800b\\udc00'],
    ['private-use and tag characters', '\ue000\u{e0041}\u{10fffd}', '\\ue000\\u{e0041}\\u{10fffd}'],
    ['more marks than a reader can tell apart', `e${'\u0301'.repeat(9)}`, `e${'\u0301'.repeat(4)}`],
  ])('shows or removes %s', (_what, text, cleaned) => {
    expect(cleanText(text, 100)).toBe(cleaned);
  });

  it('leaves the text of people as it is', () => {
    for (const text of ['Bitcoin ≥ $100,000?', 'Wird es regnen? Größer als 5 °C', '東京の雨', 'مطر', '👍🏽 yes'])
      expect(isPlainText(text, 100)).toBe(true);
  });

  it('marks a cut and keeps the limit', () => {
    expect(cleanText('x'.repeat(60_000), 20)).toBe(`${'x'.repeat(16)} […]`);
    expect(cleanText('\u202e'.repeat(60_000), 20)).toBe('\\u202e\\u202e […]');
    expect(cleanText('x'.repeat(20), 20)).toBe('x'.repeat(20));
  });

  it('keeps the lines of prose', () => {
    expect(cleanText('one\r\ntwo\nthree\u001b', 100, { lines: true })).toBe('one\ntwo\nthree\\u001b');
  });
});
