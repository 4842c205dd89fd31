import { expect, it } from 'vitest';
import { findTradeBound, isWithinConsent, listTradeBounds } from '#shared/order/conditional/consent.ts';
import type { ConditionalTerms } from '#shared/order/conditional/terms.ts';
import { parsePrice } from '#shared/units/price.ts';
import { parseShares } from '#shared/units/shares.ts';
import { TERMS } from '#test/slice/conditionalTerms.ts';
import { BRACKET, OCO, OFFSET, OTHER_YES, STOP, YES } from './makers.ts';

const boundsOf = (terms: ConditionalTerms) =>
  listTradeBounds(terms).map(({ direction, shares, worst }) => [direction, shares, worst]);

it('bounds by the worst price of all legs, whatever the terms call their worst price', () => {
  const stop = { ...OCO.stop, worst: parsePrice('0.57') };
  const oco = { ...OCO, worst: parsePrice('0.90'), takeProfit: parsePrice('0.95'), stop };
  expect(boundsOf(oco)).toEqual([['sell', oco.shares, parsePrice('0.57')]]);
  const late = { ...BRACKET.stop!, worst: parsePrice('0.99') };
  expect(boundsOf({ ...BRACKET, takeProfit: parsePrice('0.01'), stop: late })).toEqual([
    ['buy', BRACKET.shares, parsePrice('0.45')],
    ['sell', BRACKET.shares, parsePrice('0.01')],
  ]);
  expect(boundsOf({ ...BRACKET, takeProfit: null, stop: null })).toHaveLength(1);
});

it('bounds the offsets of a fill by nothing but their quantity', () => {
  expect(boundsOf(OFFSET)).toEqual([
    ['buy', OFFSET.shares, parsePrice('0.40')],
    ['sell', OFFSET.shares, 1],
  ]);
});

it('finds no bound for an outcome or a direction that the terms do not trade', () => {
  expect(findTradeBound(STOP, OTHER_YES, 'sell')).toBeNull();
  expect(findTradeBound(STOP, YES, 'buy')).toBeNull();
  expect(findTradeBound(STOP, YES, 'sell')).toMatchObject({ shares: STOP.shares, worst: STOP.worst });
});

it('does not cover protection that is taken off, nor another kind, market, outcome or stand-in', () => {
  for (const field of ['stop', 'takeProfit'] as const) {
    expect(isWithinConsent({ ...BRACKET, [field]: null }, BRACKET)).toBe(false);
    expect(isWithinConsent(BRACKET, { ...BRACKET, [field]: null })).toBe(false);
  }
  const rest: ConditionalTerms = { ...STOP, standIn: { kind: 'rest' } };
  const standIn = { kind: 'underlying', symbol: 'BTC-USD', crosses: 'atOrBelow', price: 1 } as const;
  expect(isWithinConsent(rest, STOP)).toBe(false);
  expect(isWithinConsent({ ...rest, standIn }, rest)).toBe(false);
  for (const outcome of [OTHER_YES, { ...YES, side: 'no' as const }]) {
    expect(isWithinConsent({ ...rest, outcome }, rest)).toBe(false);
  }
  expect(isWithinConsent({ ...TERMS.closeBefore, standIn: { kind: 'rest' } }, rest)).toBe(false);
});

it('covers the same terms, and conditions that are added or further away', () => {
  expect(isWithinConsent(STOP, STOP)).toBe(true);
  const further = { ...STOP.trigger, price: parsePrice('0.31') };
  expect(isWithinConsent({ ...STOP, trigger: further, shares: parseShares('1') }, STOP)).toBe(true);
  const both = { kind: 'all', of: [STOP.trigger, { kind: 'time', atMs: 1 }] } as const;
  expect([
    isWithinConsent({ ...STOP, trigger: both }, STOP),
    isWithinConsent(STOP, { ...STOP, trigger: both }),
  ]).toEqual([true, false]);
});
