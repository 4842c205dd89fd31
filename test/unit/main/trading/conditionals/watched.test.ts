import { describe, expect, it } from 'vitest';
import { findWatched } from '#main/trading/conditionals/watched.ts';
import { type ConditionalTerms, listOutcomes } from '#shared/order/conditional/terms.ts';
import type { Trigger } from '#shared/order/conditional/trigger.ts';
import { MARKET, OTHER_MARKET } from '#test/slice/makers.ts';
import { BASE, OCA, OTHER_YES, priceTrigger, STOP, YES } from '#test/unit/shared/order/conditional/makers.ts';

describe('what is watched', () => {
  it('is its own market first, and every market and underlying of its conditions once', () => {
    const elsewhere = priceTrigger('last', 'atOrAbove', '0.50', { outcome: { market: OTHER_MARKET, side: 'no' } });
    const underlying: Trigger = {
      kind: 'underlying',
      symbol: 'BTC-USD',
      crosses: 'atOrAbove',
      price: 96_000,
      confirm: { kind: 'double' },
    };
    const terms: ConditionalTerms = { ...STOP, startsWhen: { kind: 'all', of: [elsewhere, underlying, underlying] } };
    expect(findWatched(terms)).toEqual({
      markets: [MARKET, OTHER_MARKET],
      underlyings: ['BTC-USD'],
      needsTrades: true,
      needsPrices: true,
    });
    expect(findWatched(terms)).toBe(findWatched(terms));
    expect(findWatched(STOP)).toEqual({ markets: [MARKET], underlyings: [], needsTrades: false, needsPrices: true });
    expect(listOutcomes(STOP)).toEqual([YES]);
    expect(listOutcomes(OCA)).toEqual([YES, OTHER_YES]);
    expect(findWatched(OCA).markets).toEqual([MARKET, OTHER_MARKET]);
  });

  it('has the market of a trigger, and needs no prices without one', () => {
    const beforeClose: Trigger = { kind: 'beforeClose', market: OTHER_MARKET, beforeMs: 1_000 };
    const touch: ConditionalTerms = { ...BASE, kind: 'takeProfit', limit: BASE.worst, touch: beforeClose };
    expect(findWatched(touch).markets).toEqual([MARKET, OTHER_MARKET]);
    expect(findWatched({ ...touch, touch: null }).needsPrices).toBe(false);
  });
});
