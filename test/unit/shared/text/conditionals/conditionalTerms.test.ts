import { describe, expect, it } from 'vitest';
import type { PriceTrigger } from '#shared/order/conditional/trigger.ts';
import {
  describeTerms,
  describeWorst,
  formatDistance,
  formatTerms,
  formatWatch,
} from '#shared/text/conditionals/conditionalTerms.ts';
import type { MarketId } from '#shared/units/ids.ts';
import { parsePrice } from '#shared/units/price.ts';
import { ocoTerms, stopTerms } from '#test/unit/renderer/panes/conditionals/facts.ts';

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
