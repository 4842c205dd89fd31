import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addGap, buildGapWindow, gapQuantile } from '#shared/market/gapWindow.ts';

const CAPACITY = 256;

describe('gap window', () => {
  it('has the quantiles of the newest gaps, whatever came before', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 60_000 }), { maxLength: 700 }),
        fc.double({ min: 0.01, max: 1, noNaN: true }),
        (gaps, share) => {
          const window = buildGapWindow(10_000);
          for (const gap of gaps) addGap(window, gap);
          const newest = [10_000, ...gaps].slice(-CAPACITY).sort((a, b) => a - b);
          expect(window.sorted).toEqual(newest);
          expect(gapQuantile(window, share)).toBe(newest[Math.ceil(newest.length * share) - 1]);
        },
      ),
    );
  });

  it('keeps a bounded number of gaps', () => {
    const window = buildGapWindow(10_000);
    for (let index = 0; index < 10_000; index += 1) addGap(window, index % 7);
    expect(window.sorted).toHaveLength(CAPACITY);
  });
});
