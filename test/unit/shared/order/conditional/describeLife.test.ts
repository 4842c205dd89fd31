import { expect, it } from 'vitest';
import { describeLife, isTerminal, lifeNotices } from '#shared/order/conditional/describeLife.ts';
import { CALM, LOW, OCO, openBench, STOP } from './makers.ts';

it('keeps the same object while nothing changed', () => {
  const { state } = openBench(STOP);
  const input = { wait: null, isPending: true, wanted: [] };
  expect(describeLife(state(), input)).toEqual({ at: 'armed' });
  const armed = { ...state(), life: { at: 'armed' } } as const;
  expect(describeLife(armed, input)).toBe(armed.life);
});

it('waits before everything else, and releases or requotes while an order is cancelled', () => {
  const bench = openBench(OCO);
  bench.rests(bench.children()[0]);
  bench.book(CALM);
  expect(bench.at()).toBe('armed');
  bench.confirm(LOW);
  expect(bench.at()).toBe('releasing');
  const walking = openBench({ ...STOP, walk: { ticks: 1, everyMs: 1_000 } });
  walking.book(CALM);
  walking.confirm(LOW);
  walking.rests(walking.children()[0]);
  walking.wait(1_000);
  expect(walking.at()).toBe('requoting');
});

it('tells what fired, waits, halts and ended, each once', () => {
  const bench = openBench(STOP);
  const { state } = bench;
  const halted = { ...state(), life: { at: 'halted', reason: { code: 'restarted', parameters: {} } } } as const;
  expect(lifeNotices(state(), halted, [], []).actions).toMatchObject([
    { kind: 'notify', notice: { code: 'halted', parameters: { reason: { code: 'restarted' } } } },
  ]);
  expect(lifeNotices(halted, halted, [], []).actions).toEqual([]);
  expect(isTerminal(halted.life)).toBe(false);
  bench.book(CALM);
  bench.confirm(LOW);
  bench.ends(bench.children()[0], 'filled', '100');
  expect(bench.notices().filter((code) => code === 'fired' || code === 'ended')).toEqual(['fired', 'ended']);
  expect(isTerminal(state().life)).toBe(true);
});
