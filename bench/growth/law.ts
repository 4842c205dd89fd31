/**
 * Laws of growth: how the cost of a thing rises with the number of what exists, from rows at several numbers.
 *
 * Shape       A row's name ends with its number. The law is the slope of the costs in log axes: below 0.2 flat, below 0.7 a logarithm or
 *             a root, else linear.
 */
import type { Row } from '../row.ts';

const NAME = /^(.*), n = (\d+)$/;

export function nameGrowth(what: string, count: number): string {
  return `${what}, n = ${count}`;
}

export interface Growth {
  readonly what: string;
  readonly unit: string;
  /** Ascending. */
  readonly points: readonly { readonly count: number; readonly cost: number }[];
  readonly slope: number;
  readonly law: 'flat' | 'log' | 'linear';
}

export function findGrowths(rows: readonly Row[]): Growth[] {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const what = NAME.exec(row.name)?.[1];
    if (what !== undefined) groups.set(what, [...(groups.get(what) ?? []), row]);
  }
  return [...groups].map(([what, found]) => {
    const points = found
      .map(({ name, ours }) => ({ count: Number(NAME.exec(name)![2]), cost: ours }))
      .sort((a, b) => a.count - b.count);
    const slope = findSlope(points);
    return { what, unit: found[0]!.unit, points, slope, law: slope < 0.2 ? 'flat' : slope < 0.7 ? 'log' : 'linear' };
  });
}

/** Logarithms need something above zero. */
const LEAST_COST = 1e-6;

/** Of the line through the points in log axes that leaves the least squares. */
function findSlope(points: Growth['points']): number {
  const logs = points.map(({ count, cost }) => ({ x: Math.log(count), y: Math.log(Math.max(cost, LEAST_COST)) }));
  const mean = (pick: (point: { x: number; y: number }) => number): number =>
    logs.reduce((sum, point) => sum + pick(point), 0) / logs.length;
  const [x, y] = [mean((point) => point.x), mean((point) => point.y)];
  const spread = logs.reduce((sum, point) => sum + (point.x - x) ** 2, 0);
  return spread === 0 ? 0 : logs.reduce((sum, point) => sum + (point.x - x) * (point.y - y), 0) / spread;
}

/** A table of all growths; null without any. */
export function formatGrowths(rows: readonly Row[]): string | null {
  const growths = findGrowths(rows);
  if (growths.length === 0) return null;
  const lines = growths.map(({ what, unit, points, slope, law }) => {
    const costs = points.map(({ count, cost }) => `${count.toLocaleString('en')}: ${cost.toPrecision(3)}`).join(' · ');
    return `| ${what} | ${unit} | ${costs} | ${law} (${slope.toFixed(2)}) |`;
  });
  return ['| growth | unit | n: cost | law (slope in log axes) |', '|---|---|---|---|', ...lines].join('\n');
}
