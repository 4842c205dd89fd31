import { expect, it } from 'vitest';
import { DRILL_KINDS, DRILLS } from '#shared/ipc/drills.ts';

it('has one drill for every kind, each with a title of its own, a sentence of each part and an end in sight', () => {
  expect(Object.keys(DRILLS)).toEqual([...DRILL_KINDS]);
  expect(new Set(DRILL_KINDS.map((kind) => DRILLS[kind].title)).size).toBe(DRILL_KINDS.length);
  for (const kind of DRILL_KINDS) {
    const { lesson, watch, runsMs } = DRILLS[kind];
    expect(lesson, kind).toMatch(/^[A-Z].{20,}\.$/);
    expect(watch, kind).toMatch(/^[A-Z].{20,}\.$/);
    expect(runsMs, kind).toBeGreaterThanOrEqual(20_000);
    expect(runsMs, kind).toBeLessThanOrEqual(60_000);
  }
});

it('tells the trader to place an order in exactly the drills that wait for one', () => {
  for (const kind of DRILL_KINDS) {
    expect([kind, DRILLS[kind].watch.startsWith('Place one order')]).toEqual([kind, DRILLS[kind].needsOrder]);
  }
});
