import { describe, expect, it } from 'vitest';
import { rowAfter, stepRow } from '#renderer/ui/table/rowNavigation.ts';

describe('the row that a key goes to', () => {
  it('is the next one, the one before, the first or the last, and never beyond them', () => {
    expect(['ArrowDown', 'ArrowUp', 'Home', 'End'].map((key) => stepRow(key, 1, 3))).toEqual([2, 0, 0, 2]);
    expect(stepRow('ArrowDown', 2, 3)).toBe(2);
    expect(stepRow('ArrowUp', 0, 3)).toBe(0);
    expect(stepRow('Enter', 1, 3)).toBeNull();
  });
});

describe('the row that has the focus after a change', () => {
  it('is the same one, else the one in its place, else the last one, else none', () => {
    const placeIn = (...ids: string[]): number | null =>
      rowAfter(
        ids.map((id) => ({ id })),
        { id: 'b', at: 1 },
      );
    expect(placeIn('x', 'a', 'b', 'c')).toBe(2);
    expect(placeIn('a', 'c', 'd')).toBe(1);
    expect(placeIn('a')).toBe(0);
    expect(placeIn()).toBeNull();
  });
});
