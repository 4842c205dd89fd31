import { describe, expect, it } from 'vitest';
import { gainIfClosed, outcomesOfBuy, unrealizedPnl } from '#shared/order/pnl.ts';
import { parsePrice } from '#shared/units/price.ts';
import { parseShares, toShares } from '#shared/units/shares.ts';
import { parseUsd } from '#shared/units/usd.ts';

describe('profit and loss', () => {
  it('of a position is its value at the mark less its cost', () => {
    expect(unrealizedPnl(parseShares('100'), parseUsd('50'), 610_000)).toBe(parseUsd('11'));
    expect(unrealizedPnl(parseShares('100'), parseUsd('50'), 0)).toBe(parseUsd('-50'));
    expect(unrealizedPnl(parseShares('100'), parseUsd('50'), 1_000_000)).toBe(parseUsd('50'));
  });

  it('of a buy is what a win adds and what a loss takes', () => {
    expect(outcomesOfBuy(parsePrice('0.61'), parseShares('100'))).toEqual({
      win: parseUsd('39'),
      lose: parseUsd('-61'),
    });
  });

  it('is rounded against the trader', () => {
    expect(gainIfClosed(parsePrice('0.5'), parsePrice('0.61'), parseShares('10'))).toBe(parseUsd('1.1'));
    expect(gainIfClosed(parsePrice('0.5'), parsePrice('0.61'), toShares(1))).toBe(0n);
    expect(gainIfClosed(parsePrice('0.61'), parsePrice('0.5'), toShares(1))).toBe(-1n);
    expect(gainIfClosed(parsePrice('0.5'), parsePrice('0.5'), toShares(1))).toBe(0n);
  });
});
