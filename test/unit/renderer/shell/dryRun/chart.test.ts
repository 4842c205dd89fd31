import { expect, it } from 'vitest';
import { runDryRun } from '#dryRun/runDryRun.ts';
import { buildChart, listPriceTicks, listTimeTicks } from '#renderer/shell/dryRun/chart.ts';
import { parsePrice } from '#shared/units/price.ts';
import { EVERY_KIND, makeRequest } from '#test/unit/dryRun/makers.ts';
import { STOP } from '#test/unit/shared/order/conditional/makers.ts';

it('shows the price line, the trigger, where it fired, and the orders and fills', () => {
  const report = runDryRun(makeRequest(STOP, 'falls'));
  const chart = buildChart(report, STOP);
  expect(chart.triggers.map(({ points }) => points.map(({ price }) => price))).toEqual([
    [parsePrice('0.35'), parsePrice('0.35')],
  ]);
  expect(chart.marks.map(({ kind }) => kind).slice(0, 3)).toEqual(['fired', 'placed', 'filled']);
  const [fired] = chart.marks;
  expect(fired!.atMs).toBeGreaterThan(chart.fromMs);
  for (const { price } of chart.marks) expect(price >= chart.low && price <= chart.high).toBe(true);
  expect(chart.runs.flat().every(({ low, high, close }) => low <= close && close <= high)).toBe(true);
});

it('follows the trigger of a trailing stop to the end of the day', () => {
  const report = runDryRun(makeRequest(EVERY_KIND.trailing, 'rises'));
  const [line] = buildChart(report, EVERY_KIND.trailing).triggers;
  expect(line!.points.length).toBe(report.trail.length + 1);
  expect(line!.points.at(-1)).toEqual({ atMs: report.endMs, price: report.trail.at(-1)!.price });
});

it('breaks the line where there was no price', () => {
  const report = runDryRun(makeRequest(STOP, 'calm'));
  const closes = report.line.closes.map((close, at) => (at === 5 ? null : close));
  const chart = buildChart({ ...report, line: { ...report.line, closes } }, STOP);
  expect(chart.runs.length).toBe(2);
});

it('has a handful of round ticks on both axes', () => {
  expect(listPriceTicks({ low: 280_000, high: 520_000 })).toEqual([300_000, 350_000, 400_000, 450_000, 500_000]);
  const ticks = listTimeTicks({ fromMs: 90_000_000, toMs: 90_000_000 + 86_400_000 }, 8);
  expect(ticks.length).toBe(8);
  expect(ticks.every((atMs) => atMs % 10_800_000 === 0)).toBe(true);
});
