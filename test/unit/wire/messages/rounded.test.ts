import { describe, expect, it } from 'vitest';
import { JsonPath } from '#wire/messages/jsonPath.ts';
import {
  expandExponent,
  readDisplayPrice,
  readRounded,
  readRoundedShares,
  roundToMicros,
} from '#wire/messages/rounded.ts';
import { WireError } from '#wire/messages/wireError.ts';

const path = new JsonPath('x');

describe('rounded decimals', () => {
  it('rounds a number from its decimal text', () => {
    expect(roundToMicros(0.29)).toBe(290_000);
    expect(roundToMicros(0.1 + 0.2)).toBe(300_000);
    expect(roundToMicros('0.29')).toBe(290_000);
  });

  it('rounds the seventh decimal to nearest, halves away from zero', () => {
    expect(roundToMicros('0.1234564')).toBe(123_456);
    expect(roundToMicros('0.1234565')).toBe(123_457);
    expect(roundToMicros('-0.1234565')).toBe(-123_457);
  });

  it('writes out exponents', () => {
    expect(expandExponent('1e-7')).toBe('0.0000001');
    expect(expandExponent('1.5e+3')).toBe('1500.0');
    expect(roundToMicros('1.5e+3')).toBe(1_500_000_000);
    expect(roundToMicros('-2.5e1')).toBe(-25_000_000);
    expect(roundToMicros(5e-7)).toBe(1);
  });

  it('refuses text that is not a number', () => {
    for (const value of ['', '.', 'NaN', '1e999', null, {}, Number.NaN]) {
      expect(() => readRounded(value, path)).toThrow(WireError);
    }
    expect(() => readRoundedShares('-1', path)).toThrow(WireError);
  });

  it('reads 0 and 1 as null, and refuses values outside', () => {
    expect(readDisplayPrice('0', path)).toBeNull();
    expect(readDisplayPrice(1, path)).toBeNull();
    expect(readDisplayPrice('0.61', path)).toBe(610_000);
    expect(() => readDisplayPrice('1.01', path)).toThrow(WireError);
    expect(() => readDisplayPrice('-0.01', path)).toThrow(WireError);
  });
});
