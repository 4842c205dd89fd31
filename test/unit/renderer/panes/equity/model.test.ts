import { describe, expect, it } from 'vitest';
import {
  buildDayBars,
  buildLive,
  buildPlotPoints,
  buildTimeTicks,
  buildValueTicks,
  findPeriodStart,
  formatAxisMoney,
  formatAxisTime,
  listLonePoints,
  readFigures,
} from '#renderer/panes/equity/model.ts';
import type { EquityReport } from '#shared/order/account/equity.ts';
import { EMPTY_LEDGER } from '#shared/order/account/ledger.ts';
import { setTimeZone } from '#shared/text/times.ts';
import { toUsd } from '#shared/units/usd.ts';
import { makeBalance } from '#test/slice/makers.ts';

const DAY = 86_400_000;
const pointOf = (atMs: number, pnl: bigint) => ({ atMs, equity: toUsd(10_000_000_000n), pnl: toUsd(pnl) });
const report: EquityReport = {
  segments: [[pointOf(0, 0n), pointOf(60_000, 41_200_000n)], [pointOf(3_600_000, -5_000_000n)]],
  gapMs: 90_000,
  days: [
    { startMs: 0, result: toUsd(-5_000_000n), sinceMs: 0, isWhole: false },
    { startMs: DAY, result: toUsd(2_000_000n), sinceMs: DAY - 60_000, isWhole: true },
  ],
  drawdown: { largest: toUsd(46_200_000n), peakAtMs: 60_000, lowAtMs: 3_600_000, current: toUsd(46_200_000n) },
  change: toUsd(-3_000_000n),
  rows: 3,
  unpricedRows: 0,
};

