import { expect, it } from 'vitest';
import { parsePrice } from '#shared/units/price.ts';
import { formatShares, parseShares } from '#shared/units/shares.ts';
import { BASE, openBench } from '../makers.ts';

const terms = {
  ...BASE,
  kind: 'iceberg',
  direction: 'buy',
  price: parsePrice('0.40'),
  worst: parsePrice('0.40'),
  clip: parseShares('30'),
  sizeSpreadBps: 0,
  maxDelayMs: 0,
} as const;

it('shows one clip at a time and sums to its quantity', () => {
  const bench = openBench(terms);
  for (const filled of ['30', '30', '30']) {
    bench.rests(bench.children().at(-1), '10');
    expect(bench.children().filter(({ life }) => life.at === 'working')).toHaveLength(1);
    expect(bench.ends(bench.children().at(-1), 'filled', filled)).toHaveLength(1);
  }
  expect(bench.children().map(({ shares }) => shares)).toEqual(
    ['30', '30', '30', '10'].map((text) => parseShares(text)),
  );
  bench.ends(bench.children().at(-1), 'filled', '10');
  expect(bench.at()).toBe('done');
});

it('varies size and time by a number of its own, the same one in a replay', () => {
  const run = () => {
    const bench = openBench({ ...terms, sizeSpreadBps: 5_000, maxDelayMs: 10_000 });
    const [first] = bench.children();
    bench.ends(first, 'filled', '30');
    expect(first!.shares).toBeLessThanOrEqual(parseShares('30'));
    expect(first!.shares).toBeGreaterThanOrEqual(parseShares('15'));
    let waitedMs = 0;
    while (bench.children().length === 1 && waitedMs < 10_001) {
      bench.wait(1);
      waitedMs += 1;
    }
    return [first!.shares, waitedMs, bench.children()[1]!.shares];
  };
  expect(run()).toEqual(run());
});

it('has clips of whole contracts where the whole is, and of lots where it is not', () => {
  const clipsOf = (clip: string) => {
    const bench = openBench({ ...terms, clip: parseShares(clip), sizeSpreadBps: 5_000 });
    while (bench.at() !== 'done') {
      const last = bench.children().at(-1)!;
      bench.ends(last, 'filled', formatShares(last.shares));
    }
    return bench.children().map(({ shares }) => shares);
  };
  expect(clipsOf('30').filter((shares) => shares % 1_000_000 !== 0)).toEqual([]);
  expect(new Set(clipsOf('30')).size).toBeGreaterThan(1);
  expect(clipsOf('30.5').filter((shares) => shares % 1_000_000 !== 0)).not.toEqual([]);
});
