import { describe, expect, it } from 'vitest';
import { centreTop, clampTop, hasDrifted, middleOf, revealTop } from '#renderer/panes/ladder/canvas/scroll.ts';
import type { Tick } from '#shared/market/tickGrid.ts';

const tick = 10_000 as Tick;

describe('ladder scroll position', () => {
  it('shows the best prices in the middle', () => {
    const top = centreTop(middleOf(610_000, 620_000, null), 30, tick);
    // Row 14 is the last of the upper half: the ask; row 15 the bid.
    expect(top - 14 * tick).toBe(620_000);
    expect(top - 15 * tick).toBe(610_000);
  });

  it('uses the remaining price when a side is empty', () => {
    expect(middleOf(null, 620_000, 1)).toBe(620_000);
    expect(middleOf(610_000, null, 1)).toBe(610_000);
    expect(middleOf(null, null, 420_000)).toBe(420_000);
    expect(middleOf(null, null, null)).toBe(500_000);
  });

  it('shows no rows outside the valid prices, unless it is taller than the price range', () => {
    expect(clampTop(5_000_000, 30, tick)).toBe(990_000);
    expect(clampTop(0, 30, tick)).toBe(300_000);
    expect(clampTop(500_000, 200, tick)).toBe(990_000);
    expect(centreTop(10_000, 30, tick)).toBe(300_000);
  });

  it('does not follow small moves of the midpoint, but large ones', () => {
    const top = centreTop(615_000, 30, tick);
    expect(hasDrifted(top, 635_000, 30, tick)).toBe(false);
    expect(hasDrifted(top, 665_000, 30, tick)).toBe(true);
  });

  it('reveals the cursor with the smallest scroll', () => {
    expect(revealTop(700_000, 650_000, 10, tick)).toBe(700_000);
    expect(revealTop(700_000, 710_000, 10, tick)).toBe(710_000);
    expect(revealTop(700_000, 600_000, 10, tick)).toBe(690_000);
  });
});
