import { expect, it } from 'vitest';
import { formatAbsence, formatFillGroup, listAbsence } from '#shared/text/account/absence.ts';
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

it('says since when and why, and one sentence for each thing that happened', () => {
  const base = { fromMs: 0, toMs: 360_000, cause: 'locked', endedConditionals: [] } as const;
  expect(formatAbsence(base, 400_000)).toMatch(/^While locked, today .+ to today .+ \(6 m\)$/);
  const group = {
    market: 'm' as MarketId,
    side: 'yes',
    direction: 'buy',
    fills: 1,
    shares: parseShares('459'),
    averagePrice: parsePrice('0.44'),
  } as const;
  const all = { ...base, fills: [group], endedOrders: 2, unwatched: 1, wasArmed: true };
  expect(listAbsence(all, () => 'Harbour List')).toEqual([
    'Filled: buy 459 yes at 0.44 in Harbour List',
    '2 orders ended without filling',
    '1 conditional order was not watched',
    'Trading was disarmed',
  ]);
});
