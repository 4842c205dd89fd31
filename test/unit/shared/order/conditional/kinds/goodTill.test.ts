import { expect, it } from 'vitest';
import { parsePrice } from '#shared/units/price.ts';
import { BASE, openBench, START } from '../makers.ts';

const terms = {
  ...BASE,
  kind: 'goodTill',
  direction: 'buy',
  price: parsePrice('0.40'),
  worst: parsePrice('0.40'),
  postOnly: true,
  killAfterMs: null,
} as const;

it('cancels its order at the deadline, with the signed expiry as a backstop', () => {
  const bench = openBench({ ...terms, goodTillMs: START + 60_000 });
  expect(bench.actions).toContainEqual(expect.objectContaining({ kind: 'place', expiresAtMs: START + 60_000 }));
  bench.rests(bench.children()[0]);
  expect(bench.wait(59_999)).toEqual([]);
  expect(bench.wait(1)).toMatchObject([{ kind: 'cancel' }]);
  bench.ends(bench.children()[0], 'cancelled', '0');
  expect(bench.at()).toBe('expired');
});

it('kills its order so long after it was sent', () => {
  const bench = openBench({ ...terms, killAfterMs: 5_000 });
  // A program that is closed by then cancels nothing: the signature ends soon after.
  expect(bench.actions).toContainEqual(expect.objectContaining({ kind: 'place', expiresAtMs: START + 15_000 }));
  bench.rests(bench.children()[0], '30');
  expect(bench.wait(5_000)).toMatchObject([{ kind: 'cancel' }]);
  bench.ends(bench.children()[0], 'cancelled', '30');
  expect(bench.at()).toBe('partial');
});
