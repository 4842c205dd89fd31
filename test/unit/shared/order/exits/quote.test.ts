import { describe, expect, it } from 'vitest';
import { DEFAULT_TICK, smallestLot } from '#shared/market/tickGrid.ts';
import { chooseRoute, floorToLot, isBeyond, limitOf, mirrorLevels, quoteExit } from '#shared/order/exits/quote.ts';
import { parsePrice, toPrice } from '#shared/units/price.ts';
import { parseShares, toShares } from '#shared/units/shares.ts';
import { parseUsd } from '#shared/units/usd.ts';
import { levels } from '#test/slice/makers.ts';

const terms = { tick: DEFAULT_TICK, feeRateMicros: 20_000, worst: null };
const bids = levels(['0.60', '100'], ['0.55', '50'], ['0.50', '1000']);

describe('the quote of an exit', () => {
  it('walks the bids, with the fee of each level', () => {
    expect(quoteExit('sell', parseShares('120'), bids, terms)).toEqual({
      shares: parseShares('120'),
      amount: parseUsd('71'),
      fee: parseUsd('0.579'),
      value: parseUsd('70.421'),
      best: parsePrice('0.60'),
      limit: parsePrice('0.55'),
    });
  });

  it('is worth the same by the mirrored book, as a dollar per set less cost and fee', () => {
    const buy = quoteExit('buyOther', parseShares('120'), mirrorLevels(bids), terms);
    expect(buy).toMatchObject({ amount: parseUsd('49'), value: parseUsd('70.421'), limit: parsePrice('0.45') });
  });

  it('stops at the worst price and quotes only what the depth offers', () => {
    const worst = { ...terms, worst: parsePrice('0.55') };
    expect(quoteExit('sell', parseShares('500'), bids, worst)?.shares).toBe(parseShares('150'));
    expect(quoteExit('sell', parseShares('5000'), bids, terms)?.shares).toBe(parseShares('1150'));
    expect(quoteExit('sell', parseShares('5'), bids, { ...terms, worst: parsePrice('0.61') })).toBeNull();
    expect(quoteExit('sell', parseShares('5'), [], terms)).toBeNull();
  });

  it('rounds levels between two ticks so that the order still matches them', () => {
    expect(limitOf('sell', toPrice(605_000), DEFAULT_TICK)).toBe(600_000);
    expect(limitOf('buyOther', toPrice(395_000), DEFAULT_TICK)).toBe(400_000);
    expect(limitOf('sell', toPrice(4_000), DEFAULT_TICK)).toBe(10_000);
    expect(isBeyond('sell', toPrice(590_000), toPrice(600_000))).toBe(true);
    expect(isBeyond('buyOther', toPrice(590_000), toPrice(600_000))).toBe(false);
  });

  it('has lots whose cost is exact at every price of the grid', () => {
    expect(smallestLot(DEFAULT_TICK)).toBe(100);
    expect(floorToLot(toShares(1_234_567), DEFAULT_TICK)).toBe(1_234_500);
    expect(floorToLot(-5, DEFAULT_TICK)).toBe(0);
  });
});

describe('the choice of the route', () => {
  const sell = quoteExit('sell', parseShares('100'), bids, terms);
  const buy = (price: string) => quoteExit('buyOther', parseShares('100'), levels([price, '1000']), terms);

  it('takes the one that brings more, and the sale when both bring the same', () => {
    expect(chooseRoute(sell, buy('0.38'))).toBe('buyOther');
    expect(chooseRoute(sell, buy('0.42'))).toBe('sell');
    expect(chooseRoute(sell, buy('0.40'))).toBe('sell');
  });

  it('takes the one that exits more shares first', () => {
    const part = quoteExit('sell', parseShares('10'), bids, terms);
    expect(chooseRoute(part, buy('0.99'))).toBe('buyOther');
    expect(chooseRoute(sell, null)).toBe('sell');
    expect(chooseRoute(null, buy('0.5'))).toBe('buyOther');
    expect(chooseRoute(null, null)).toBeNull();
  });
});
