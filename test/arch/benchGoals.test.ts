import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { formatGoals, GOALS } from '../../bench/goals.ts';
import type { Row } from '../../bench/row.ts';
import { listAnchors } from './anchors.ts';

const results = JSON.parse(readFileSync('bench/results.json', 'utf8')) as readonly Row[];
const row = (name: string, part: Partial<Row>): Row => {
  return { name, unit: 'µs', ours: 10, peer: 20, ratio: 2, low: 1.9, high: 2.1, runs: 5, ...part };
};
const lineOf = (work: string, rows: readonly Row[]): string =>
  formatGoals(rows)
    .split('\n')
    .find((line) => line.includes(work))!;

describe('goals of the bench', () => {
  it('name rows that the bench has written: all of a goal, or none where it was not measured yet', () => {
    const known = new Set(results.map(({ name }) => name));
    const measured = GOALS.map(({ limits }) => limits.flatMap(({ rows }) => rows)).filter((rows) =>
      rows.some((name) => known.has(name)),
    );
    expect(measured.length).toBeGreaterThan(8);
    expect(measured.flat().filter((name) => !known.has(name))).toEqual([]);
  });

  it('are met from their limit on, as the table rounds it, and missed beside any row that misses it', () => {
    const twice = [
      row('book of 50 levels, parse, validate and apply: ccxt', { ratio: 1.196 }),
      row('book of 998 levels, parse, validate and apply: ccxt', { ratio: 1.8 }),
    ];
    expect(lineOf('book of 50', twice)).toBe(
      '| book of 50 and of 998 levels | 1.2× and 1.8× ccxt | 1.20× and 1.80× |  | met |',
    );
    const behind = [twice[0]!, { ...twice[1]!, ratio: 1.79 }];
    expect(lineOf('book of 50', behind)).toContain('| 1.20× and 1.79× | – and 0.01× | missed |');
    expect(lineOf('20 ladders', [])).toContain('| not measured |  |  |');
  });

  it('say by how much it is missed, in the unit of the row, and where that is explained', () => {
    const name = 'sign an order, after 5 ms idle: viem';
    expect(lineOf('sign an order', [row(name, { ratio: 3 })])).toContain(
      '| 3.00× | 0.80× | [missed](#sign-an-order) |',
    );
    const start = row('first start, first live book: browser with an empty page', { unit: 'ms', ours: 1_404 });
    expect(lineOf('start,', [start])).toContain('| 1,404 ms | 204 ms | [missed](#start-of-the-program) |');
    // A floor is the peer of a goal that says how many times of it is allowed.
    const idle = row('idle terminal, share of a core: floor, one canvas', { ratio: 0.24 });
    expect(lineOf('idle terminal', [idle])).toContain('| 4.17× | 0.17× | [missed](#idle-terminal) |');
    expect(lineOf('idle terminal', [{ ...idle, ratio: 0.25 }])).toContain('| 4.00× |  | met |');
  });

  it('link to sections of the page', () => {
    const anchors = listAnchors(readFileSync('docs/performance.md', 'utf8'));
    expect(GOALS.flatMap(({ why }) => (why === undefined || anchors.includes(why.slice(1)) ? [] : why))).toEqual([]);
  });
});
