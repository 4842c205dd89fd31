import { describe, expect, it } from 'vitest';
import { listSymbols, underlyingOf } from '#renderer/domain/markets/underlying.ts';
import {
  buildUnderlyingPoints,
  createPriceHistory,
  formatTarget,
  formatUnderlying,
  listStrikes,
} from '#renderer/panes/chart/underlying.ts';
import type { Market } from '#shared/market/market.ts';

const marketOf = (part: object): Market => ({ priceTarget: null, terms: null, ...part }) as Market;

describe('price target', () => {
  const target = { floorStrike: 96_000, capStrike: null, threshold: null, comparator: 'gte' };

  it('is formatted as a comparison or a range', () => {
    expect(formatTarget(marketOf({ priceTarget: target }))).toBe('≥ 96,000');
    expect(formatTarget(marketOf({ priceTarget: { ...target, capStrike: 98_000 } }))).toBe('96,000 to 98,000');
    expect(formatTarget(marketOf({ priceTarget: { ...target, comparator: 'touches' } }))).toBe('touches 96,000');
    expect(formatTarget(marketOf({}))).toBeNull();
  });

  it('has a line for each strike, lowest first', () => {
    expect(listStrikes(marketOf({ priceTarget: { ...target, capStrike: 94_000 } }))).toEqual([
      { price: 94_000, title: 'strike 94,000' },
      { price: 96_000, title: 'strike 96,000' },
    ]);
    expect(listStrikes(marketOf({ priceTarget: { ...target, floorStrike: null, threshold: 0.5 } }))).toHaveLength(1);
    expect(listStrikes(marketOf({}))).toEqual([]);
    expect(listStrikes(null)).toEqual([]);
  });

  it('has an underlying symbol only when a stream can have that name', () => {
    const terms = (symbol: string) => marketOf({ terms: { underlying: { source: null, symbol } } });
    expect(underlyingOf(terms('BTC-USD'))).toBe('BTC-USD');
    expect(underlyingOf(terms('BTC/USD'))).toBeNull();
    expect(underlyingOf(null)).toBeNull();
    expect(listSymbols([terms('ETH-USD'), terms('BTC-USD'), terms('BTC-USD'), marketOf({})])).toEqual([
      'BTC-USD',
      'ETH-USD',
    ]);
    expect(formatUnderlying('BTC-USD', 95_870.1)).toBe('BTC-USD 95,870.10');
    expect(formatUnderlying('BTC-USD', null)).toBe('BTC-USD –');
  });
});

describe('prices of an underlying', () => {
  const seconds = (...list: readonly (readonly [number, number])[]) =>
    list.map(([second, price]) => ({ timeMs: second * 1_000, price }));

  it('are kept once a second, in order, and not without end', () => {
    const history = createPriceHistory();
    history.add({ exchangeTimeMs: 1_000, price: 1 });
    history.add({ exchangeTimeMs: 1_500, price: 2 });
    history.add({ exchangeTimeMs: 1_400, price: 9 });
    history.add({ exchangeTimeMs: 2_000, price: 3 });
    expect(history.samples).toEqual([
      { timeMs: 1_500, price: 2 },
      { timeMs: 2_000, price: 3 },
    ]);
    for (let second = 3; second < 8_000; second += 1) history.add({ exchangeTimeMs: second * 1_000, price: second });
    expect(history.samples).toHaveLength(7_200);
    expect(history.samples.at(-1)).toEqual({ timeMs: 7_999_000, price: 7_999 });
  });

  it('make one point a bar, the last price of it', () => {
    expect(buildUnderlyingPoints(seconds([60, 5], [90, 6], [119, 7], [120, 8]), 60_000)).toEqual([
      { time: 60, price: 7, isAfterGap: true },
      { time: 120, price: 8, isAfterGap: false },
    ]);
  });

  it('are not joined across a pause', () => {
    const points = buildUnderlyingPoints(seconds([60, 5], [121, 6], [400, 7], [460, 8]), 60_000);
    expect(points.map(({ time, isAfterGap }) => [time, isAfterGap])).toEqual([
      [60, true],
      [120, true],
      [360, true],
      [420, false],
    ]);
  });
});
