import { describe, expect, it } from 'vitest';
import {
  type BookObservation,
  checkBook,
  isFreshTick,
  lessOwnOrders,
  priceOfSize,
  sharesWithin,
  usableBook,
} from '#shared/order/conditional/observation.ts';
import { parsePrice } from '#shared/units/price.ts';
import { parseShares } from '#shared/units/shares.ts';
import { levels, MARKET } from '#test/slice/makers.ts';

const NOW = 1_000_000;
const book: BookObservation = {
  market: MARKET,
  epoch: 1,
  sequence: 7,
  provedAtMs: NOW - 100,
  health: 'live',
  bids: levels(['0.40', '100'], ['0.39', '50']),
  asks: levels(['0.42', '80']),
};

describe('a book that is observed', () => {
  it('is no price while it is absent, not live, old or crossed', () => {
    expect(checkBook(undefined, NOW)).toBe('absent');
    expect(checkBook({ ...book, health: 'quiet' }, NOW)).toBe('notLive');
    expect(checkBook(book, NOW + 4_900)).toBeNull();
    expect(checkBook(book, NOW + 4_901)).toBe('old');
    expect(checkBook({ ...book, asks: levels(['0.40', '1']) }, NOW)).toBe('crossed');
    expect(usableBook({ ...book, health: 'stale' }, 'yes', NOW)).toBeNull();
  });

  it('is mirrored for the other outcome', () => {
    expect(usableBook(book, 'no', NOW)).toEqual({
      bids: levels(['0.58', '80']),
      asks: levels(['0.60', '100'], ['0.61', '50']),
    });
  });

  it('has no order of the member, on either outcome', () => {
    const own = [
      { side: 'yes', direction: 'buy', price: parsePrice('0.40'), remaining: parseShares('30') },
      // A sale of NO at 0.61 is a bid of YES at 0.39.
      { side: 'no', direction: 'sell', price: parsePrice('0.61'), remaining: parseShares('50') },
      { side: 'yes', direction: 'sell', price: parsePrice('0.42'), remaining: parseShares('10') },
    ] as const;
    expect(lessOwnOrders(book.bids, 'bid', own)).toEqual(levels(['0.40', '70']));
    expect(lessOwnOrders(book.asks, 'ask', own)).toEqual(levels(['0.42', '70']));
  });
});

it('sums and finds sizes from the best level on', () => {
  expect(sharesWithin(book.bids, 'bid', parsePrice('0.40'))).toBe(parseShares('100'));
  expect(sharesWithin(book.bids, 'bid', parsePrice('0.39'))).toBe(parseShares('150'));
  expect(sharesWithin(book.asks, 'ask', parsePrice('0.41'))).toBe(0);
  expect(priceOfSize(book.bids, parseShares('101'))).toBe(parsePrice('0.39'));
  expect(priceOfSize(book.bids, parseShares('151'))).toBeNull();
});

it('compares ticks of at most three seconds of age', () => {
  const tick = { symbol: 'btc', price: 100_000.5, exchangeTimeMs: NOW };
  expect(isFreshTick(tick, NOW + 3_000)).toBe(true);
  expect(isFreshTick(tick, NOW + 3_001)).toBe(false);
  expect(isFreshTick(undefined, NOW)).toBe(false);
});
