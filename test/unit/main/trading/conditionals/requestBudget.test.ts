import { describe, expect, it } from 'vitest';
import {
  createRequestBudget,
  MAX_OF_ALGORITHMS,
  MAX_OF_ONE,
  MAX_PLACEMENTS,
} from '#main/trading/conditionals/requestBudget.ts';

function open(used: number | null = 0) {
  let nowMs = 1_000_000;
  const budget = createRequestBudget({
    now: () => nowMs,
    orderBudget: () => (used === null ? null : { used, allowance: 120 }),
  });
  const spend = (id: string, count: number): void => {
    for (let at = 0; at < count; at += 1) {
      budget.note('entry', id, nowMs);
      nowMs += 600;
    }
  };
  const pass = (ms: number): void => {
    nowMs += ms;
  };
  return { budget, spend, pass, now: () => nowMs };
}

describe('the request budget', () => {
  it('lets an exit go while every entry waits', () => {
    const { budget, spend } = open();
    for (const id of ['a', 'b', 'c']) spend(id, 20);
    expect(budget.waitMs('entry', 'd')).toBeGreaterThan(0);
    expect(budget.waitMs('requote', 'd')).toBeGreaterThan(0);
    expect(budget.waitMs('exit', 'd')).toBe(0);
    expect(MAX_OF_ALGORITHMS).toBe(60);
  });

  it('bounds one conditional by its own number, and lets it go on a minute later', () => {
    const { budget, spend, pass } = open();
    spend('a', MAX_OF_ONE);
    const waitMs = budget.waitMs('entry', 'a');
    expect(waitMs).toBeGreaterThan(0);
    expect(budget.waitMs('entry', 'b')).toBe(0);
    pass(waitMs);
    expect(budget.waitMs('entry', 'a')).toBe(0);
  });

  it('bounds one conditional to two a second', () => {
    const { budget, now } = open();
    budget.note('entry', 'a', now());
    expect(budget.waitMs('entry', 'a')).toBe(0);
    budget.note('entry', 'a', now());
    expect(budget.waitMs('entry', 'a')).toBe(1_000);
  });

  it('keeps even an exit below the exchange’s own limit', () => {
    expect(open(MAX_PLACEMENTS).budget.waitMs('exit', 'a')).toBeGreaterThan(0);
    expect(open(MAX_PLACEMENTS - 1).budget.waitMs('exit', 'a')).toBe(0);
    expect(open(null).budget.waitMs('exit', 'a')).toBe(0);
  });

  it('starts again when the clock is set back', () => {
    const { budget, spend, pass } = open();
    spend('a', MAX_OF_ONE);
    pass(-3_600_000);
    expect(budget.waitMs('entry', 'a')).toBe(0);
  });
});
