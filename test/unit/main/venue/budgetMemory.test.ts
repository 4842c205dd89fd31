import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseBudgetMemory } from '#main/venue/budgetMemory.ts';
import { openLimiter } from '#main/venue/limiter.ts';

describe('budget memory', () => {
  it('is restored from the JSON that the limiter stores', () => {
    const limiter = openLimiter({ now: () => 100_000, onChange: () => undefined });
    limiter.setSubject('a');
    limiter.acquire('orders');
    limiter.block('relay', 90_000);
    limiter.releaseReserved();
    const stored: unknown = JSON.parse(JSON.stringify(limiter.memory()));
    expect(stored).toMatchObject({ version: 1 });
    expect(parseBudgetMemory(stored, 110_000)).toEqual(limiter.memory().budgets);
  });

  it('is restored from the list of version 0', () => {
    const file: unknown = JSON.parse(
      readFileSync(new URL('../../../fixtures/storage/budgets-v0.json', import.meta.url), 'utf8'),
    );
    const memory = (file as Record<string, unknown>)['paper-127.0.0.1-4100'];
    expect(parseBudgetMemory(memory, 1_767_225_630_000)).toEqual([
      {
        name: 'orders',
        subject: '2c70e12b7a0646f9',
        usedAtMs: [1_767_225_600_000, 1_767_225_601_500],
        blockedUntilMs: null,
      },
      { name: 'relay', subject: '2c70e12b7a0646f9', usedAtMs: [], blockedUntilMs: 1_767_225_900_000 },
    ]);
  });

  it('omits what does not match and what a wrong clock wrote', () => {
    const budgets = [
      null,
      { name: 'tea', subject: '', usedAtMs: [], blockedUntilMs: null },
      { name: 'orders', subject: 7, usedAtMs: [] },
      { name: 'orders', subject: 'a', usedAtMs: ['x', 5e12, 1, 99_000], blockedUntilMs: 5e12 },
    ];
    const valid = [{ name: 'orders', subject: 'a', usedAtMs: [1, 99_000], blockedUntilMs: null }];
    expect(parseBudgetMemory({ version: 1, budgets }, 100_000)).toEqual(valid);
    expect(parseBudgetMemory(budgets, 100_000)).toEqual(valid);
  });

  it('is empty when the stored value is of another kind or of a later version', () => {
    for (const value of [undefined, null, {}, 'x', 3, { version: 2, budgets: [] }, { version: 1 }]) {
      expect(parseBudgetMemory(value, 0)).toEqual([]);
    }
  });
});
