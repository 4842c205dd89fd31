import { describe, expect, it } from 'vitest';
import {
  applyIncrement,
  applySnapshot,
  type BookUpdate,
  bestAsk,
  bestBid,
  buildBook,
  clearBook,
  copyLevels,
  isBestInDoubt,
  isCrossed,
  levelsOf,
} from '#shared/market/book.ts';
import { levels, makeBook } from '#test/slice/makers.ts';

function bookAt(sequence: number) {
  const book = buildBook();
  applySnapshot(book, makeBook(sequence));
  return book;
}

const none = { bids: [], asks: [] };

describe('order book', () => {
  it('is empty and needs a snapshot first', () => {
    const book = buildBook();
    expect(bestBid(book)).toBeNull();
    expect(bestAsk(book)).toBeNull();
    expect(isCrossed(book)).toBe(false);
    expect(applyIncrement(book, { ...none, sequence: 1 })).toBe('resync');
  });

  it('is replaced by a snapshot', () => {
    const book = bookAt(5);
    applySnapshot(book, { bids: [], asks: levels(['0.9', '1']), sequence: 2 });
    expect([bestBid(book), bestAsk(book), book.sequence]).toEqual([null, 900_000, 2]);
    expect([...levelsOf(book, 'bid')]).toEqual([]);
  });

  it('applies increments in order: absolute volumes, zero removes a level', () => {
    const book = bookAt(5);
    expect(
      applyIncrement(book, { bids: levels(['0.61', '7'], ['0.60', '0']), asks: levels(['0.62', '1']), sequence: 6 }),
    ).toBe('applied');
    expect([...levelsOf(book, 'bid')]).toEqual([610_000, 7_000_000, 590_000, 50_000_000]);
    expect([...levelsOf(book, 'ask')]).toEqual([620_000, 1_000_000]);
    expect(
      applyIncrement(book, { bids: levels(['0.61', '0'], ['0.05', '0']), asks: levels(['0.62', '0']), sequence: 7 }),
    ).toBe('applied');
    expect([bestBid(book), bestAsk(book)]).toEqual([590_000, null]);
  });

  it('ignores a repeat; on a gap it is unchanged and returns resync', () => {
    const book = bookAt(5);
    const update = { bids: levels(['0.61', '7']), asks: [] };
    expect(applyIncrement(book, { ...update, sequence: 5 })).toBe('duplicate');
    expect(applyIncrement(book, { ...update, sequence: 7 })).toBe('resync');
    expect(book.sequence).toBe(5);
    expect(bestBid(book)).toBe(600_000);
  });

  it('leaves out a price between two slots, applies the others and counts it', () => {
    const book = bookAt(5);
    expect(applyIncrement(book, { bids: levels(['0.61', '7'], ['0.6005', '1']), asks: [], sequence: 6 })).toBe(
      'applied',
    );
    expect([bestBid(book), book.sequence]).toEqual([610_000, 6]);
    expect(book.leftOut).toEqual({
      count: 1,
      bid: 600_500,
      ask: null,
      problem: { path: 'bids[1]', expected: 'a price that is a multiple of 0.001', found: '"0.6005"' },
    });
    expect(isBestInDoubt(book)).toBe(false);
    applyIncrement(book, { bids: levels(['0.61', '0']), asks: levels(['0.6205', '0']), sequence: 7 });
    expect([book.leftOut?.count, isBestInDoubt(book)]).toEqual([1, true]);
    applySnapshot(book, makeBook(9, { asks: levels(['0.62', '1'], ['0.6205', '1']) }));
    expect([book.leftOut?.count, book.leftOut?.ask, isBestInDoubt(book)]).toEqual([1, 620_500, false]);
    applySnapshot(book, makeBook(10));
    expect(book.leftOut).toBeNull();
  });

  it('is in doubt at its best price while a level that was left out may be better', () => {
    const problem = { path: 'bids[0]', expected: 'a price as text', found: '7' };
    const leftOut = (bid: number | null, ask: number | null) =>
      ({ count: 1, bid, ask, problem }) as NonNullable<BookUpdate['leftOut']>;
    const doubts = [leftOut(590_000, null), leftOut(600_000, null), leftOut(null, 630_000), leftOut(null, 620_000)].map(
      (one) => {
        const book = bookAt(5);
        applySnapshot(book, { ...makeBook(6), leftOut: one });
        return isBestInDoubt(book);
      },
    );
    expect(doubts).toEqual([false, true, false, true]);
    const empty = buildBook();
    applySnapshot(empty, { bids: [], asks: [], sequence: 1, leftOut: leftOut(10_000, null) });
    expect(isBestInDoubt(empty)).toBe(true);
  });

  it('is crossed when a bid reaches an ask', () => {
    const book = bookAt(5);
    applyIncrement(book, { bids: levels(['0.62', '1']), asks: [], sequence: 6 });
    expect(isCrossed(book)).toBe(true);
  });

  it('lists at most the requested levels, best first', () => {
    const book = bookAt(5);
    expect([...levelsOf(book, 'bid', 1)]).toEqual([600_000, 100_000_000]);
    expect(levelsOf(book, 'bid', 0)).toHaveLength(0);
  });

  it('copies its best levels into an array that is used again, as far as they fit', () => {
    const book = bookAt(5);
    const best = new Float64Array(2);
    expect([copyLevels(book, 'ask', best), ...best]).toEqual([1, 620_000, 80_000_000]);
    const all = new Float64Array(40);
    const count = copyLevels(book, 'bid', all);
    expect([...all.subarray(0, count * 2)]).toEqual([...levelsOf(book, 'bid')]);
    applyIncrement(book, { bids: levels(['0.6', '0'], ['0.57', '0']), asks: [], sequence: 6 });
    expect(copyLevels(book, 'bid', all)).toBe(count - 1);
    clearBook(book);
    expect(copyLevels(book, 'bid', all)).toBe(0);
  });

  it('is empty after clear', () => {
    const book = bookAt(5);
    clearBook(book);
    expect(book).toEqual(buildBook());
  });
});
