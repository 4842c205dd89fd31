import { expect, it } from 'vitest';
import { DEFAULT_TICK } from '#shared/market/tickGrid.ts';
import { defaultMinShares } from '#shared/order/conditional/defaults.ts';
import { parseShares } from '#shared/units/shares.ts';

it('asks for a tenth of the order behind a trigger, in whole lots and at least one', () => {
  expect(defaultMinShares(parseShares('150'), DEFAULT_TICK)).toBe(parseShares('15'));
  expect(defaultMinShares(parseShares('0.0123'), DEFAULT_TICK)).toBe(parseShares('0.0012'));
  expect(defaultMinShares(parseShares('0.0002'), DEFAULT_TICK)).toBe(parseShares('0.0001'));
});
