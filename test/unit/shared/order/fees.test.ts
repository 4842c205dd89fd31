import { describe, expect, it } from 'vitest';
import { maxTakerFee } from '#shared/order/fees.ts';
import { parsePrice } from '#shared/units/price.ts';
import { parseShares, toShares } from '#shared/units/shares.ts';
import { parseUsd } from '#shared/units/usd.ts';

describe('fee reserve', () => {
  it('is rate × p × (1 − p) × shares, largest in the middle', () => {
    expect(maxTakerFee(parsePrice('0.5'), parseShares('100'))).toBe(parseUsd('0.5'));
    expect(maxTakerFee(parsePrice('0.61'), parseShares('100'))).toBe(parseUsd('0.4758'));
    expect(maxTakerFee(parsePrice('0.61'), parseShares('100'), 0)).toBe(0n);
  });

  it('is rounded up', () => {
    expect(maxTakerFee(parsePrice('0.5'), toShares(1))).toBe(1n);
  });
});
