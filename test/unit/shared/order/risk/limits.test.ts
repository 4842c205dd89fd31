import { expect, it } from 'vitest';
import {
  DEFAULT_RISK_LIMITS,
  isInBounds,
  isLooser,
  LIMIT_NAMES,
  LIMIT_RULES,
  listLimits,
} from '#shared/order/risk/limits.ts';

it('has a default within its bounds for every limit', () => {
  for (const name of LIMIT_NAMES) expect([name, isInBounds(name, DEFAULT_RISK_LIMITS[name])]).toEqual([name, true]);
});

it('refuses a value outside its bounds', () => {
  for (const name of LIMIT_NAMES) {
    const { min, max } = LIMIT_RULES[name];
    expect([isInBounds(name, min), isInBounds(name, max)]).toEqual([true, true]);
    expect([isInBounds(name, min - 1n), isInBounds(name, max + 1n)]).toEqual([false, false]);
  }
});

it('knows in which direction a limit lets more orders through', () => {
  expect([isLooser('orderCost', 1n, 2n), isLooser('orderCost', 2n, 1n), isLooser('orderCost', 1n, 1n)]).toEqual([
    true,
    false,
    false,
  ]);
  expect([isLooser('timeToClose', 2n, 1n), isLooser('exitBudget', 1n, 2n)]).toEqual([true, false]);
});

it('is in one group each, whose order is that of the declaration', () => {
  const groups = (['account', 'givenAway', 'order', 'market'] as const).map(listLimits);
  expect(groups.flat().sort()).toEqual([...LIMIT_NAMES].sort());
  for (const limits of groups) expect(limits).toEqual(LIMIT_NAMES.filter((name) => limits.includes(name)));
});
