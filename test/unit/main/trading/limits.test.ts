import { expect, it } from 'vitest';
import { DEFAULT_LIMITS } from '#main/trading/limits.ts';
import { formatUsd } from '#shared/units/usd.ts';

it('allows orders of at most 5,000 dollars with a fee reserve of two per cent', () => {
  expect(formatUsd(DEFAULT_LIMITS.maxOrderCost)).toBe('5000.00');
  expect(DEFAULT_LIMITS.feeRateMicros).toBe(20_000);
});
