import { expect, it } from 'vitest';
import { DEFAULT_RISK, STRICTEST_RISK, storedRisk } from '#main/storage/settings/storedRisk.ts';
import { evaluateRisk } from '#shared/order/risk/evaluate.ts';
import { DEFAULT_RISK_LIMITS } from '#shared/order/risk/limits.ts';
import { parsePrice } from '#shared/units/price.ts';
import { parseShares } from '#shared/units/shares.ts';
import { parseUsd } from '#shared/units/usd.ts';
import { makeIntent, OWNER } from '#test/slice/makers.ts';
import { makeRiskState } from '#test/slice/riskMakers.ts';

const STORED = {
  limits: { ...DEFAULT_RISK_LIMITS, orderCost: parseUsd('250.5'), exitBudget: 50n },
  exclusiveEvents: [7],
  baseline: { startsAtMs: 86_400_000, equity: parseUsd('-12.5'), owner: OWNER },
};
const toJson = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (_key, item: unknown) => (typeof item === 'bigint' ? String(item) : item)));

it('reads what was written, as JSON', () => {
  expect(storedRisk.parse(toJson(STORED))).toEqual(STORED);
  expect(storedRisk.parse(toJson(DEFAULT_RISK))).toEqual(DEFAULT_RISK);
});

it('uses the default of a limit that is missing or outside its bounds', () => {
  const limits = { orderCost: '99000000000000', exitBudget: '-1', noSuchLimit: '5' };
  expect(storedRisk.parse({ ...DEFAULT_RISK, limits }).limits).toEqual(DEFAULT_RISK_LIMITS);
});

it('refuses every order at the strictest values, except exits that give nothing away', () => {
  const state = makeRiskState({ limits: STRICTEST_RISK.limits });
  expect(evaluateRisk(makeIntent(), state).violations.length).toBeGreaterThan(0);
  const exit = makeIntent({ direction: 'sell', price: parsePrice('0.60'), shares: parseShares('50') });
  expect(evaluateRisk(exit, state).violations).toEqual([]);
});
