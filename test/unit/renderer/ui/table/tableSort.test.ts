import { describe, expect, it } from 'vitest';
import { compareValues, nextSort, parseTableSort } from '#renderer/ui/table/tableSort.ts';

describe('sorting by a heading', () => {
  it('goes from ascending to descending to the order of the table', () => {
    const first = nextSort(null, 'name');
    expect(first).toEqual({ column: 'name', descending: false });
    expect(nextSort(first, 'name')).toEqual({ column: 'name', descending: true });
    expect(nextSort(nextSort(first, 'name'), 'name')).toBeNull();
    expect(nextSort(first, 'size')).toEqual({ column: 'size', descending: false });
  });

  it('compares big integers exactly', () => {
    expect(compareValues(9_007_199_254_740_993n, 9_007_199_254_740_992n)).toBe(1);
  });

  it('reads a saved sort as it is, and nothing else', () => {
    const saved = { column: 'name', descending: true };
    expect(parseTableSort(saved)).toBe(saved);
    for (const other of [null, 'name', { column: 7, descending: true }, { column: 'name' }]) {
      expect(parseTableSort(other)).toBeNull();
    }
  });
});
