import { describe, expect, it } from 'vitest';
import { DEFAULT_TICK, isOnTick, nearestOnTick, type Tick, tickDecimals } from '#shared/market/tickGrid.ts';
import { parsePrice } from '#shared/units/price.ts';

describe('tick grid', () => {
  it('runs from one tick to a dollar minus one tick', () => {
    expect(isOnTick(parsePrice('0.01'), DEFAULT_TICK)).toBe(true);
    expect(isOnTick(parsePrice('0.99'), DEFAULT_TICK)).toBe(true);
    expect(isOnTick(parsePrice('0.995'), DEFAULT_TICK)).toBe(false);
    expect(isOnTick(parsePrice('0.001'), DEFAULT_TICK)).toBe(false);
  });

  it('finds the nearest price inside the grid', () => {
    expect(nearestOnTick(614_999, DEFAULT_TICK)).toBe(610_000);
    expect(nearestOnTick(-5, DEFAULT_TICK)).toBe(10_000);
    expect(nearestOnTick(2_000_000, DEFAULT_TICK)).toBe(990_000);
    const odd = 30_000 as Tick;
    expect(nearestOnTick(2_000_000, odd) % odd).toBe(0);
    expect(isOnTick(nearestOnTick(2_000_000, odd), odd)).toBe(true);
  });

  it('has the decimals of its prices', () => {
    expect([100_000, 10_000, 5_000, 1_000, 1].map((tick) => tickDecimals(tick as Tick))).toEqual([2, 2, 3, 3, 6]);
  });
});
