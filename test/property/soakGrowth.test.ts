import { describe, expect, it } from 'vitest';
import { judgeGrowth } from '../../bench/soak/growth.ts';

const LIMIT = { allowance: 10, share: 0.1 };
const series = (valueAt: (at: number) => number): number[] => Array.from({ length: 13 }, (_, at) => valueAt(at));

describe('judgeGrowth', () => {
  it('finds what grows with every measurement', () => {
    expect(
      judgeGrowth(
        series((at) => 100 + 8 * at),
        LIMIT,
      ),
    ).toMatchObject({ isGrowing: true });
  });

  it('allows what fills up at the start, and what comes and goes', () => {
    expect(
      judgeGrowth(
        series((at) => Math.min(at, 3) * 500),
        LIMIT,
      ).isGrowing,
    ).toBe(false);
    expect(
      judgeGrowth(
        series((at) => 100 + (at % 2) * 300),
        LIMIT,
      ).isGrowing,
    ).toBe(false);
  });

  it('does not take one high measurement for growth', () => {
    expect(
      judgeGrowth(
        series((at) => (at === 12 ? 10_000 : 100)),
        LIMIT,
      ).isGrowing,
    ).toBe(false);
  });

  it('refuses too few measurements', () => {
    expect(() => judgeGrowth([1, 2, 3], LIMIT)).toThrow('Expected at least six measurements, found 3');
  });
});
