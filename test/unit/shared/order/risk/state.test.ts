import { expect, it } from 'vitest';
import type { RiskState, RiskView } from '#shared/order/risk/state.ts';
import { makeRiskState, makeRiskView } from '#test/slice/riskMakers.ts';

it('contains the whole part that main shows, so that the page evaluates the same', () => {
  const state: RiskState = makeRiskState();
  const view: RiskView = makeRiskView();
  expect(Object.keys(state)).toEqual(expect.arrayContaining(Object.keys(view)));
});
