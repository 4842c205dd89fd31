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

/** Of the line through the points in log axes that leaves the least squares. */
function findSlope(points: Growth['points']): number {
  const logs = points.map(({ count, cost }) => ({ x: Math.log(count), y: Math.log(Math.max(cost, 1e-6)) }));
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

const [LEFT, WIDTH, HEIGHT, RIGHT, TOP, BOTTOM] = [60, 520, 300, 360, 20, 36];
const COLOURS = ['#2a9d8f', '#e76f51', '#457b9d', '#e9c46a', '#8d6cab', '#6a994e', '#bc4749', '#888888'];

/** Plot with log axes, a line for each growth. */
export function plotGrowths(rows: readonly Row[]): string {
  const growths = findGrowths(rows);
  const points = growths.flatMap((growth) => growth.points);
  const range = (values: readonly number[]): readonly [number, number] => [
    Math.floor(Math.log10(Math.min(...values))),
    Math.ceil(Math.log10(Math.max(...values))),
  ];
  const [x0, x1] = range(points.map(({ count }) => count));
  const [y0, y1] = range(points.map(({ cost }) => cost));
  const toX = (count: number): number => LEFT + ((Math.log10(count) - x0) / Math.max(1, x1 - x0)) * WIDTH;
  const toY = (cost: number): number => TOP + HEIGHT - ((Math.log10(cost) - y0) / Math.max(1, y1 - y0)) * HEIGHT;
  const grid: string[] = [];
  for (let power = x0; power <= x1; power += 1) {
    const x = toX(10 ** power);
    grid.push(
      `<path d="M${x} ${TOP}V${TOP + HEIGHT}" stroke="#8884"/><text x="${x}" y="${TOP + HEIGHT + 16}" text-anchor="middle">10^${power}</text>`,
    );
  }
  for (let power = y0; power <= y1; power += 1) {
    const y = toY(10 ** power);
    grid.push(
      `<path d="M${LEFT} ${y}H${LEFT + WIDTH}" stroke="#8884"/><text x="${LEFT - 6}" y="${y + 4}" text-anchor="end">10^${power}</text>`,
    );
  }
  const lines = growths.map(({ what, unit, points: own, law }, at) => {
    const colour = COLOURS[at % COLOURS.length]!;
    const path = own.map(({ count, cost }) => `${toX(count).toFixed(1)} ${toY(cost).toFixed(1)}`).join('L');
    const dots = own.map(
      ({ count, cost }) =>
        `<circle cx="${toX(count).toFixed(1)}" cy="${toY(cost).toFixed(1)}" r="3" fill="${colour}"/>`,
    );
    const label = `<text x="${LEFT + WIDTH + 14}" y="${TOP + 12 + at * 18}" fill="${colour}">${what} (${unit}): ${law}</text>`;
    return `<path d="M${path}" stroke="${colour}" fill="none" stroke-width="1.5"/>${dots.join('')}${label}`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${LEFT + WIDTH + RIGHT}" height="${TOP + HEIGHT + BOTTOM}" font-family="sans-serif" font-size="11" fill="#808080">${grid.join('')}${lines.join('')}</svg>\n`;
}
