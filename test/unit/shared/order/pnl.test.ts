import { expect, it } from 'vitest';
import { unrealizedPnl } from '#shared/order/pnl.ts';
import { parseShares, toShares } from '#shared/units/shares.ts';
import { parseUsd } from '#shared/units/usd.ts';

it('is the value at the mark less the cost, rounded down', () => {
  expect(unrealizedPnl(parseShares('100'), parseUsd('50'), 610_000)).toBe(parseUsd('11'));
  expect(unrealizedPnl(parseShares('100'), parseUsd('50'), 0)).toBe(parseUsd('-50'));
  expect(unrealizedPnl(parseShares('100'), parseUsd('50'), 1_000_000)).toBe(parseUsd('50'));
  expect(unrealizedPnl(toShares(1), parseUsd('0'), 999_999)).toBe(0n);
});
