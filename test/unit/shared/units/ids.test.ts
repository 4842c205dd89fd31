import { describe, expect, it } from 'vitest';
import { UnitError } from '#shared/units/errors.ts';
import {
  parseAddress,
  parseHex,
  parseHex32,
  parseIntentId,
  parseMarketId,
  parseOrderId,
  parseTokenId,
  ZERO_ADDRESS,
} from '#shared/units/ids.ts';

describe('ids', () => {
  it("accept the exchange's and our own ids", () => {
    expect(parseMarketId('will-it_rain-2026')).toBe('will-it_rain-2026');
    expect(parseOrderId(12345)).toBe('12345');
    expect(parseOrderId('12345')).toBe('12345');
    expect(parseIntentId('123e4567-e89b-12d3-a456-426614174000')).toHaveLength(36);
    expect(parseTokenId('7'.repeat(78))).toHaveLength(78);
  });

  it('are formatted in lower-case hex', () => {
    expect(parseAddress(`0x${'AB'.repeat(20)}`)).toBe(`0x${'ab'.repeat(20)}`);
    expect(parseHex32(`0x${'AB'.repeat(32)}`)).toBe(`0x${'ab'.repeat(32)}`);
    expect(parseHex('0x')).toBe('0x');
    expect(parseHex('0xAb')).toBe('0xab');
    expect(parseAddress(ZERO_ADDRESS)).toBe(ZERO_ADDRESS);
  });

  it('refuse characters that are special in paths and stream names', () => {
    for (const text of ['', '../orders', 'a/b', 'a.b', 'a b', 'ä', 'a%2f', 'a\n', 'a?x', 'x'.repeat(129)]) {
      expect(() => parseMarketId(text)).toThrow(UnitError);
    }
  });

  it('refuse malformed text', () => {
    for (const [parse, text] of [
      [parseOrderId, ''],
      [parseOrderId, '../1'],
      [parseOrderId, '1.5'],
      [parseIntentId, 'short'],
      [parseTokenId, '0x1'],
      [parseTokenId, '-1'],
      [parseAddress, `0x${'a'.repeat(39)}`],
      [parseAddress, 'a'.repeat(40)],
      [parseHex32, `0x${'a'.repeat(63)}`],
      [parseHex, '0xa'],
      [parseHex, 'ab'],
      [parseHex, '0xzz'],
    ] as const) {
      expect(() => parse(text)).toThrow(UnitError);
    }
  });
});
