import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { createSortedList, findPlace, type SortedList } from '#shared/base/sortedList.ts';

const byNumber = (a: number, b: number): number => a - b;

describe('a sorted list', () => {
  it('has the items in their order, whatever the order of changes and reads', () => {
    const change = fc.record({ value: fc.integer({ min: 0, max: 60 }), isRead: fc.boolean() });
    fc.assert(
      fc.property(fc.array(change), (changes) => {
        const list = createSortedList(byNumber);
        const expected = new Set<number>();
        for (const { value, isRead } of changes) {
          if (expected.delete(value)) list.remove(value);
          else {
            expected.add(value);
            list.add(value);
          }
          expect(list.count()).toBe(expected.size);
          if (isRead) expect(list.items()).toEqual([...expected].sort(byNumber));
        }
        expect(list.items()).toEqual([...expected].sort(byNumber));
      }),
    );
  });

  it.each([100, 10_000])('compares a new last item once, and another one with few of %s', (count) => {
    const compare = vi.fn(byNumber);
    const list = createSortedList(compare);
    for (let value = 0; value < count; value += 1) list.add(value * 2);
    list.items();
    compare.mockClear();
    list.add(count * 2);
    list.items();
    expect(compare).toHaveBeenCalledTimes(1);
    list.add(count * 2 - 5);
    list.items();
    expect(compare.mock.calls.length).toBeLessThan(25);
  });

  it('says from where on items move, before they do', () => {
    const moves: [number, readonly number[]][] = [];
    const list: SortedList<number> = createSortedList(byNumber, (from) => moves.push([from, [...list.items()]]));
    for (const value of [1, 3, 5, 2]) list.add(value);
    expect(list.items()).toEqual([1, 2, 3, 5]);
    list.remove(3);
    list.add(9);
    list.items();
    expect(moves).toEqual([
      [1, [1, 3, 5]],
      [2, [1, 2, 3, 5]],
    ]);
  });

  it('replaces an item where it is, and ignores an unknown one', () => {
    const compare = (a: { at: number }, b: { at: number }): number => a.at - b.at;
    const list = createSortedList(compare);
    const [first, second, other] = [{ at: 1 }, { at: 2 }, { at: 2, is: 'new' }];
    list.add(first);
    list.add(second);
    list.replace(second, other);
    list.remove({ at: 7 });
    expect(list.items()).toEqual([first, other]);
    list.clear();
    expect(list.items()).toEqual([]);
  });

  it('finds the place of a key', () => {
    expect([0, 1, 2, 5, 6].map((key) => findPlace([1, 2, 5], key, byNumber))).toEqual([0, 0, 1, 2, 3]);
  });
});
