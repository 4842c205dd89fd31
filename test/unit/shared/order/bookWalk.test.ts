import { describe, expect, it } from 'vitest';
import { oppositeColumn, valueOfWalk, type Walk, walkBook } from '#shared/order/bookWalk.ts';
import { parsePrice } from '#shared/units/price.ts';
import { parseShares } from '#shared/units/shares.ts';
import { parseUsd } from '#shared/units/usd.ts';

const asks = Float64Array.from([610_000, 200_000_000, 620_000, 300_000_000, 630_000, 900_000_000]);
const bids = Float64Array.from([600_000, 100_000_000, 590_000, 400_000_000]);
const RATE = 20_000;

function walk(
  levels: Float64Array,
  side: 'yes' | 'no',
  direction: 'buy' | 'sell',
  price: string,
  shares: string,
): Walk {
  return walkBook(levels, { side, direction, price: parsePrice(price), shares: parseShares(shares) }, RATE);
}

describe('walking the book', () => {
  it('averages what trades at the limit or better and leaves the rest resting', () => {
    expect(walk(asks, 'yes', 'buy', '0.62', '600')).toEqual({
      traded: parseShares('500'),
      average: parsePrice('0.616'),
      value: parseUsd('308'),
      // 0.02 × 0.61 × 0.39 × 200 + 0.02 × 0.62 × 0.38 × 300
      fee: parseUsd('2.3652'),
      rests: parseShares('100'),
    });
  });

  it('rounds the average against the trader', () => {
    const thirds = Float64Array.from([610_000, 1_000_000, 620_000, 2_000_000]);
    expect(walk(thirds, 'yes', 'buy', '0.62', '3').average).toBe(616_667);
    expect(walk(thirds, 'yes', 'sell', '0.61', '3').average).toBe(616_666);
  });

  it('mirrors the YES bids when NO is bought', () => {
    expect(walk(bids, 'no', 'buy', '0.40', '150')).toMatchObject({
      traded: parseShares('100'),
      average: parsePrice('0.4'),
      rests: parseShares('50'),
    });
    expect([oppositeColumn('no', 'buy'), oppositeColumn('no', 'sell'), oppositeColumn('yes', 'sell')]).toEqual([
      'bids',
      'asks',
      'bids',
    ]);
  });

  it('trades nothing when the limit is behind the best price', () => {
    expect(walk(asks, 'yes', 'buy', '0.60', '10')).toMatchObject({ average: null, value: 0n, fee: 0n });
    expect(walk(bids, 'yes', 'sell', '0.61', '10').average).toBeNull();
  });

  it('adds the resting part at the limit price', () => {
    const order = { side: 'yes', direction: 'buy', price: parsePrice('0.62'), shares: parseShares('600') } as const;
    expect(valueOfWalk(walkBook(asks, order, RATE), order)).toBe(parseUsd('370'));
  });
});
