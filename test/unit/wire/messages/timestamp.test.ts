import { describe, expect, it } from 'vitest';
import { parseTimestamp } from '#wire/messages/timestamp.ts';
import { WireError } from '#wire/messages/wireError.ts';

describe('parseTimestamp', () => {
  it('reads a number, numeric text, ISO text bare or quoted, and an object', () => {
    for (const text of [
      '1767225600000',
      '"1767225600000"',
      '2026-01-01T00:00:00Z',
      '"2026-01-01T00:00:00Z"',
      '{"timestamp":1767225600000}',
      '{"timestamp":"2026-01-01T00:00:00.000Z"}',
      ' 1767225600000\n',
    ]) {
      expect(parseTimestamp(text)).toBe(1767225600000);
    }
  });

  it('refuses anything else', () => {
    for (const text of ['', 'soon', 'null', '[]', '{}', '<html>'])
      expect(() => parseTimestamp(text)).toThrow(WireError);
  });
});
