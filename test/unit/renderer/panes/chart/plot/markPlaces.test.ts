import { describe, expect, it } from 'vitest';
import type { Row } from '#renderer/panes/chart/plot/bars.ts';
import { type MarkPlot, placeMarks } from '#renderer/panes/chart/plot/markPlaces.ts';
import type { FillMark } from '#renderer/panes/chart/plot/marks.ts';

/** A bar of the minute from `low` to `high`, in hundredths. */
const barOf = (minute: number, low: number, high: number): Row => {
  const [bottom, top] = [low * 10_000, high * 10_000];
  return [minute * 60_000, bottom, top, bottom, top, 1_000_000];
};
const markOf = (minute: number, kind: FillMark['kind'] = 'bought', contracts = 120): FillMark => ({
  id: `${minute} ${kind}`,
  time: minute * 60,
  kind,
  shares: contracts * 1_000_000,
  fills: [],
});
/** Bars ten pixels apart, ten pixels a hundredth, digits of six pixels. */
const PLOT: MarkPlot = {
  xOf: (time) => (time / 60) * 10,
  yOf: (price) => 1_000 - price / 1_000,
  widthOf: (text) => text.length * 6,
  width: 400,
  height: 900,
  barSpacing: 10,
  scale: 1,
};

describe('places of fill marks', () => {
  it('are below the bar of a purchase and above that of a sale', () => {
    const [bought, sold] = placeMarks([markOf(2), markOf(2, 'sold')], [barOf(2, 40, 50)], 'yes', PLOT);
    expect([bought!.nearY, bought!.farY]).toEqual([603, 610]);
    expect([sold!.nearY, sold!.farY]).toEqual([497, 490]);
    expect(bought!.label).toMatchObject({ text: '120', isAway: false });
    expect(sold!.label!.y).toBeLessThan(490);
  });

  it('are in the terms of the shown outcome', () => {
    // No from 0.50 to 0.60.
    expect(placeMarks([markOf(2)], [barOf(2, 40, 50)], 'no', PLOT)[0]!.nearY).toBe(503);
  });

  it('move a number away from the bars beside, and no further than its mark can be found', () => {
    const numberOver = (low: number) =>
      placeMarks([markOf(2)], [barOf(1, low, 50), barOf(2, 40, 50)], 'yes', PLOT)[0]!.label;
    const alone = numberOver(45)!.y;
    const moved = numberOver(37)!;
    // The bar beside ends at 630.
    expect(moved.y - 5.5).toBeGreaterThanOrEqual(630);
    expect(moved.y).toBeGreaterThan(alone);
    expect(moved.isAway).toBe(true);
    expect(numberOver(30)).toBeNull();
  });

  it('heed only bars that the number would touch', () => {
    const far = [barOf(-1, 30, 50), barOf(2, 40, 50)];
    expect(placeMarks([markOf(2)], far, 'yes', PLOT)[0]!.label!.isAway).toBe(false);
  });

  it('have no number where it would lie on the next mark of that side, or out of the plot', () => {
    const rows = [barOf(1, 40, 50), barOf(2, 40, 50), barOf(9, 40, 50)];
    const labels = (marks: readonly FillMark[], plot = PLOT) =>
      placeMarks(marks, rows, 'yes', plot).map(({ label }) => label?.text ?? null);
    expect(labels([markOf(1), markOf(2), markOf(9)])).toEqual([null, null, '120']);
    expect(labels([markOf(1), markOf(2, 'sold')])).toEqual(['120', '120']);
    expect(labels([markOf(9)], { ...PLOT, height: 615 })).toEqual([null]);
    expect(labels([markOf(9)], { ...PLOT, width: 95 })).toEqual([null]);
    expect(labels([markOf(9)], { ...PLOT, xOf: () => 5 })).toEqual([null]);
  });

  it('put two marks of one bar and side one beyond the other, without numbers', () => {
    const [sold, other] = placeMarks([markOf(2, 'sold'), markOf(2, 'unattributed')], [barOf(2, 40, 50)], 'yes', PLOT);
    expect(other!.nearY).toBeLessThan(sold!.farY);
    expect([sold!.label, other!.label]).toEqual([null, null]);
  });

  it('leave out marks without a bar, and those out of the plot', () => {
    expect(placeMarks([markOf(3)], [barOf(2, 40, 50)], 'yes', PLOT)).toEqual([]);
    expect(placeMarks([markOf(90)], [barOf(90, 40, 50)], 'yes', PLOT)).toEqual([]);
    expect(placeMarks([markOf(2)], [barOf(2, 40, 50)], 'yes', { ...PLOT, xOf: () => null })).toEqual([]);
  });
});
