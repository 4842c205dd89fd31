import { expect, it } from 'vitest';
import { LIMIT_NAMES, LIMIT_RULES } from '#shared/order/risk/limits.ts';
import { formatLimit, formatViolation } from '#shared/text/risk/risk.ts';

it('writes every limit with its unit', () => {
  const initial = Object.fromEntries(LIMIT_NAMES.map((name) => [name, formatLimit(name, LIMIT_RULES[name].initial)]));
  expect(initial).toMatchObject({
    orderCost: '5,000.00',
    orderContracts: '25,000',
    bookDistance: '0.10',
    restingOrders: '100',
    exitBudget: '25%',
    timeToClose: '5.0 s',
    uncheckedBook: 'refused',
  });
  expect(new Set(LIMIT_NAMES.map((name) => LIMIT_RULES[name].label)).size).toBe(LIMIT_NAMES.length);
});

it('says what to do about an unchecked book', () => {
  expect(formatViolation({ limit: 'uncheckedBook', allowed: 0n, found: 1n, by: 1n })).toContain(
    'wait until it is checked',
  );
});
