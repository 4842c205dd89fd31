import { describe, expect, it } from 'vitest';
import {
  buildFillMarks,
  buildLegend,
  buildOwnLines,
  fitRange,
  formatTarget,
  formatUnderlying,
  planSeries,
  toBar,
  toVolume,
  underlyingOf,
} from '#renderer/panes/chart/model.ts';
import type { OrderView } from '#shared/ipc/views.ts';
import type { Market } from '#shared/market/market.ts';
import type { Fill } from '#shared/order/account.ts';
import type { OrderLife } from '#shared/order/life.ts';
import type { OrderId } from '#shared/units/ids.ts';
import { noAnswer } from '#test/slice/makers.ts';

const M = 1_000_000;
const row = (minute: number, close = 600_000): number[] => [
  minute * 60_000,
  590_000,
  620_000,
  580_000,
  close,
  1_234 * M,
];
const [a, b, c, d] = [row(1), row(2), row(3), row(4)] as [number[], number[], number[], number[]];

describe('chart series', () => {
  it('is set first, and not updated without a change', () => {
    expect(planSeries([], [a, b])).toEqual({ kind: 'set' });
    expect(planSeries([], [])).toEqual({ kind: 'none' });
    expect(planSeries([a, b], [a, b])).toEqual({ kind: 'none' });
  });

  it('is updated from the last drawn candle on after skipped frames', () => {
    expect(planSeries([a, b], [a, row(2, 610_000)])).toEqual({ kind: 'update', from: 1 });
    expect(planSeries([a, b], [a, row(2, 610_000), c, d])).toEqual({ kind: 'update', from: 1 });
    expect(planSeries([a, b], [a, b, c])).toEqual({ kind: 'update', from: 2 });
  });

  it('is set again when an older candle changed or the series moved on or shrank', () => {
    expect(planSeries([a, b, c], [a, row(2, 1), c])).toEqual({ kind: 'set' });
    expect(planSeries([a, b], [b, c])).toEqual({ kind: 'set' });
    expect(planSeries([a, b, c], [a, b])).toEqual({ kind: 'set' });
    expect(planSeries([a, b], [a, row(7)])).toEqual({ kind: 'set' });
  });
});

describe('chart numbers', () => {
  it('are seconds, floats and whole contracts', () => {
    expect(toBar(a)).toEqual({ time: 60, open: 0.59, high: 0.62, low: 0.58, close: 0.6 });
    expect(toVolume(a)).toEqual({ time: 60, value: 1_234 });
    expect(buildLegend(a, 2)).toEqual({
      open: '0.59',
      high: '0.62',
      low: '0.58',
      close: '0.60',
      volume: '1,234',
      isUp: true,
    });
  });

  it('keep the price scale inside 0 … 1 and wide enough for one tick to look small', () => {
    const still = fitRange(0.5, 0.5);
    expect(still.to - still.from).toBeCloseTo(0.06);
    expect(fitRange(0.98, 0.999).to).toBe(1);
    expect(fitRange(0.001, 0.02).from).toBe(0);
  });
});

describe('order lines', () => {
  const orderOf = (part: Partial<OrderView>): OrderView =>
    ({
      side: 'yes',
      direction: 'buy',
      price: 600_000,
      remaining: 300 * M,
      life: { at: 'resting', orderId: '1' as OrderId },
      ...part,
    }) as OrderView;
  const unknown: OrderLife = { at: 'unknown', sinceMs: 0, reason: noAnswer('') };

  it('are one line per price and column of the yes book', () => {
    const lines = buildOwnLines([
      orderOf({}),
      orderOf({ remaining: (50 * M) as OrderView['remaining'] }),
      orderOf({ side: 'no', price: 380_000 as OrderView['price'] }),
    ]);
    expect(lines).toEqual([
      { key: 'Bid:600000', price: 0.6, title: 'Bid 350', state: 'resting' },
      { key: 'Ask:620000', price: 0.62, title: 'Ask 300', state: 'resting' },
    ]);
  });

  it('mark an unknown order and leave out closed orders', () => {
    expect(buildOwnLines([orderOf({ life: unknown }), orderOf({})])).toMatchObject([
      { title: 'Bid 600 ?', state: 'unknown' },
    ]);
    expect(buildOwnLines([orderOf({}), orderOf({ life: unknown })])).toMatchObject([{ state: 'unknown' }]);
    expect(buildOwnLines([orderOf({ life: { at: 'done', orderId: '1' as OrderId } })])).toEqual([]);
    expect(buildOwnLines([orderOf({ direction: null })])).toMatchObject([{ title: 'Order 300' }]);
  });
});

