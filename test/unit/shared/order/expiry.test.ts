import { expect, it } from 'vitest';
import { buildExpiration, checkExpiration, isClockOff, ORDER_LIFETIME_SECONDS } from '#shared/order/expiry.ts';

const NOW_MS = 1_800_000_000_000;

it('counts the lifetime from the earlier clock, in whole seconds', () => {
  const expected = BigInt(NOW_MS / 1_000 + ORDER_LIFETIME_SECONDS);
  expect(buildExpiration(NOW_MS + 999, NOW_MS + 30_000)).toBe(expected);
  expect(buildExpiration(NOW_MS + 30_000, NOW_MS)).toBe(expected);
  // An earlier end is taken, a later one is not.
  expect(buildExpiration(NOW_MS, NOW_MS, NOW_MS + 60_900)).toBe(BigInt(Math.floor((NOW_MS + 60_900) / 1000)));
  expect(buildExpiration(NOW_MS, NOW_MS, NOW_MS + 8 * 86_400_000)).toBe(expected);
});

it('refuses what is over and what is later than a lifetime and a minute', () => {
  const latest = BigInt(NOW_MS / 1_000 + ORDER_LIFETIME_SECONDS + 60);
  expect(checkExpiration(latest, NOW_MS)).toBeNull();
  expect(checkExpiration(latest + 1n, NOW_MS)).toContain('seven days');
  expect(checkExpiration(BigInt(NOW_MS / 1_000), NOW_MS)).toContain('future');
});

it('tolerates a minute between the clocks in both directions', () => {
  expect([null, 0, 60_000, -60_000].map(isClockOff)).toEqual([false, false, false, false]);
  expect([60_001, -60_001].map(isClockOff)).toEqual([true, true]);
});
