import { expect, it } from 'vitest';
import { DEFAULT_TICK, smallestLot, type Tick } from '#shared/market/tickGrid.ts';
import { dustAfter } from '#shared/order/risk/use.ts';
import { parseShares } from '#shared/units/shares.ts';
import { makeIntent } from '#test/slice/makers.ts';
import { holding, makeRiskState } from '#test/slice/riskMakers.ts';

it('is what no order on the grid can sell exactly', () => {
  expect(smallestLot(DEFAULT_TICK)).toBe(100);
  expect(smallestLot(1_000 as Tick)).toBe(1_000);
  const state = makeRiskState({ positions: [holding('yes', '50.000033', '0.5')] });
  const sell = makeIntent({ direction: 'sell', shares: parseShares('50') });
  expect(dustAfter(sell, state, DEFAULT_TICK)).toBe(33);
  expect(dustAfter(makeIntent({ shares: parseShares('1') }), state, DEFAULT_TICK)).toBe(33);
  expect(dustAfter(sell, makeRiskState(), DEFAULT_TICK)).toBe(0);
});
