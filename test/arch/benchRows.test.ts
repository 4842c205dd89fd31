import { describe, expect, it } from 'vitest';
import { compareRatios, describeComparison, listColumns } from '../../bench/compare.ts';
import { GROUPS } from '../../bench/groups.ts';
import { buildCounts, buildFigures, buildPairs, buildRows, type Row } from '../../bench/row.ts';
import { formatTable } from '../../bench/table.ts';
import { listTurns } from '../../bench/turns.ts';

const row = (name: string, ratio: number | null, low: number | null, high: number | null): Row => {
  return { name, unit: 'µs', ours: 10, peer: ratio === null ? null : 10 * ratio, ratio, low, high, runs: 5 };
};

describe('rows of the bench', () => {
  it('take the median and the range of the ratios of the rounds of all processes', () => {
    const [built] = buildRows('sign', [
      [
        buildPairs(
          'sign: viem',
          'µs',
          [
            { ours: 100, peer: 300 },
            { ours: 100, peer: 200 },
          ],
          60,
        ),
      ],
      [buildPairs('sign: viem', 'µs', [{ ours: 400, peer: 400 }], 30)],
    ]);
    expect(built).toEqual({
      group: 'sign',
      name: 'sign: viem',
      unit: 'µs',
      ours: 100,
      peer: 300,
      ratio: 2,
      low: 1,
      high: 3,
      rounds: [3, 2, 1],
      runs: 90,
    });
  });

  it('have no ratio without a peer, and no range for counts', () => {
    const [figure, count] = buildRows('flood', [
      [buildFigures('garbage', 'MB/s', [3]), buildCounts('reads: peer', 'reads', [{ ours: 0, peer: 1 }])],
      [buildFigures('garbage', 'MB/s', [5]), buildCounts('reads: peer', 'reads', [{ ours: 2, peer: 0 }])],
    ]);
    expect(figure).toMatchObject({ ours: 4, peer: null, ratio: null, low: 3, high: 5, rounds: [3, 5], runs: 2 });
    expect(count).toMatchObject({ ours: 2, peer: 1, ratio: null, low: null, high: null, runs: 2 });
  });

  it('are measured in processes that are spread over the run', () => {
    const turns = listTurns({ often: { processes: 4 }, twice: { processes: 2 }, once: { processes: 1 } });
    expect(turns.map(({ group, turn }) => `${group} ${turn}`)).toEqual([
      'often 0',
      'twice 0',
      'often 1',
      'once 0',
      'often 2',
      'twice 1',
      'often 3',
    ]);
    expect(listTurns(GROUPS)).toHaveLength(Object.values(GROUPS).reduce((sum, { processes }) => sum + processes, 0));
  });
});

describe('a comparison with the stored run', () => {
  const stored = [row('a: peer', 2, 1.496, 2.504), row('b: peer', 1, 0.9, 1.1), row('c', null, 5, 6)];

  it('has a ratio in range from the least to the greatest stored one, as the table rounds them', () => {
    const isInRange = (ratio: number): boolean | undefined =>
      compareRatios([row('a: peer', ratio, 1, 3)], stored)[0]?.isInRange;
    expect([1.494, 1.495, 2, 2.504, 2.506].map(isInRange)).toEqual([false, true, true, true, false]);
  });

  it('leaves out rows without a ratio, and those that the stored run does not have', () => {
    const rows = [row('c', null, 1, 2), row('new: peer', 1, 1, 1)];
    expect(compareRatios(rows, stored)).toEqual([]);
    expect(describeComparison([])).toBe('0 of 0 ratios within the printed ranges');
  });

  it('names what is outside, and counts what is inside', () => {
    const rows = [row('a: peer', 2.1, 2, 2.2), row('b: peer', 1.2, 1, 1.3), row('c', null, 5, 6)];
    const compared = compareRatios(rows, stored);
    expect(describeComparison(compared)).toBe(
      'Outside: b: peer: 1.20×, expected 0.90–1.10\n1 of 2 ratios within the printed ranges',
    );
    const lines = formatTable(rows, '', listColumns(compared)).split('\n');
    expect(lines.slice(-3).map((line) => line.split(' | ').slice(-2).join(' | '))).toEqual([
      '1.50–2.50 | yes |',
      '0.90–1.10 | no |',
      ' |  |',
    ]);
  });
});
