import { describe, expect, it } from 'vitest';
import { parseBudgetMemory } from '#main/venue/budgetMemory.ts';
import { BUDGET_RULES } from '#main/venue/budgetRules.ts';
import { openLimiter } from '#main/venue/limiter.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

function openAt(startMs: number) {
  const clock = { nowMs: startMs };
  return {
    clock,
    limiter: openLimiter({ now: () => clock.nowMs, onChange: () => undefined }),
  };
}

describe('budgets', () => {
  it('are those of the limits table', () => {
    const table = Object.fromEntries(
      BUDGET_RULES.map((rule) => [rule.name, [rule.allowance, rule.windowMs, rule.blockMs]]),
    );
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

  it('slide: no burst passes a window boundary', () => {
    const { clock, limiter } = openAt(1_000_000);
    for (let count = 0; count < 5; count += 1) {
      expect(limiter.acquire('setup')).toBeNull();
      clock.nowMs += 1_000;
    }
    const freeAtMs = limiter.acquire('setup')!;
    expect(freeAtMs).toBeGreaterThanOrEqual(1_000_000 + HOUR);
    expect(freeAtMs).toBeLessThanOrEqual(1_000_000 + HOUR + 1_000);
    clock.nowMs = freeAtMs;
    expect(limiter.acquire('setup')).toBeNull();
    expect(limiter.acquire('setup')).toBe(freeAtMs + 1_000);
  });

  it('wait half a second beyond the window, because a request counts when it arrives', () => {
    const { clock, limiter } = openAt(0);
    for (let count = 0; count < 5; count += 1) limiter.acquire('setup');
    expect(limiter.acquire('setup')).toBe(HOUR + 500);
    clock.nowMs = HOUR + 499;
    expect(limiter.acquire('setup')).toBe(HOUR + 500);
    clock.nowMs = HOUR + 500;
    expect(limiter.acquire('setup')).toBeNull();
  });

  it('grant nothing while they are used up or blocked', () => {
    const { clock, limiter } = openAt(0);
    for (let count = 0; count < 120; count += 1) limiter.acquire('orders');
    limiter.acquire('orders');
    expect(limiter.health().find((budget) => budget.name === 'orders')).toEqual({
      name: 'orders',
      used: 120,
      allowance: 120,
      windowMs: MINUTE,
      blockedUntilMs: null,
    });
    clock.nowMs = 2 * MINUTE;
    limiter.block('orders', null);
    expect(limiter.acquire('orders')).toBe(3 * MINUTE);
    expect(limiter.health()[0]?.used).toBe(0);
  });

  it('are blocked for at least the minimum, longer on request, and never shorter than before', () => {
    const { clock, limiter } = openAt(0);
    expect(limiter.block('sign-in', 10_000)).toBe(5 * MINUTE);
    expect(limiter.block('sign-in', 10 * MINUTE)).toBe(10 * MINUTE);
    clock.nowMs = 1_000;
    expect(limiter.block('sign-in', null)).toBe(10 * MINUTE);
    clock.nowMs = 10 * MINUTE;
    expect(limiter.blockedUntil('sign-in')).toBeNull();
    expect(limiter.acquire('sign-in')).toBeNull();
  });

  it('are independent of each other', () => {
    const { limiter } = openAt(0);
    limiter.block('orders', null);
    expect(limiter.acquire('relay')).toBeNull();
  });

  it('survive a restart with their blocks', () => {
    const { limiter } = openAt(0);
    for (let count = 0; count < 5; count += 1) limiter.acquire('setup');
    limiter.block('relay', null);
    const again = openLimiter({ now: () => 1_000, onChange: () => undefined, stored: limiter.memory().budgets });
    expect(again.acquire('setup')).toBeGreaterThanOrEqual(HOUR);
    expect(again.acquire('relay')).toBe(5 * MINUTE);
  });

  it('are on disk before a request is granted, in blocks, and never less than what was used', () => {
    let nowMs = 0;
    let writes = 0;
    let disk: unknown = null;
    const options = { now: () => nowMs, onChange: () => undefined };
    const limiter = openLimiter({
      ...options,
      persist(memory) {
        writes += 1;
        disk = JSON.parse(JSON.stringify(memory));
      },
    });
    for (let used = 1; used <= 120; used += 1) {
      expect(limiter.acquire('orders')).toBeNull();
      nowMs += 100;
      // As after a kill now.
      const again = openLimiter({ ...options, stored: parseBudgetMemory(disk, nowMs) });
      const remembered = again.health().find(({ name }) => name === 'orders')!.used;
      expect(remembered).toBeGreaterThanOrEqual(used);
      expect(remembered).toBeLessThan(used + 8);
    }
    expect(writes).toBe(15);
    expect(limiter.acquire('orders')).not.toBeNull();
  });

  it('count a reserved request as used at the restart, because it may have been sent just before', () => {
    const stored = parseBudgetMemory(
      { version: 1, budgets: [{ name: 'setup', subject: '', usedAtMs: [], reserved: 5, blockedUntilMs: null }] },
      50_000,
    );
    const limiter = openLimiter({ now: () => 50_000, onChange: () => undefined, stored });
    expect(limiter.acquire('setup')).toBe(50_000 + HOUR + 500);
  });

  it('give back what was reserved when nothing more is sent', () => {
    const { limiter } = openAt(0);
    limiter.acquire('orders');
    limiter.releaseReserved();
    expect(parseBudgetMemory(limiter.memory(), 0)[0]?.usedAtMs).toHaveLength(1);
  });

  it('count what a journal recorded, at the start and later, and write nothing for it', () => {
    let nowMs = 100_000;
    const writes: unknown[] = [];
    const options = { now: () => nowMs, onChange: () => undefined };
    const limiter = openLimiter({ ...options, persist: (memory) => void writes.push(memory.budgets) });
    const used = (of = limiter) => of.health().find(({ name }) => name === 'orders')!.used;
    limiter.countRecorded('orders', [1_000, 2_000, 99_000, 900_000]);
    limiter.setSubject('a');
    // Neither what is older than the window, nor what a wrong clock stamped.
    expect(used()).toBe(1);
    for (let count = 0; count < 119; count += 1) expect(limiter.acquireRecorded('orders')).toBeNull();
    expect(limiter.acquireRecorded('orders')).toBe(99_000 + MINUTE + 500);
    expect(writes).toEqual([]);
    expect(limiter.memory().budgets).toEqual([]);
    nowMs = 200_000;
    // A repeated request is not in the journal.
    expect(limiter.acquire('orders')).toBeNull();
    expect(writes).toEqual([[{ name: 'orders', subject: 'a', usedAtMs: [], reserved: 1, blockedUntilMs: null }]]);
    expect(limiter.memory().budgets).toMatchObject([{ usedAtMs: [200_000] }]);
    const again = openLimiter({ ...options, stored: limiter.memory().budgets });
    again.countRecorded('orders', [199_000]);
    again.setSubject('a');
    expect(used(again)).toBe(2);
    // The journal of another account, and back: what this run counted is not counted twice.
    again.countRecorded('orders', []);
    again.setSubject('b');
    expect(used(again)).toBe(0);
    again.countRecorded('orders', [199_000]);
    again.setSubject('a');
    expect(used(again)).toBe(2);
    // Without a journal every request is reserved as before.
    expect(openLimiter({ now: () => 0, onChange: () => undefined }).acquireRecorded('orders')).toBeNull();
  });

  it('are separate per member, and shared per address', () => {
    const { limiter } = openAt(0);
    limiter.setSubject('a');
    for (let count = 0; count < 5; count += 1) limiter.acquire('setup');
    limiter.block('sign-in', null);
    expect(limiter.acquire('setup')).not.toBeNull();
    limiter.setSubject('b');
    expect(limiter.acquire('setup')).toBeNull();
    expect(limiter.acquire('sign-in')).not.toBeNull();
    limiter.setSubject('a');
    expect(limiter.acquire('setup')).not.toBeNull();
  });

  it('grant reads without an allowance until a 429', () => {
    const { limiter } = openAt(0);
    for (let count = 0; count < 1_000; count += 1) expect(limiter.acquire('public reads')).toBeNull();
    limiter.block('public reads', 3_000);
    expect(limiter.acquire('public reads')).toBe(3_000);
    expect(limiter.acquire('account reads')).toBeNull();
  });
});
