import { expect, it } from 'vitest';
import { isCrossed, valueOnBook, valueOnTrade } from '#shared/order/conditional/priceValue.ts';
import { parsePrice } from '#shared/units/price.ts';
import { parseShares } from '#shared/units/shares.ts';
import { levels } from '#test/slice/makers.ts';
import { type Pairs, priceTrigger } from './makers.ts';

const book = (bids: Pairs, asks: Pairs) => ({ bids: levels(...bids), asks: levels(...asks) });

it.each([
  ['ask', 'atOrBelow', '0.35', [['0.30', '50']], [['0.35', '10']], true],
  [
    'ask',
    'atOrBelow',
    '0.35',
    [['0.30', '50']],
    [
      ['0.34', '4'],
      ['0.35', '6'],
    ],
    true,
  ],
  ['ask', 'atOrBelow', '0.35', [['0.30', '50']], [['0.35', '9']], false],
  ['ask', 'atOrBelow', '0.35', [], [['0.35', '10']], true],
  ['ask', 'atOrBelow', '0.35', [['0.30', '50']], [], null],
  ['bid', 'atOrAbove', '0.60', [['0.60', '10']], [], true],
  ['bid', 'atOrAbove', '0.60', [['0.60', '9']], [['0.62', '10']], false],
  ['bid', 'atOrAbove', '0.60', [], [['0.62', '10']], null],
  ['bid', 'atOrBelow', '0.35', [['0.35', '10']], [['0.40', '10']], true],
  // The best bid of the least size counts, so that one lot does not hold a stop back.
  [
    'bid',
    'atOrBelow',
    '0.35',
    [
      ['0.36', '1'],
      ['0.35', '10'],
    ],
    [['0.40', '10']],
    true,
  ],
  ['bid', 'atOrBelow', '0.35', [['0.36', '10']], [['0.40', '10']], false],
  ['bid', 'atOrBelow', '0.35', [['0.35', '10']], [['0.46', '10']], null],
  ['bid', 'atOrBelow', '0.35', [['0.35', '10']], [], null],
  ['bid', 'atOrBelow', '0.35', [['0.35', '1']], [['0.40', '10']], null],
  ['ask', 'atOrAbove', '0.60', [['0.58', '10']], [['0.60', '10']], true],
  ['mid', 'atOrBelow', '0.35', [['0.33', '10']], [['0.37', '10']], true],
  ['mid', 'atOrBelow', '0.35', [['0.34', '10']], [['0.37', '10']], false],
  ['mid', 'atOrBelow', '0.35', [['0.34', '1']], [['0.36', '10']], null],
  ['last', 'atOrBelow', '0.35', [['0.30', '10']], [['0.34', '10']], null],
] as const)('%s %s %s on %j and %j is %s', (source, crosses, price, bids, asks, value) => {
  expect(valueOnBook(priceTrigger(source, crosses, price), book(bids, asks))).toBe(value);
});

it('counts a trade of the least size inside bid and ask', () => {
  const trigger = priceTrigger('last', 'atOrBelow', '0.35');
  const view = book([['0.33', '50']], [['0.36', '50']]);
  expect(valueOnTrade(trigger, parsePrice('0.35'), parseShares('10'), view)).toBe(true);
  expect(valueOnTrade(trigger, parsePrice('0.36'), parseShares('10'), view)).toBe(false);
  expect(valueOnTrade(trigger, parsePrice('0.35'), parseShares('1'), view)).toBeNull();
  expect(valueOnTrade(trigger, parsePrice('0.32'), parseShares('10'), view)).toBeNull();
  expect(valueOnTrade(trigger, parsePrice('0.35'), parseShares('10'), book([], [['0.36', '50']]))).toBeNull();
});

it('compares in both directions, the level included', () => {
  expect([isCrossed('atOrBelow', 5, 5), isCrossed('atOrBelow', 6, 5)]).toEqual([true, false]);
  expect([isCrossed('atOrAbove', 5, 5), isCrossed('atOrAbove', 4, 5)]).toEqual([true, false]);
});
