import { expect, it } from 'vitest';
import { maxTakerFee } from '#shared/order/fees.ts';
import { sharesForBudget } from '#shared/order/sizeBudget.ts';
import { parsePrice } from '#shared/units/price.ts';
import { parseShares } from '#shared/units/shares.ts';
import { costCeil, parseUsd } from '#shared/units/usd.ts';

const FEE = 20_000;
const price = parsePrice('0.61');

it('includes the fee reserve in a largest loss, and uses all of it', () => {
  const budget = { amount: parseUsd('100'), withFee: true };
  const shares = sharesForBudget(budget, 'buy', price, FEE);
  const loss = (count: typeof shares) => costCeil(price, count) + maxTakerFee(price, count, FEE);
  expect(loss(shares)).toBeLessThanOrEqual(parseUsd('100'));
  expect(loss(parseShares(String(shares / 1_000_000 + 1)))).toBeGreaterThan(parseUsd('100'));
});

it('leaves fees out of an amount in dollars and of a sale', () => {
  expect(sharesForBudget({ amount: parseUsd('61'), withFee: false }, 'buy', price, FEE)).toBe(parseShares('100'));
  expect(sharesForBudget({ amount: parseUsd('61'), withFee: true }, 'sell', price, FEE)).toBe(parseShares('100'));
  expect(sharesForBudget({ amount: parseUsd('0.6'), withFee: false }, 'buy', price, FEE)).toBe(0);
});
