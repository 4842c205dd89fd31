import { expect, it } from 'vitest';
import { DEFAULT_LIMITS, openMemoryRiskStore } from '#main/trading/risk/limits.ts';
import { DEFAULT_FEE_RATE } from '#shared/order/fees.ts';
import { DEFAULT_RISK_LIMITS } from '#shared/order/risk/limits.ts';

it('reserves the largest documented fee', () => {
  expect(DEFAULT_LIMITS.feeRateMicros).toBe(DEFAULT_FEE_RATE);
});

it('begins with the default risk limits and keeps what is saved', () => {
  const store = openMemoryRiskStore();
  expect(store.value().limits).toBe(DEFAULT_RISK_LIMITS);
  store.save({ exclusiveEvents: [7] }, true);
  expect(store.value().exclusiveEvents).toEqual([7]);
});
