import { expect, it } from 'vitest';
import { formatFillGroup } from '#shared/text/absence.ts';
import type { MarketId } from '#shared/units/ids.ts';
import { parsePrice } from '#shared/units/price.ts';
import { parseShares } from '#shared/units/shares.ts';

it('names direction, size, outcome and average price of fills', () => {
  const group = {
    market: 'm' as MarketId,
    side: 'yes',
    direction: 'buy',
    fills: 2,
    shares: parseShares('459'),
    averagePrice: parsePrice('0.43'),
  } as const;
  expect(formatFillGroup(group)).toBe('buy 459 yes at 0.43');
  expect(formatFillGroup({ ...group, averagePrice: parsePrice('0.433333') })).toBe('buy 459 yes at 0.4333');
  expect(formatFillGroup({ ...group, side: null, direction: null })).toBe('trade 459 at 0.43');
});
