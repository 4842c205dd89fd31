import { expect, it } from 'vitest';
import { findWakeTime } from '#shared/order/conditional/wakeTime.ts';
import { CALM, CLOSE, LOW, OCO, openBench, priceTrigger, START, STOP } from './makers.ts';

it('wakes when the book becomes too old, when a held trigger is due, at the deadline and before the close', () => {
  const bench = openBench({
    ...STOP,
    trigger: priceTrigger('ask', 'atOrBelow', '0.35', { confirm: { kind: 'held', forMs: 3_000 } }),
  });
  expect(findWakeTime(bench.state(), START)).toBe(CLOSE - 60_000);
  bench.book(CALM);
  expect(findWakeTime(bench.state(), START)).toBe(START + 5_001);
  bench.book(LOW);
  expect(findWakeTime(bench.state(), START)).toBe(START + 3_000);
  const dated = openBench({ ...STOP, goodTillMs: START + 700 });
  expect(findWakeTime(dated.state(), START)).toBe(START + 700);
});

it('wakes to ask for a cancel again, and never once it ended', () => {
  const bench = openBench(OCO);
  bench.rests(bench.children()[0]);
  bench.feed({ kind: 'cancel', atMs: START });
  expect(findWakeTime(bench.state(), START)).toBe(START + 5_000);
  bench.ends(bench.children()[0], 'cancelled', '0');
  expect(findWakeTime(bench.state(), START)).toBeNull();
});
