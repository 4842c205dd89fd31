import { expect, it } from 'vitest';
import { readOrderBlock } from '#renderer/domain/orders/orderBlock.ts';
import type { HealthView } from '#shared/ipc/health.ts';

const mirror = (blockedUntilMs: number | null, name = 'orders') => ({
  health: () =>
    ({ budgets: [{ name, used: 0, allowance: 60, windowMs: 60_000, blockedUntilMs }] }) as unknown as HealthView,
});

it('is the rest of the exchange’s block of orders, and nothing without one', () => {
  expect(readOrderBlock(mirror(12_000), 2_000)).toBe(10_000);
  expect(readOrderBlock(mirror(1_000), 2_000)).toBe(0);
  expect(readOrderBlock(mirror(null), 2_000)).toBe(0);
  expect(readOrderBlock(mirror(12_000, 'relay'), 2_000)).toBe(0);
  expect(readOrderBlock({ health: () => null }, 2_000)).toBe(0);
});
