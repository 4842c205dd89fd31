import { expect, it } from 'vitest';
import { DRILL_KINDS, DRILLS } from '#shared/ipc/drills.ts';

it('has one drill of every kind, each with a unique title, a sentence for each part and a time limit', () => {
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

it('asks the user to place an order in exactly the drills that need one', () => {
  for (const kind of DRILL_KINDS) {
    expect([kind, DRILLS[kind].watch.startsWith('Place one order')]).toEqual([kind, DRILLS[kind].needsOrder]);
  }
});
