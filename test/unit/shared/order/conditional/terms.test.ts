import { expect, it } from 'vitest';
import { listMarkets, listOutcomes, sellsLater } from '#shared/order/conditional/terms.ts';
import { MARKET, OTHER_MARKET } from '#test/slice/makers.ts';
import { OCA, OFFSET, OTHER_YES, STOP, YES } from './makers.ts';

it('lists the outcomes and markets of its orders, its own first and each market once', () => {
  expect(listOutcomes(STOP)).toEqual([YES]);
  expect(listOutcomes(OCA)).toEqual([YES, OTHER_YES]);
  const no = { ...OCA.legs[0]!, outcome: { market: MARKET, side: 'no' } } as const;
  expect(listMarkets({ ...OCA, legs: [...OCA.legs, no] })).toEqual([MARKET, OTHER_MARKET]);
});

it('tells what sells at once, or once it bought', () => {
  expect([STOP, OFFSET, OCA].map(sellsLater)).toEqual([true, true, false]);
});