describe('equity pane', () => {
  it('names the hours on an axis of few days, whose days alone would repeat themselves', () => {
    const at = Date.UTC(2026, 10, 20, 9, 59);
    setTimeZone('exchange');
    expect(formatAxisTime('month', at, 2 * DAY)).toBe('20 Nov, 09:59');
    expect(formatAxisTime('month', at, 20 * DAY)).toBe('20 Nov');
    expect(formatAxisTime('day', at, DAY / 2)).toBe('09:59');
  });

  it('has an axis of round times, evenly apart, never more than seven', () => {
    setTimeZone('exchange');
    const from = Date.UTC(2026, 10, 21, 2, 29);
    const labels = (spanMs: number) =>
      buildTimeTicks(from, from + spanMs).map((ms) => formatAxisTime('month', ms, spanMs));
    expect(labels(45 * 3_600_000)).toEqual(['21 Nov, 12:00', '22 Nov, 00:00', '22 Nov, 12:00']);
    for (const spanMs of [0, 60_000, 3_600_000, DAY, 30 * DAY, 900 * DAY, 9_000 * DAY]) {
      const ticks = buildTimeTicks(from, from + spanMs);
      expect(ticks.length).toBeLessThanOrEqual(7);
      expect(new Set(ticks.slice(1).map((ms, at) => ms - ticks[at]!)).size).toBeLessThanOrEqual(1);
    }
  });

  it('reads whole UTC days, of which today is the last', () => {
    const now = 20 * DAY + 5_000;
    expect(findPeriodStart('day', now)).toBe(20 * DAY);
    expect(findPeriodStart('week', now)).toBe(14 * DAY);
    expect(findPeriodStart('month', now)).toBe(-9 * DAY);
    expect(findPeriodStart('all', now)).toBeNull();
  });

  it('has a point without a value between two segments', () => {
    expect(buildPlotPoints(report, null).map(({ atMs, pnl }) => [atMs, pnl])).toEqual([
      [0, 0],
      [60_000, 41.2],
      [60_001, null],
      [3_600_000, -5],
    ]);
  });

  it('finds the points that no line joins with another one', () => {
    expect(listLonePoints(buildPlotPoints(report, null)).map(({ atMs }) => atMs)).toEqual([3_600_000]);
    expect(listLonePoints(buildPlotPoints({ segments: report.segments.slice(0, 1) }, null))).toEqual([]);
    expect(listLonePoints(buildPlotPoints({ segments: [[pointOf(0, 1n)]] }, null))).toHaveLength(1);
  });

  it('has round values around what it shows, and one value alone in the middle', () => {
    expect(buildValueTicks([0, 41.2, -5])).toEqual([-20, 0, 20, 40, 60]);
    expect(buildValueTicks([10_000, 10_000])).toEqual([9_995, 10_000, 10_005]);
    expect(buildValueTicks([])).toEqual([]);
  });

  it('has a label of its own at each value of its axis', () => {
    const labelsOf = (values: readonly number[]) => {
      const ticks = buildValueTicks(values);
      return ticks.map((one) => formatAxisMoney(one, ticks));
    };
    expect(labelsOf([12.34])).toEqual(['11.00', '11.50', '12.00', '12.50', '13.00', '13.50']);
    expect(labelsOf([0, 0.02])).toEqual(['0.00', '0.01', '0.02']);
    expect(labelsOf([8_302_920.98, 8_302_921.1])).toEqual(['8,302,920', '8,302,921', '8,302,922']);
  });

  it('says of a day that does not begin at its start since when it counts', () => {
    const [first, second] = buildDayBars(report);
    expect(first!.text).toMatch(/^1 Jan 1970: −5\.00, since /);
    expect(second!.text).toBe('2 Jan 1970: +2.00');
  });

  it('has a place for each day between the first and the last, also without a row', () => {
    const [first, second] = report.days;
    const later = { ...second!, startMs: second!.startMs + 3 * 86_400_000 };
    const bars = buildDayBars({ days: [first!, second!, later] });
    expect(bars.map(({ result }) => result)).toEqual([-5, 2, null, null, 2]);
    expect(bars[2]!.text).toBe('3 Jan 1970: nothing stored');
    expect(new Set(bars.map(({ startMs }, at) => startMs - at * 86_400_000)).size).toBe(1);
  });

  it('has the figures of the newest row and of the period', () => {
    expect(readFigures(report, null)).toMatchObject({
      equity: '10,000.00',
      pnl: '−5.00',
      change: -3_000_000n,
      drawdown: '46.20',
    });
    expect(readFigures({ ...report, segments: [] }, null)).toBeNull();
    expect(formatAxisMoney(12_500, [12_500])).toBe('12,500');
    expect([formatAxisMoney(-2.5, [-2.5]), formatAxisMoney(0, [0])]).toEqual(['−2.50', '0']);
  });

  const sum = {
    closedNow: toUsd(0n),
    isClosedWhole: true,
    atMiddle: toUsd(0n),
    isMiddleWhole: true,
    value: toUsd(0n),
    unpriced: 0,
    realized: toUsd(2_370_000n),
    fees: toUsd(0n),
    asOfMs: null,
  };
  const account = {
    at: 'live',
    balance: makeBalance('10002.37'),
    ledger: { ...EMPTY_LEDGER, isComplete: true },
  } as const;

  it('are those of now while the account is live, so that a flat account is worth its balance at once', () => {
    const live = buildLive(account, sum, 7_200_000);
    expect(readFigures(report, live)).toMatchObject({
      equity: '10,002.37',
      pnl: '+2.37',
      asOfMs: null,
      change: -3_000_000n + 7_370_000n,
    });
    expect(buildPlotPoints(report, live).at(-1)).toEqual({ atMs: 7_200_000, equity: 10_002.37, pnl: 2.37 });
    expect(readFigures(report, buildLive(account, { ...sum, asOfMs: 99 }, 0))?.asOfMs).toBe(99);
  });

  it('are those of the last row, with its time, while the account is not live or not all of it is known', () => {
    expect(readFigures(report, null)?.asOfMs).toBe(3_600_000);
    expect(buildLive({ ...account, at: 'stale' }, sum, 0)).toBeNull();
    expect(buildLive({ ...account, balance: null }, sum, 0)).toBeNull();
    expect(buildLive({ ...account, ledger: EMPTY_LEDGER }, sum, 0)).toBeNull();
    expect(buildLive(null, sum, 0)).toBeNull();
  });
});
