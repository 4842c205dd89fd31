import { expect, it } from 'vitest';
import { dayLoss, equityOf, lossAtOnce } from '#shared/order/risk/day.ts';
import { parsePrice } from '#shared/units/price.ts';
import { startOfDay } from '#shared/units/time.ts';
import { formatUsd, parseUsd } from '#shared/units/usd.ts';
import { START_MS } from '#test/slice/fakeClock.ts';
import { makeIntent, makeMarket } from '#test/slice/makers.ts';
import { makeRiskState } from '#test/slice/riskMakers.ts';

it('values the account at its marks', () => {
  expect(equityOf(makeRiskState())).toBe(parseUsd('1030.5'));
  expect(equityOf(makeRiskState({ balance: null }))).toBeNull();
  expect(equityOf(makeRiskState({ positions: null }))).toBeNull();
  const market = () => makeMarket({ result: 'no' });
  expect(equityOf(makeRiskState({ market }))).toBe(parseUsd('1000'));
});

it('counts from the baseline of the UTC day, and knows no loss without one', () => {
  const baseline = { startsAtMs: startOfDay(START_MS), equity: parseUsd('1100') };
  expect(dayLoss(makeRiskState({ baseline }))).toBe(parseUsd('69.5'));
  expect(dayLoss(makeRiskState({ baseline: null }))).toBeNull();
  expect(dayLoss(makeRiskState({ baseline, nowMs: START_MS + 86_400_000 }))).toBeNull();
});

it('expects the distance to the mark and the fee to be lost at once', () => {
  expect(formatUsd(lossAtOnce(makeIntent({ price: parsePrice('0.62') }), makeRiskState()))).toBe('1.4712');
  expect(formatUsd(lossAtOnce(makeIntent({ price: parsePrice('0.50') }), makeRiskState()))).toBe('0.00');
});
