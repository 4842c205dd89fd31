/** Laws of the equity report: bounded, made of stored rows alone, extremes and gaps kept. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { buildPlotPoints } from '#renderer/panes/equity/model.ts';
import { createEquityReporter, type EquitySample } from '#shared/order/account/equity.ts';
import { toUsd } from '#shared/units/usd.ts';

const MINUTE = 60_000;
const amount = fc.bigInt({ min: -5_000_000_000n, max: 5_000_000_000n }).map(toUsd);
const step = fc.record({
  pause: fc.oneof(
    { weight: 8, arbitrary: fc.constant(1) },
    { weight: 1, arbitrary: fc.integer({ min: 2, max: 4_000 }) },
  ),
  cash: amount,
  positions: amount,
  unrealized: amount,
  realized: amount,
});
const history = fc.array(step, { minLength: 1, maxLength: 800 }).map((steps) => {
  let minute = 0;
  return steps.map(({ pause, ...amounts }): EquitySample => {
    minute += pause;
    return { ...amounts, atMs: minute * MINUTE, unpriced: 0 };
  });
});

function reportOf(rows: readonly EquitySample[], toMs: number) {
  const reporter = createEquityReporter(0, toMs, null);
  for (const row of rows) reporter.add(row);
  return reporter.finish();
}

it('keeps the lowest and the highest equity and P&L, the first and the last row, and makes up no point', () => {
  fc.assert(
    fc.property(history, fc.integer({ min: 1, max: 400 }), (rows, days) => {
      const toMs = Math.max(rows.at(-1)!.atMs + 1, days * 86_400_000);
      const points = reportOf(rows, toMs).segments.flat();
      const all = rows.map(({ atMs, cash, positions, realized, unrealized }) => ({
        atMs,
        equity: cash + positions,
        pnl: realized + unrealized,
      }));
      const texts = new Set(all.map((point) => `${point.atMs} ${point.equity} ${point.pnl}`));
      for (const { atMs, equity, pnl } of points) expect(texts.has(`${atMs} ${equity} ${pnl}`)).toBe(true);
      expect(points.map(({ atMs }) => atMs)).toEqual(points.map(({ atMs }) => atMs).toSorted((a, b) => a - b));
      for (const value of ['equity', 'pnl'] as const) {
        const extreme = (list: readonly { readonly [V in typeof value]: bigint }[], isHigh: boolean) =>
          list.reduce((found, point) => (point[value] > found === isHigh ? point[value] : found), list[0]![value]);
        expect(extreme(points, true)).toBe(extreme(all, true));
        expect(extreme(points, false)).toBe(extreme(all, false));
      }
      expect([points[0]!.atMs, points.at(-1)!.atMs]).toEqual([rows[0]!.atMs, rows.at(-1)!.atMs]);
      expect(points.length).toBeLessThanOrEqual(240 * 6 * 5);
    }),
  );
});

it('never joins rows with a gap that the plot can show', () => {
  fc.assert(
    fc.property(history, fc.integer({ min: 1, max: 400 }), (rows, days) => {
      const toMs = Math.max(rows.at(-1)!.atMs + 1, days * 86_400_000);
      const report = reportOf(rows, toMs);
      const ends = new Set(report.segments.map((segment) => segment.at(-1)!.atMs));
      rows.forEach((row, at) => {
        const next = rows[at + 1];
        if (next && next.atMs - row.atMs > report.gapMs) expect(ends.has(row.atMs)).toBe(true);
      });
      const empty = buildPlotPoints(report, null).filter(({ pnl }) => pnl === null);
      expect(empty).toHaveLength(report.segments.length - 1);
    }),
  );
});

it('has days whose results sum to the change of the P&L', () => {
  fc.assert(
    fc.property(history, (rows) => {
      const { days } = reportOf(rows, rows.at(-1)!.atMs + 1);
      const pnl = ({ realized, unrealized }: EquitySample) => realized + unrealized;
      expect(days.reduce((sum, { result }) => sum + result, 0n)).toBe(pnl(rows.at(-1)!) - pnl(rows[0]!));
    }),
  );
});
