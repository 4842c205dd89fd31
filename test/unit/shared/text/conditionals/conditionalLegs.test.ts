import { expect, it } from 'vitest';
import { formatSteps } from '#shared/text/conditionals/conditionalLegs.ts';
import { describeTerms, describeWorst, formatTerms, formatWatch } from '#shared/text/conditionals/conditionalTerms.ts';
import { parseShares } from '#shared/units/shares.ts';
import { OCA, OFFSET, START } from '#test/unit/shared/order/conditional/makers.ts';

const name = () => 'Snow';

it('names each leg with its market, and what one of them filling means', () => {
  expect(formatTerms(OCA, name)).toBe('OCA: buy 100 yes at 0.40, or 50 yes of Snow at 0.30');
  expect(formatWatch(OCA)).toBe('nearest of 2 legs rests');
  expect(formatWatch({ ...OCA, mode: 'race' })).toBe('all 2 legs rest');
  const [first, second] = describeTerms(OCA, START, name);
  expect(first).toContain('what one leg fills reduces the others');
  expect(second).toContain('One leg is on the book at a time');
  expect(describeWorst(OCA)).toBe('Together buys no more than one whole leg, each leg never above its price.');
});

it('states the worst case of a race', () => {
  const race = { ...OCA, mode: 'race' } as const;
  expect(describeTerms(race, START, name)[1]).toContain('Each may fill wholly before the others are cancelled');
  expect(describeWorst(race)).toBe('At worst buys all 2 legs, each never above its price.');
  expect(describeWorst({ ...race, direction: 'sell' })).toBe('At worst sells all 2 legs, each never below its price.');
});

it('says where the fills of an order are offset', () => {
  expect(formatTerms(OFFSET)).toBe('Offset: buy 100 yes at 0.40, then 2 and 4 ticks for what fills');
  const [, offsets] = describeTerms(OFFSET, START);
  expect(offsets).toContain('Each 30 that fill are offered 2 and 4 ticks above the price of the fill, in even parts.');
  const [, whole] = describeTerms({ ...OFFSET, batch: parseShares('100'), steps: [1], direction: 'sell' }, START);
  expect(whole).toContain('What fills is bought back 1 tick below the price of the fill.');
  expect(describeWorst(OFFSET)).toContain('nothing stops a loss');
  expect([formatSteps([1]), formatSteps([2]), formatSteps([1, 2, 3])]).toEqual([
    '1 tick',
    '2 ticks',
    '1, 2 and 3 ticks',
  ]);
});
