import { describe, expect, it } from 'vitest';
import {
  buildDepth,
  deepestIn,
  findWindow,
  formatPoint,
  listOwn,
  listSteps,
  pointAt,
} from '#renderer/panes/depth/model.ts';

const M = 1_000_000;
const book = { bids: [400_000, 100 * M, 390_000, 200 * M], asks: [420_000, 50 * M, 450_000, 10 * M] };

describe('depth', () => {
  it('sums contracts and dollars from the best price on', () => {
    expect(buildDepth(book, 'yes')).toEqual({
      bids: [
        { price: 400_000, shares: 100 * M, value: 40_000_000n },
        { price: 390_000, shares: 300 * M, value: 118_000_000n },
      ],
      asks: [
        { price: 420_000, shares: 50 * M, value: 21_000_000n },
        { price: 450_000, shares: 60 * M, value: 25_500_000n },
      ],
    });
  });

  it('in terms of no has the asks of yes as bids, at 1 − p and at that price', () => {
    const { bids, asks } = buildDepth(book, 'no');
    expect(bids[0]).toEqual({ price: 580_000, shares: 50 * M, value: 29_000_000n });
    expect(asks.at(-1)).toEqual({ price: 610_000, shares: 300 * M, value: 182_000_000n });
  });

  it('reads the sums and the average at a price, and nothing inside the spread', () => {
    const depth = buildDepth(book, 'yes');
    expect(formatPoint(pointAt(depth, 390_000)!, 2)).toEqual({
      price: '0.39',
      contracts: '300',
      dollars: '118.00',
      average: '0.3933',
    });
    expect(pointAt(depth, 440_000)).toMatchObject({ side: 'ask', level: { shares: 50 * M } });
    expect(pointAt(depth, 100_000)).toMatchObject({ side: 'bid', level: { shares: 300 * M } });
    expect(pointAt(depth, 410_000)).toBeNull();
  });

  it('has a window around the middle, or of the whole book', () => {
    const depth = buildDepth(book, 'yes');
    expect(findWindow(depth, '5')).toEqual({ low: 360_000, high: 460_000 });
    expect(findWindow(depth, 'all')).toEqual({ low: 380_000, high: 460_000 });
    expect(findWindow({ bids: [], asks: [] }, '5')).toBeNull();
    expect(deepestIn(depth.bids, { low: 395_000, high: 500_000 })?.price).toBe(400_000);
  });

  it('lists own open orders by price and side', () => {
    const own = { bid: new Map([[400_000, 15 * M]]), ask: new Map([[450_000, 7 * M]]) };
    expect(listOwn(own, 'yes')).toEqual([
      { price: 400_000, side: 'bid', shares: 15 * M },
      { price: 450_000, side: 'ask', shares: 7 * M },
    ]);
    expect(listOwn(own, 'no').map(({ price, side }) => [price, side])).toEqual([
      [550_000, 'bid'],
      [600_000, 'ask'],
    ]);
  });

  it('has round steps on its axes', () => {
    expect(listSteps(17_300, 4)).toEqual([5_000, 10_000, 15_000]);
    expect(listSteps(90, 10)).toEqual([10, 20, 30, 40, 50, 60, 70, 80, 90]);
    expect(listSteps(0, 4)).toEqual([]);
  });
});
