import { describe, expect, it } from 'vitest';
import { formatDistance } from '#shared/order/conditional/declaration/texts.ts';
import { formatSteps } from '#shared/order/conditional/kinds/offset.ts';
import type { PriceTrigger } from '#shared/order/conditional/trigger.ts';
import { describeTerms, describeWorst, formatTerms, formatWatch } from '#shared/text/conditionals/conditionalTerms.ts';
import type { MarketId } from '#shared/units/ids.ts';
import { parsePrice } from '#shared/units/price.ts';
import { parseShares } from '#shared/units/shares.ts';
import { ocoTerms, stopTerms } from '#test/unit/renderer/panes/conditionals/facts.ts';
import { OCA, OFFSET, START } from '#test/unit/shared/order/conditional/makers.ts';

describe('terms in words', () => {
  it('have one name for notices, buttons and rows', () => {
    expect(formatTerms(stopTerms('0.31', '0.30'))).toBe('Stop: sell 500 yes at 0.30 when ask ≤ 0.31');
    expect(formatTerms(ocoTerms('0.60', '0.31', '0.30'))).toBe('OCO: sell 500 yes at 0.60, or at 0.30 when ask ≤ 0.31');
    expect(formatWatch(ocoTerms('0.60', '0.31', '0.30'))).toBe('rests at 0.60 · ask ≤ 0.31');
  });

  it('say what happens, in its order', () => {
    expect(describeTerms(stopTerms('0.31', '0.30'), 0)).toEqual([
      'Sells 500 yes at 0.30 or better when the best ask, of at least 50, is 0.31 or lower, on two books half a second apart.',
      'What does not trade there rests at that price: it does not follow the market.',
    ]);
    const walks = { ...stopTerms('0.31', '0.30'), worst: parsePrice('0.25'), walk: { ticks: 1, everyMs: 2_000 } };
    expect(describeTerms(walks, 0)[1]).toBe('The limit then moves by a tick every 2 s, to 0.25 and no further.');
  });

  it('name the market of a condition that is on another one', () => {
    const { trigger, ...stop } = stopTerms('0.31', '0.30');
    const outcome = { market: 's' as MarketId, side: 'no' } as const;
    const other = {
      ...(trigger as PriceTrigger),
      outcome,
      source: 'bid',
      confirm: { kind: 'held', forMs: 10_000 },
    } as const;
    const name = (market: string): string => (market === 's' ? 'Snow' : market);
    const both = { ...stop, trigger: { kind: 'all', of: [trigger, other] } } as const;
    expect(formatTerms(both, name)).toBe(
      'Stop: sell 500 yes at 0.30 when ask ≤ 0.31 and Snow bid of no ≤ 0.31 held 10 s',
    );
    expect(describeTerms(both, 0, name)[0]).toBe(
      'Sells 500 yes at 0.30 or better when the best ask, of at least 50, is 0.31 or lower, on two books half a second apart, and the best bid of no of Snow, of at least 50, is 0.31 or lower, for 10 s without a gap.',
    );
  });

  it('say of OCO when nothing protects', () => {
    const oco = ocoTerms('0.60', '0.31', '0.30');
    expect(describeTerms(oco, 0).at(-1)).toBe(
      'When the stop fires, the resting order is cancelled first: for that moment nothing protects.',
    );
    expect(describeTerms({ ...oco, flipTicks: 2 }, 0).at(-1)).toBe(
      'The resting order is pulled while the market is within 2 ticks of the stop.',
    );
  });

  it('say how orders work over prices and time', () => {
    const { trigger: _trigger, walk: _walk, limit, ...base } = stopTerms('0.31', '0.30');
    const twap = { lengthMs: 600_000, slices: 10, minSlice: base.shares, pricing: 'join', atEnd: 'report' } as const;
    expect(formatTerms({ ...base, kind: 'twap', ...twap })).toBe('TWAP: sell 500 yes in 10 slices over 10 m');
    expect(describeTerms({ ...base, kind: 'twap', ...twap }, 0)).toEqual([
      'Sells 500 yes in 10 equal slices over 10 m, each at the best price of its own side.',
      'What a slice leaves goes on and is counted by the next one.',
      'At the end what still rests is cancelled.',
    ]);
    const level = { price: limit, shares: base.shares };
    const levels = [level, { ...level, price: parsePrice('0.4') }];
    expect(formatWatch({ ...base, kind: 'scale', levels, postOnly: false })).toBe('rests from 0.30 to 0.40');
    const clip = { price: limit, clip: base.shares, sizeSpreadBps: 0, maxDelayMs: 0 };
    expect(formatTerms({ ...base, kind: 'iceberg', ...clip })).toBe('Iceberg: sell 500 yes at 0.30, 500 at a time');
    const pace = { minTicks: 1, minMs: 1_000, everyMs: 2_000, maxMoves: 9, maxMs: 60_000, maxTicks: 9 } as const;
    const chase = { ...base, kind: 'chase', postOnly: true, atEnd: 'cancel', ...pace } as const;
    expect(formatTerms(chase)).toBe('Chase: sell 500 yes at the best ask, to 0.30');
    expect(describeTerms(chase, 0)[1]).toBe('After 1 m or 9 moves it is cancelled.');
  });

  it('say the worst case', () => {
    expect(describeWorst(stopTerms('0.31', '0.30'))).toBe(
      'Never sells below 0.30: what does not trade there stays yours, unprotected.',
    );
  });

  it.each([
    [{ kind: 'ticks', ticks: 1 } as const, '1 tick'],
    [{ kind: 'ticks', ticks: 3 } as const, '3 ticks'],
    [{ kind: 'bps', bps: 250 } as const, '2.5 %'],
    [{ kind: 'bps', bps: 5 } as const, '0.05 %'],
    [{ kind: 'bps', bps: 500 } as const, '5 %'],
  ])('write the distance %o as %s', (distance, text) => {
    expect(formatDistance(distance)).toBe(text);
  });
});

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
