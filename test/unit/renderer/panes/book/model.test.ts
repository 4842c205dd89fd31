import { describe, expect, it } from 'vitest';
import { windowAround } from '#renderer/panes/book/draw.ts';
import { countRows } from '#renderer/panes/book/levels.ts';
import {
  buildBookRows,
  buildDepth,
  buildFigures,
  depthAt,
  formatProbability,
  formatSetCost,
  largestVolume,
} from '#renderer/panes/book/model.ts';
import type { BookFrame } from '#shared/ipc/frames/frame.ts';
import { DEFAULT_TICK } from '#shared/market/tickGrid.ts';

const book = {
  bids: Float64Array.of(610_000, 205, 600_000, 189),
  asks: Float64Array.of(620_000, 46),
} as unknown as BookFrame;
const terms = {
  own: { bid: new Map([[600_000, 9]]), ask: new Map([[620_000, 4]]) },
  tick: DEFAULT_TICK,
  grouping: 1 as const,
  limit: 3,
};
const empty = { bids: new Float64Array(0), asks: new Float64Array(0) } as unknown as BookFrame;

describe('book model', () => {
  it('shows the bids of both outcomes side by side: an ask of yes is a bid for no', () => {
    expect(buildBookRows(book, terms)).toEqual([
      { yesBid: 610_000, yesShares: 205, yesOwn: 0, noBid: 380_000, noShares: 46, noOwn: 4 },
      { yesBid: 600_000, yesShares: 189, yesOwn: 9, noBid: 0, noShares: 0, noOwn: 0 },
      { yesBid: 0, yesShares: 0, yesOwn: 0, noBid: 0, noShares: 0, noOwn: 0 },
    ]);
    expect(largestVolume(buildBookRows(book, terms))).toBe(205);
  });

  it('groups the prices of a row, and rounds each outcome down in its own terms', () => {
    expect(buildBookRows(book, { ...terms, grouping: 5 })[0]).toEqual({
      yesBid: 600_000,
      yesShares: 394,
      yesOwn: 9,
      noBid: 350_000,
      noShares: 46,
      noOwn: 4,
    });
  });

  it('shows whole rows only', () => {
    expect([10, 19, 94, 95].map((height) => countRows(height, 19))).toEqual([1, 1, 4, 5]);
  });

  it('has empty rows without a book', () => {
    expect(buildBookRows(null, { ...terms, limit: 2 })).toHaveLength(2);
    expect(largestVolume(buildBookRows(null, { ...terms, limit: 2 }))).toBe(1);
  });

  it('has the spread, the implied probability and the cost of a complete set', () => {
    const figures = buildFigures(book);
    expect(figures).toEqual({ bid: 610_000, ask: 620_000, spread: 10_000, midpoint: 615_000, setCost: 1_010_000 });
    expect(formatProbability(figures.midpoint)).toBe('61.5 %');
    expect(formatSetCost(figures, 2)).toBe('yes 0.62 + no 0.39 = 1.01');
  });

  it('states that a side is empty', () => {
    const figures = buildFigures({ ...book, asks: new Float64Array(0) });
    expect(figures).toMatchObject({ bid: 610_000, ask: null, spread: null, midpoint: null, setCost: null });
    expect(formatProbability(figures.midpoint)).toBe('–');
    expect(formatSetCost(figures, 2)).toBe('A set: one side has no ask');
    expect(buildFigures(empty).bid).toBeNull();
  });

  it('sums depth from the best price outwards', () => {
    const bids = buildDepth(book.bids);
    const asks = buildDepth(book.asks);
    expect([...bids]).toEqual([610_000, 205, 600_000, 394]);
    expect(depthAt(bids, asks, 605_000)).toBe(205);
    expect(depthAt(bids, asks, 600_000)).toBe(394);
    expect(depthAt(bids, asks, 615_000)).toBe(0);
    expect(depthAt(bids, asks, 700_000)).toBe(46);
  });

  it('shows depth around the midpoint, inside 0 … 1', () => {
    expect(windowAround(615_000)).toEqual({ low: 415_000, high: 815_000 });
    expect(windowAround(20_000)).toEqual({ low: 0, high: 400_000 });
    expect(windowAround(990_000)).toEqual({ low: 600_000, high: 1_000_000 });
  });
});
