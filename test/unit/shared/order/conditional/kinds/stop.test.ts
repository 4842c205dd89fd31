import { expect, it } from 'vitest';
import { parsePrice } from '#shared/units/price.ts';
import { parseShares } from '#shared/units/shares.ts';
import { CALM, LOW, openBench, STOP } from '../makers.ts';

it('leaves its rest on the book at the limit, without a loop of new orders', () => {
  const bench = openBench(STOP);
  bench.book(CALM);
  bench.confirm(LOW);
  bench.rests(bench.children()[0], '30');
  const far: typeof LOW = [[['0.10', '100']], [['0.12', '100']]];
  expect([...bench.confirm(far), ...bench.confirm(far), ...bench.wait(600_000)]).toEqual([]);
  expect(bench.at()).toBe('working');
});

it('walks its limit to the worst price: cancels, waits for the proof, and places what is left', () => {
  const bench = openBench({ ...STOP, walk: { ticks: 1, everyMs: 5_000 } });
  bench.book(CALM);
  bench.confirm(LOW);
  bench.rests(bench.children()[0]);
  expect(bench.wait(5_000)).toMatchObject([{ kind: 'cancel' }]);
  bench.position('80', '80');
  expect(bench.ends(bench.children()[0], 'cancelled', '20')).toMatchObject([
    { kind: 'place', intent: { price: parsePrice('0.31'), shares: parseShares('80') } },
  ]);
  bench.rests(bench.children()[1]);
  bench.wait(5_000);
  bench.position('80', '80');
  bench.ends(bench.children()[1], 'cancelled', '0');
  bench.rests(bench.children()[2]);
  expect(bench.children()[2]!.price).toBe(parsePrice('0.30'));
  expect(bench.wait(600_000)).toEqual([]);
});
