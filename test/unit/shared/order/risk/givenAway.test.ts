import { describe, expect, it } from 'vitest';
import { priceDistances, valueGivenAway } from '#shared/order/risk/givenAway.ts';
import { parsePrice } from '#shared/units/price.ts';
import { parseShares } from '#shared/units/shares.ts';
import { formatUsd } from '#shared/units/usd.ts';
import { makeIntent } from '#test/slice/makers.ts';
import { flatLevels, makeRiskBook } from '#test/slice/riskMakers.ts';

const sell = (price: string, shares: string, side: 'yes' | 'no' = 'yes') =>
  makeIntent({ direction: 'sell', side, price: parsePrice(price), shares: parseShares(shares) });
const buy = (price: string, shares: string) => makeIntent({ price: parsePrice(price), shares: parseShares(shares) });
const book = (bids: number[], asks: number[], lastPrice: string | null = null) =>
  makeRiskBook({ bids, asks, lastPrice: lastPrice === null ? null : parsePrice(lastPrice) });

describe('value given away', () => {
  it('by 450 shares sold at 0.01 while the bid is 0.31 is 135, not 4.50', () => {
    const bids = flatLevels(['0.31', '450']);
    expect(formatUsd(valueGivenAway(sell('0.01', '450'), book(bids, [])))).toBe('135.00');
    expect(formatUsd(valueGivenAway(sell('0.01', '450'), book(flatLevels(['0.31', '10']), [])))).toBe('135.00');
    expect(formatUsd(valueGivenAway(sell('0.31', '450'), book(bids, [])))).toBe('0.00');
  });

  it('follows the levels that would take the order', () => {
    const bids = flatLevels(['0.31', '100'], ['0.21', '100']);
    expect(formatUsd(valueGivenAway(sell('0.11', '200'), book(bids, [])))).toBe('30.00');
  });

  it('by a buy is what it pays above the asks', () => {
    const asks = flatLevels(['0.31', '50'], ['0.41', '50']);
    expect(formatUsd(valueGivenAway(buy('0.99', '100'), book([], asks)))).toBe('63.00');
    expect(formatUsd(valueGivenAway(buy('0.20', '100'), book([], asks)))).toBe('0.00');
  });

  it('is compared with the last price where nobody bids, and is everything without any price', () => {
    expect(formatUsd(valueGivenAway(sell('0.01', '100'), book([], [], '0.31')))).toBe('30.00');
    expect(formatUsd(valueGivenAway(sell('0.01', '100'), book([], [])))).toBe('99.00');
    expect(formatUsd(valueGivenAway(buy('0.60', '100'), null))).toBe('60.00');
  });

  it('takes the worse of old book and last price while the book is not live', () => {
    const health = { at: 'stale', sinceMs: 0, reason: { code: 'crossed', parameters: {} } } as const;
    const bids = flatLevels(['0.31', '100']);
    const stale = { ...book(bids, [], '0.51'), health };
    expect(formatUsd(valueGivenAway(sell('0.31', '100'), stale))).toBe('20.00');
    expect(formatUsd(valueGivenAway(sell('0.21', '100'), { ...stale, lastPrice: parsePrice('0.11') }))).toBe('10.00');
  });

  it('of a no order is measured in the terms of no', () => {
    const asks = flatLevels(['0.40', '100']);
    expect(formatUsd(valueGivenAway(sell('0.50', '100', 'no'), book([], asks)))).toBe('10.00');
  });
});

it('measures how far a price is beyond the book and the last price', () => {
  const live = book(flatLevels(['0.30', '1']), flatLevels(['0.32', '1']), '0.25');
  expect(priceDistances(buy('0.40', '1'), live)).toEqual({ fromBook: 80_000n, fromLast: 150_000n });
  expect(priceDistances(buy('0.20', '1'), live)).toEqual({ fromBook: 0n, fromLast: 0n });
  expect(priceDistances(sell('0.20', '1'), live)).toEqual({ fromBook: 100_000n, fromLast: 50_000n });
  expect(priceDistances(sell('0.20', '1'), book([], []))).toEqual({ fromBook: null, fromLast: null });
});
