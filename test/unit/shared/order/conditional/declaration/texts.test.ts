import { expect, it } from 'vitest';
import {
  describeWalk,
  formatDistance,
  formatTicks,
  neverBeyond,
  ownBest,
  type TermsFormats,
} from '#shared/order/conditional/declaration/texts.ts';
import { KIND_NAMES, kindOf } from '#shared/order/conditional/terms.ts';
import { parsePrice } from '#shared/units/price.ts';

it('counts ticks, and writes a part of the price as per cent', () => {
  expect([formatTicks(1), formatTicks(3)]).toEqual(['1 tick', '3 ticks']);
  expect([formatDistance({ kind: 'ticks', ticks: 1 }), formatDistance({ kind: 'bps', bps: 250 })]).toEqual([
    '1 tick',
    '2.5 %',
  ]);
});

it('says how a limit walks, and that one without a walk stays', () => {
  const formats = { price: (micros: number) => `$${micros}` } as TermsFormats;
  const worst = parsePrice('0.25');
  expect(describeWalk({ ticks: 1, everyMs: 2_000 }, worst, formats)).toEqual([
    'The limit then moves by a tick every 2 s, to $250000 and no further.',
  ]);
  expect(describeWalk(null, worst, formats)[0]).toContain('does not follow the market');
});

it('names the bound and the own side of each direction', () => {
  expect([neverBeyond({ direction: 'sell' }), neverBeyond({ direction: 'buy' })]).toEqual([
    'Never sells below',
    'Never buys above',
  ]);
  expect([ownBest({ direction: 'sell' }), ownBest({ direction: 'buy' })]).toEqual(['ask', 'bid']);
});

it('gives each kind names of its own', () => {
  const texts = KIND_NAMES.map((kind) => kindOf({ kind }).texts);
  for (const names of [texts.map(({ name }) => name), texts.map(({ name, shortName }) => shortName ?? name)]) {
    expect(new Set(names).size).toBe(names.length);
  }
});
