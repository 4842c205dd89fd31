import { describe, expect, it } from 'vitest';
import { buildAmounts } from '#shared/order/amounts.ts';
import { UnitError } from '#shared/units/errors.ts';
import { parsePrice } from '#shared/units/price.ts';
import { parseShares, toShares } from '#shared/units/shares.ts';

describe('signed amounts', () => {
  it('give collateral for tokens when buying and tokens for collateral when selling', () => {
    const [price, shares] = [parsePrice('0.61'), parseShares('2.5')];
    expect(buildAmounts('buy', price, shares)).toEqual({ makerAmount: 1_525_000n, takerAmount: 2_500_000n });
    expect(buildAmounts('sell', price, shares)).toEqual({ makerAmount: 2_500_000n, takerAmount: 1_525_000n });
  });

  it('are refused rather than rounded', () => {
    expect(() => buildAmounts('buy', parsePrice('0.61'), toShares(33))).toThrow(UnitError);
  });
});
