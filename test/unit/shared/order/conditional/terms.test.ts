import { expect, it } from 'vitest';
import { KINDS } from '#shared/order/conditional/kinds.ts';
import { KIND_NAMES, listMarkets, listOutcomes, sellsLater, sharesOf } from '#shared/order/conditional/terms.ts';
import { MARKET, OTHER_MARKET } from '#test/slice/makers.ts';
import { OCA, OFFSET, OTHER_YES, STOP, YES } from './makers.ts';

it('lists the outcomes and markets of its orders, its own first and each market once', () => {
  expect(listOutcomes(STOP)).toEqual([YES]);
  expect(listOutcomes(OCA)).toEqual([YES, OTHER_YES]);
  const no = { ...OCA.legs[0]!, outcome: { market: MARKET, side: 'no' } } as const;
  expect(listMarkets({ ...OCA, legs: [...OCA.legs, no] })).toEqual([MARKET, OTHER_MARKET]);
});

it('has the shares of the leg on an outcome, and of the whole order for other kinds', () => {
  const [first, second] = OCA.legs;
  expect([sharesOf(OCA, YES), sharesOf(OCA, OTHER_YES)]).toEqual([first!.shares, second!.shares]);
  expect(sharesOf(STOP, YES)).toBe(STOP.shares);
});

it('names every kind once', () => {
  expect([...KIND_NAMES].sort()).toEqual(Object.keys(KINDS).sort());
});

it('tells what sells at once, or once it bought', () => {
  expect([STOP, OFFSET, OCA].map(sellsLater)).toEqual([true, true, false]);
});
