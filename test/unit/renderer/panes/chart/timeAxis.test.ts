import { describe, expect, it } from 'vitest';
import { isCutAt } from '#renderer/panes/chart/timeAxis.ts';

describe('isCutAt', () => {
  it('is true of a label that reaches over an edge of the axis', () => {
    const cut = [0, 15, 25, 250, 485, 500].map((x) => isCutAt(x, 500, 11));
    expect(cut).toEqual([true, true, false, false, true, true]);
  });

  it('grows with the size of the text', () => {
    expect(isCutAt(25, 500, 11)).toBe(false);
    expect(isCutAt(25, 500, 16)).toBe(true);
  });

  it('is false of a label out of sight, which the library does not draw', () => {
    expect(isCutAt(null, 500, 11)).toBe(false);
  });
});
