import { describe, expect, it } from 'vitest';
import { findMissed, listSufficient, readMissed } from '#main/trading/conditionals/missed.ts';
import { parsePrice } from '#shared/units/price.ts';
import { makeCandle } from '#test/slice/makers.ts';
import { priceTrigger, START, STOP } from '#test/unit/shared/order/conditional/makers.ts';

const MINUTE = 60_000;
const FROM = Math.floor(START / MINUTE) * MINUTE + 10_000;
const OPEN = FROM - 10_000;
const candle = (at: number, low: string, high: string) => ({
  ...makeCandle(OPEN + at * MINUTE),
  low: parsePrice(low),
  high: parsePrice(high),
});
const below = priceTrigger('ask', 'atOrBelow', '0.35');

describe('what a gap hid', () => {
  it('is the first minute in which the price traded, not before the gap', () => {
    const candles = [candle(-1, '0.10', '0.20'), candle(0, '0.36', '0.40'), candle(1, '0.34', '0.40')];
    expect(findMissed(below, candles, FROM, FROM + 5 * MINUTE)).toBe(OPEN + MINUTE);
    expect(findMissed(below, candles, FROM, FROM + 20_000)).toBeNull();
    expect(findMissed(below, [candle(0, '0.30', '0.40')], FROM, FROM + MINUTE)).toBe(FROM);
  });

  it('mirrors the prices of the other outcome', () => {
    const no = { ...below, outcome: { ...below.outcome, side: 'no' } } as const;
    expect(findMissed(no, [candle(0, '0.50', '0.66')], FROM, FROM + MINUTE)).toBe(FROM);
    expect(findMissed(no, [candle(0, '0.30', '0.60')], FROM, FROM + MINUTE)).toBeNull();
  });

  it('looks for conditions that alone are enough', async () => {
    const both = { ...STOP, trigger: { kind: 'all', of: [below, below] } } as const;
    expect(listSufficient(both)).toEqual([]);
    expect(listSufficient({ ...STOP, trigger: { kind: 'any', of: [below, below] } })).toHaveLength(2);
    expect(listSufficient({ ...STOP, startsWhen: below })).toEqual([]);
    const read = (low: string) => readMissed(STOP, FROM, FROM + MINUTE, async () => [candle(0, low, '0.40')]);
    expect([await read('0.30'), await read('0.36')]).toEqual([FROM, null]);
  });
});
