import { expect, it } from 'vitest';
import { isLost, isTrusted } from '#shared/market/bookHealth.ts';

it('trusts a live book and no other', () => {
  expect(isTrusted({ at: 'live' })).toBe(true);
  expect(isTrusted({ at: 'waiting' })).toBe(false);
  for (const at of ['stale', 'resyncing', 'suspect'] as const)
    expect(isTrusted({ at, sinceMs: 0, reason: { code: 'crossed', parameters: {} } })).toBe(false);
});

it('disarms by a stale or suspect book, and not by a quiet or resyncing one', () => {
  const reason = { code: 'crossed', parameters: {} } as const;
  expect(isLost({ at: 'stale', sinceMs: 0, reason })).toBe(true);
  expect(isLost({ at: 'suspect', sinceMs: 0, reason })).toBe(true);
  expect(isLost({ at: 'resyncing', sinceMs: 0, reason })).toBe(false);
  const quiet = { at: 'quiet', sinceMs: 0, reason: { code: 'silent', parameters: { limitMs: 3_000 } } } as const;
  expect(isLost(quiet)).toBe(false);
  expect(isTrusted(quiet)).toBe(false);
});
