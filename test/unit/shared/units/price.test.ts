import { describe, expect, it } from 'vitest';
import { UnitError } from '#shared/units/errors.ts';
import { formatPrice, MAX_PRICE, MIN_PRICE, mirrorPrice, parsePrice, toPrice } from '#shared/units/price.ts';

describe('price', () => {
  it('lies strictly between 0 and 1', () => {
    expect(parsePrice('0.61')).toBe(610_000);
    expect(parsePrice('0.000001')).toBe(MIN_PRICE);
    expect(parsePrice('0.999999')).toBe(MAX_PRICE);
    for (const text of ['0', '1', '1.01', '-0.5', '0.0000001', '']) expect(() => parsePrice(text)).toThrow(UnitError);
    for (const micros of [0, 1_000_000, 0.5, Number.NaN, Number.POSITIVE_INFINITY, -1]) {
      expect(() => toPrice(micros)).toThrow(UnitError);
    }
  });

  it('is formatted like the exchange does', () => {
    expect(formatPrice(parsePrice('0.6'))).toBe('0.60');
    expect(formatPrice(parsePrice('0.605'))).toBe('0.605');
    expect(formatPrice(parsePrice('0.6'), 3)).toBe('0.600');
  });

  it('of the other outcome is 1 − p', () => {
    expect(mirrorPrice(parsePrice('0.61'))).toBe(390_000);
    expect(mirrorPrice(MIN_PRICE)).toBe(MAX_PRICE);
  });
});
