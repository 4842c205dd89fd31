import { describe, expect, it } from 'vitest';
import { createEquityReporter, type EquitySample } from '#shared/order/account/equity.ts';
import { toUsd } from '#shared/units/usd.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;
const rowOf = (atMs: number, pnl: number, part: Partial<EquitySample> = {}): EquitySample => ({
  atMs,
  cash: toUsd(1_000_000_000n),
  positions: toUsd(0n),
  unrealized: toUsd(0n),
  realized: toUsd(BigInt(pnl)),
  unpriced: 0,
  ...part,
});
function reportOf(fromMs: number, toMs: number, rows: readonly EquitySample[], before: EquitySample | null = null) {
  const reporter = createEquityReporter(fromMs, toMs, before);
  for (const row of rows) reporter.add(row);
  return reporter.finish();
}

describe('equity report', () => {
  it('adds cash and positions, and realised and unrealised', () => {
    const row = rowOf(MINUTE, -5, { positions: toUsd(20n), unrealized: toUsd(7n), unpriced: 1 });
    const { segments, rows, unpricedRows } = reportOf(0, 10 * MINUTE, [row]);
    expect(segments).toEqual([[{ atMs: MINUTE, equity: 1_000_000_020n, pnl: 2n }]]);
    expect([rows, unpricedRows]).toEqual([1, 1]);
  });

  it('has the change of the whole period, also of more days than it lists', () => {
    const rows = Array.from({ length: 400 }, (_, day) => rowOf(day * DAY, day));
    const report = reportOf(0, 400 * DAY, rows);
    expect(report.days).toHaveLength(366);
    expect(report.change).toBe(399n);
    expect(reportOf(DAY, 2 * DAY, [rowOf(DAY, 40)], rowOf(DAY - MINUTE, 15)).change).toBe(25n);
    expect(reportOf(0, DAY, []).change).toBe(0n);
  });

  it('keeps a missing minute as a gap while the plot can show it', () => {
    const rows = [1, 2, 4, 5].map((minute) => rowOf(minute * MINUTE, minute));
    expect(reportOf(0, 60 * MINUTE, rows).segments.map((segment) => segment.length)).toEqual([2, 2]);
  });

  it('keeps a night with the program closed as a gap, in a month too', () => {
    const rows = [...Array(600).keys(), ...Array.from({ length: 300 }, (_, at) => at + 1_080)].map((minute) =>
      rowOf(minute * MINUTE, minute),
    );
    const { segments } = reportOf(0, 30 * DAY, rows);
    expect(segments.map((segment) => [segment[0]!.atMs / MINUTE, segment.at(-1)!.atMs / MINUTE])).toEqual([
      [0, 599],
      [1_080, 1_379],
    ]);
  });

  it('keeps the one minute of a spike in a month of rows', () => {
    const rows = Array.from({ length: 43_200 }, (_, minute) => rowOf(minute * MINUTE, minute === 20_001 ? -999 : 5));
    const points = reportOf(0, 30 * DAY, rows).segments.flat();
    expect(points.length).toBeLessThan(1_500);
    expect(points).toContainEqual({ atMs: 20_001 * MINUTE, equity: 1_000_000_000n, pnl: -999n });
  });

  it('counts a day from the last row before it', () => {
    const rows = [
      rowOf(DAY - MINUTE, 100),
      rowOf(DAY, 130),
      rowOf(2 * DAY - MINUTE, 90),
      rowOf(4 * DAY + 5 * MINUTE, 95),
    ];
    expect(reportOf(0, 5 * DAY, rows).days).toEqual([
      { startMs: 0, result: 0n, sinceMs: DAY - MINUTE, isWhole: false },
      { startMs: DAY, result: -10n, sinceMs: DAY - MINUTE, isWhole: true },
      { startMs: 4 * DAY, result: 5n, sinceMs: 2 * DAY - MINUTE, isWhole: false },
    ]);
  });

  it('counts the first day from the row before the period', () => {
    const { days } = reportOf(DAY, 2 * DAY, [rowOf(DAY + MINUTE, 40)], rowOf(DAY - MINUTE, 15));
    expect(days).toEqual([{ startMs: DAY, result: 25n, sinceMs: DAY - MINUTE, isWhole: true }]);
  });

  it('finds the largest fall from an earlier high, not the lowest value', () => {
    const values = [50, 10, 90, 30, 60];
    const { drawdown } = reportOf(
      0,
      10 * MINUTE,
      values.map((value, at) => rowOf(at * MINUTE, value)),
    );
    expect(drawdown).toEqual({ largest: 60n, peakAtMs: 2 * MINUTE, lowAtMs: 3 * MINUTE, current: 30n });
    expect(reportOf(0, MINUTE, []).drawdown).toBeNull();
  });
});
