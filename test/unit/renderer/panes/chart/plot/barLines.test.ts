import { describe, expect, it } from 'vitest';
import { type LinePlan, openBarLines, planIndicators, planOutcomes } from '#renderer/panes/chart/plot/barLines.ts';
import type { LinePoint, LineSet } from '#renderer/panes/chart/plot/lineSet.ts';
import type { MarketId } from '#shared/units/ids.ts';

const M = 'm' as MarketId;
const row = (minute: number, close: number): number[] => [minute * 60_000, close, close, close, close, 1];
const theme = { text: 'white', series: ['a', 'b', 'c', 'd', 'e', 'f'] };

function openRecorded() {
  const calls: string[] = [];
  const write = (kind: string, key: string, points: readonly LinePoint[]) =>
    calls.push(`${kind} ${key} ${points.map(({ time, value }) => `${time / 60}=${value}`).join(' ')}`);
  const set: Pick<LineSet, 'set' | 'update' | 'keep'> = {
    set: (key, _look, points) => void write('set', key, points),
    update: (key, points) => void write('update', key, points),
    keep: (keys) => void calls.push(`keep ${[...keys].join(' ')}`),
  };
  return { calls, lines: openBarLines(set) };
}

describe('lines of a chart', () => {
  const sma: LinePlan[] = planIndicators(
    M,
    { vwap: 'off', averages: [{ kind: 'sma', length: 2 }], visibleFromMs: null },
    theme,
  );

  it('draw all points once, and then only what changed', () => {
    const { calls, lines } = openRecorded();
    const rows = [row(1, 400_000), row(2, 500_000), row(3, 600_000)];
    const draw = () => lines.draw(() => ({ rows, generation: 1 }));
    lines.show(sma, '1m', 'yes');
    draw();
    draw();
    rows[2] = row(3, 700_000);
    draw();
    expect(calls).toEqual(['keep ', 'set sma2:m 2=0.45 3=0.55', 'update sma2:m 3=0.6']);
  });

  it('are in the terms of the shown outcome, with the value at a time', () => {
    const { calls, lines } = openRecorded();
    const source = { rows: [row(1, 400_000), row(2, 500_000)], generation: 1 };
    lines.show(sma, '1m', 'no');
    lines.draw(() => source);
    expect(calls.at(-1)).toBe('set sma2:m 2=0.55');
    expect(lines.lines[0]!.valueAt(source, null)).toBe(550_000);
    expect(lines.lines[0]!.valueAt(source, 60_000)).toBeNull();
  });

  it('keep the lines that stay when another one comes or goes', () => {
    const { calls, lines } = openRecorded();
    const source = { rows: [row(1, 400_000), row(2, 500_000)], generation: 1 };
    const outcomes = planOutcomes([{ market: 'n' as MarketId, name: 'N' }], theme);
    lines.show(sma, '1m', 'yes');
    lines.draw(() => source);
    calls.length = 0;
    lines.show([...sma, ...outcomes], '1m', 'yes');
    lines.draw(() => source);
    expect(calls).toEqual(['keep sma2:m close:n', 'set close:n 1=0.4 2=0.5']);
  });

  it('have an own colour each, and a dash besides', () => {
    const plans = planOutcomes(
      ['n', 'o', 'p'].map((id) => ({ market: id as MarketId, name: id })),
      theme,
    );
    expect(new Set(plans.map(({ look }) => look.color)).size).toBe(3);
    expect(plans.map(({ look }) => look.dash)).toEqual(['solid', 'dashed', 'solid']);
    // Closes are prices of ticks, which the axis can show; averages are between them.
    expect(plans.every(({ look, isBetweenTicks }) => look.isOnAxis === true && isBetweenTicks !== true)).toBe(true);
    expect(sma.every(({ look, isBetweenTicks }) => look.isOnAxis !== true && isBetweenTicks === true)).toBe(true);
  });
});
