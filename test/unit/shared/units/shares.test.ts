import { describe, expect, it } from 'vitest';
import { UnitError } from '#shared/units/errors.ts';
import { formatShares, parseShares, toShares, ZERO_SHARES } from '#shared/units/shares.ts';

describe('shares', () => {
  it('are millionths of at least 0', () => {
    expect(parseShares('2.5')).toBe(2_500_000);
    expect(parseShares('0')).toBe(ZERO_SHARES);
    for (const text of ['-1', '', '1e2', '0.0000001']) expect(() => parseShares(text)).toThrow(UnitError);
    for (const micros of [-1, 0.5, Number.NaN, 2 ** 53]) expect(() => toShares(micros)).toThrow(UnitError);
  });

  it('are formatted as plain decimals', () => {
    expect(formatShares(toShares(2_500_000))).toBe('2.5');
    expect(formatShares(toShares(150_000_000))).toBe('150');
    expect(formatShares(toShares(150_000_000), 2)).toBe('150.00');
  });
});