describe('fill marks', () => {
  const fillOf = (part: Partial<Fill>): Fill =>
    ({
      id: 'f',
      side: 'no',
      direction: 'buy',
      price: 390_000,
      shares: 100 * M,
      exchangeTimeMs: 2 * 60_000 + 30_000,
      ...part,
    }) as Fill;

  it('are on the candle of their time, in yes terms', () => {
    expect(buildFillMarks([fillOf({})], [a, b, c])).toEqual([
      { id: 'f', time: 120, price: 0.61, kind: 'sold', text: '100' },
    ]);
    expect(buildFillMarks([fillOf({ side: 'yes' })], [a, b])).toMatchObject([{ kind: 'bought', price: 0.39 }]);
  });

  it('are summed in one mark per candle, price and kind', () => {
    const parts = [
      fillOf({ id: 'f1', shares: (84.12 * M) as Fill['shares'] }),
      fillOf({ id: 'f2', shares: (18 * M) as Fill['shares'] }),
      fillOf({ id: 'f3', price: 380_000 as Fill['price'] }),
      fillOf({ id: 'f4', direction: 'sell' }),
    ];
    const marks = buildFillMarks(parts, [a, b, c]);
    expect(marks.map(({ id, kind, text }) => [id, kind, text])).toEqual([
      ['f1', 'sold', '102.12'],
      ['f3', 'sold', '100'],
      ['f4', 'bought', '100'],
    ]);
  });

  it('are neutral without a direction, and left out without a side or before the first candle', () => {
    expect(buildFillMarks([fillOf({ direction: null })], [a, b])).toMatchObject([{ kind: 'unattributed' }]);
    expect(buildFillMarks([fillOf({ side: null })], [a, b])).toEqual([]);
    expect(buildFillMarks([fillOf({ exchangeTimeMs: 3 })], [a, b])).toEqual([]);
  });
});

describe('price target', () => {
  const marketOf = (part: object): Market => ({ priceTarget: null, terms: null, ...part }) as Market;

  it('is formatted as a comparison or a range', () => {
    const target = { floorStrike: 96_000, capStrike: null, threshold: null, comparator: 'gte' };
    expect(formatTarget(marketOf({ priceTarget: target }))).toBe('≥ 96,000');
    expect(formatTarget(marketOf({ priceTarget: { ...target, capStrike: 98_000 } }))).toBe('96,000 to 98,000');
    expect(formatTarget(marketOf({ priceTarget: { ...target, comparator: 'touches' } }))).toBe('touches 96,000');
    expect(formatTarget(marketOf({}))).toBeNull();
  });

  it('has an underlying symbol only when a stream can have that name', () => {
    const terms = (symbol: string) => marketOf({ terms: { underlying: { source: null, symbol } } });
    expect(underlyingOf(terms('BTC-USD'))).toBe('BTC-USD');
    expect(underlyingOf(terms('BTC/USD'))).toBeNull();
    expect(underlyingOf(null)).toBeNull();
    expect(formatUnderlying('BTC-USD', 95_870.1)).toBe('BTC-USD 95,870.10');
    expect(formatUnderlying('BTC-USD', null)).toBe('BTC-USD –');
  });
});
