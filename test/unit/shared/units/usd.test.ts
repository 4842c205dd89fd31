import { describe, expect, it } from 'vitest';
import { UnitError } from '#shared/units/errors.ts';
import { MAX_PRICE, parsePrice } from '#shared/units/price.ts';
import { parseShares, toShares } from '#shared/units/shares.ts';
import { cost, costCeil, costFloor, formatUsd, isExactCost, parseUsd, toUsd } from '#shared/units/usd.ts';

describe('dollars', () => {
  it('are parsed, and formatted with at least two decimals', () => {
    expect(parseUsd('9412.36')).toBe(9_412_360_000n);
    expect(parseUsd('-1')).toBe(-1_000_000n);
    expect(formatUsd(parseUsd('9412.3'))).toBe('9412.30');
    expect(formatUsd(toUsd(1n))).toBe('0.000001');
    expect(formatUsd(toUsd(-5_500_000n))).toBe('-5.50');
  });

  it('give the exact cost of price × shares, or throw', () => {
    expect(cost(parsePrice('0.61'), parseShares('100'))).toBe(61_000_000n);
    expect(cost(parsePrice('0.61'), parseShares('0.01'))).toBe(6_100n);
    expect(isExactCost(parsePrice('0.61'), toShares(1))).toBe(false);
    expect(() => cost(parsePrice('0.61'), toShares(1))).toThrow(UnitError);
  });

  it('round a budget up and a proceed down', () => {
    expect(costCeil(parsePrice('0.61'), toShares(1))).toBe(1n);
    expect(costFloor(parsePrice('0.61'), toShares(1))).toBe(0n);
    expect(costCeil(parsePrice('0.5'), toShares(2))).toBe(1n);
    expect(costFloor(parsePrice('0.5'), toShares(2))).toBe(1n);
  });

  it('are exact beyond the safe integers', () => {
    const huge = toShares(Number.MAX_SAFE_INTEGER);
    expect(costFloor(MAX_PRICE, huge)).toBe((999_999n * BigInt(Number.MAX_SAFE_INTEGER)) / 1_000_000n);
  });
});
