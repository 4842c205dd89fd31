import { expect, it } from 'vitest';
import { limitConcurrency } from '#shared/base/limitConcurrency.ts';

it('runs at most so many calls at once, the others in order, also after a failure', async () => {
  const ends: (() => void)[] = [];
  const started: number[] = [];
  const run = limitConcurrency(2, (input: number) => {
    started.push(input);
    return new Promise<number>((resolve, reject) => {
      ends.push(() => (input === 1 ? reject(new Error('down')) : resolve(input)));
    });
  });
  const results = [1, 2, 3, 4].map((input) => run(input).catch(() => 'failed'));
  await Promise.resolve();
  expect(started).toEqual([1, 2]);
  ends[0]!();
  await results[0];
  expect(started).toEqual([1, 2, 3]);
  ends[1]!();
  await results[1];
  ends[2]!();
  ends[3]!();
  expect(await Promise.all(results)).toEqual(['failed', 2, 3, 4]);
});
