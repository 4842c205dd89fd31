import { describe, expect, it } from 'vitest';
import { BUDGETS, openLimiter, parseBudgetMemory } from '#main/venue/limiter.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

function openAt(startMs: number) {
  const clock = { nowMs: startMs };
  return {
    clock,
    limiter: openLimiter(
      () => clock.nowMs,
      () => undefined,
    ),
  };
}

describe('budgets', () => {
  it('are those of the limits table', () => {
    const table = Object.fromEntries(BUDGETS.map((rule) => [rule.name, [rule.allowance, rule.windowMs, rule.blockMs]]));
    expect(table).toMatchObject({
      'sign-in': [10, MINUTE, 5 * MINUTE],
      'account creation': [5, MINUTE, 5 * MINUTE],
      'code confirmation': [10, MINUTE, 15 * MINUTE],
      'two-factor': [5, MINUTE, 15 * MINUTE],
      'phone send': [3, HOUR, HOUR],
      'phone verify': [5, 15 * MINUTE, HOUR],
      orders: [120, MINUTE, MINUTE],
      relay: [30, 5 * MINUTE, 5 * MINUTE],
      setup: [5, HOUR, HOUR],
    });
  });

  it('slide: no boundary lets a burst through', () => {
    const { clock, limiter } = openAt(1_000_000);
    for (let count = 0; count < 5; count += 1) {
      expect(limiter.take('setup')).toBeNull();
      clock.nowMs += 1_000;
    }
    const freeAtMs = limiter.take('setup')!;
    expect(freeAtMs).toBeGreaterThanOrEqual(1_000_000 + HOUR);
    expect(freeAtMs).toBeLessThanOrEqual(1_000_000 + HOUR + 1_000);
    clock.nowMs = freeAtMs;
    expect(limiter.take('setup')).toBeNull();
    expect(limiter.take('setup')).toBe(freeAtMs + 1_000);
  });

  it('wait half a second beyond the window, because a request counts when it arrives', () => {
    const { clock, limiter } = openAt(0);
    for (let count = 0; count < 5; count += 1) limiter.take('setup');
    expect(limiter.take('setup')).toBe(HOUR + 500);
    clock.nowMs = HOUR + 499;
    expect(limiter.take('setup')).toBe(HOUR + 500);
    clock.nowMs = HOUR + 500;
    expect(limiter.take('setup')).toBeNull();
  });

  it('take nothing while they are used up or blocked', () => {
    const { clock, limiter } = openAt(0);
    for (let count = 0; count < 120; count += 1) limiter.take('orders');
    limiter.take('orders');
    expect(limiter.health().find((budget) => budget.name === 'orders')).toEqual({
      name: 'orders',
      used: 120,
      allowance: 120,
      windowMs: MINUTE,
      blockedUntilMs: null,
    });
    clock.nowMs = 2 * MINUTE;
    limiter.block('orders', null);
    expect(limiter.take('orders')).toBe(3 * MINUTE);
    expect(limiter.health()[0]?.used).toBe(0);
  });

  it('are blocked for the floor at least, longer when asked, never shorter than before', () => {
    const { clock, limiter } = openAt(0);
    expect(limiter.block('sign-in', 10_000)).toBe(5 * MINUTE);
    expect(limiter.block('sign-in', 10 * MINUTE)).toBe(10 * MINUTE);
    clock.nowMs = 1_000;
    expect(limiter.block('sign-in', null)).toBe(10 * MINUTE);
    clock.nowMs = 10 * MINUTE;
    expect(limiter.blockedUntil('sign-in')).toBeNull();
    expect(limiter.take('sign-in')).toBeNull();
  });

  it('do not touch each other', () => {
    const { limiter } = openAt(0);
    limiter.block('orders', null);
    expect(limiter.take('relay')).toBeNull();
  });

  it('survive a restart, so that it does not re-arm a block', () => {
    const { limiter } = openAt(0);
    for (let count = 0; count < 5; count += 1) limiter.take('setup');
    limiter.block('relay', null);
    const again = openLimiter(
      () => 1_000,
      () => undefined,
      limiter.memory(),
    );
    expect(again.take('setup')).toBeGreaterThanOrEqual(HOUR);
    expect(again.take('relay')).toBe(5 * MINUTE);
  });

  it('of another member are apart, those of the address are not', () => {
    const { limiter } = openAt(0);
    limiter.setSubject('a');
    for (let count = 0; count < 5; count += 1) limiter.take('setup');
    limiter.block('sign-in', null);
    expect(limiter.take('setup')).not.toBeNull();
    limiter.setSubject('b');
    expect(limiter.take('setup')).toBeNull();
    expect(limiter.take('sign-in')).not.toBeNull();
    limiter.setSubject('a');
    expect(limiter.take('setup')).not.toBeNull();
  });

  it('are read back from JSON, without what does not fit and what a wrong clock wrote', () => {
    const { limiter } = openAt(100_000);
    limiter.setSubject('a');
    limiter.take('orders');
    limiter.block('relay', 90_000);
    const stored: unknown = JSON.parse(JSON.stringify(limiter.memory()));
    expect(parseBudgetMemory(stored, 110_000)).toEqual(limiter.memory());
    const odd = [
      null,
      { name: 'tea', subject: '', usedAtMs: [], blockedUntilMs: null },
      { name: 'orders', subject: 7, usedAtMs: [] },
      { name: 'orders', subject: 'a', usedAtMs: ['x', 5e12, 1, 99_000], blockedUntilMs: 5e12 },
    ];
    expect(parseBudgetMemory(odd, 100_000)).toEqual([
      { name: 'orders', subject: 'a', usedAtMs: [1, 99_000], blockedUntilMs: null },
    ]);
    for (const value of [undefined, null, {}, 'x', 3]) expect(parseBudgetMemory(value, 0)).toEqual([]);
  });

  it('let reads through without an allowance until a 429', () => {
    const { limiter } = openAt(0);
    for (let count = 0; count < 1_000; count += 1) expect(limiter.take('public reads')).toBeNull();
    limiter.block('public reads', 3_000);
    expect(limiter.take('public reads')).toBe(3_000);
    expect(limiter.take('account reads')).toBeNull();
  });
});
