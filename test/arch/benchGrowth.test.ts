import { expect, it } from 'vitest';
import { findGrowths, formatGrowths, nameGrowth } from '../../bench/growth/law.ts';
import { plotGrowths, printGrowths } from '../../bench/growth/plot.ts';
import type { Row } from '../../bench/row.ts';

const rowsOf = (what: string, cost: (count: number) => number): Row[] =>
  [10_000, 100, 1_000].map((count) => ({
    name: nameGrowth(what, count),
    unit: 'ms',
    ours: cost(count),
    peer: null,
    ratio: null,
    low: null,
    high: null,
    runs: 1,
  }));

it('names the law by which a cost grows', () => {
  const rows = [
    ...rowsOf('same', (count) => 5 + Math.log10(count) / 10),
    ...rowsOf('depth', (count) => Math.sqrt(count)),
    ...rowsOf('all', (count) => count * 2),
  ];
  expect(findGrowths(rows).map(({ what, law }) => [what, law])).toEqual([
    ['same', 'flat'],
    ['depth', 'log'],
    ['all', 'linear'],
  ]);
  expect(findGrowths(rows)[2]).toMatchObject({ points: [{ count: 100 }, { count: 1_000 }, { count: 10_000 }] });
  expect(formatGrowths(rows)).toContain('| all | ms | 100: 200 · 1,000: 2.00e+3 · 10,000: 2.00e+4 | linear (1.00) |');
});

it('draws a panel of each unit with both axes in powers of ten', () => {
  const rows = [
    ...rowsOf('free', () => 0),
    ...rowsOf('all', (count) => count),
    ...rowsOf('bytes', () => 10).map((row) => ({ ...row, unit: 'MB' })),
  ];
  expect(plotGrowths(rows)).toMatch(/^<svg .*<\/svg>\n$/s);
  expect(plotGrowths(rows)).not.toContain('NaN');
  const [ms, megabytes] = printGrowths(rows).split('\n\n');
  const lines = ms!.split('\n');
  // A cost as large as the number: each decade is a step along both axes.
  expect(lines.flatMap((line) => (line.includes('│') && line.includes('b') ? [line.indexOf('b') - 11] : []))).toEqual([
    60, 30, 0,
  ]);
  expect(lines.at(-1)).toBe('  b all: linear (1.00)');
  expect(megabytes).toContain('MB, log axes');
});

it('says nothing of rows without a number', () => {
  expect(formatGrowths([{ ...rowsOf('x', () => 1)[0]!, name: 'sign: viem' }])).toBeNull();
});
