import { expect, it } from 'vitest';
import { isTrusted } from '#shared/market/bookHealth.ts';

it('trusts a live book and no other', () => {
  expect(isTrusted({ at: 'live' })).toBe(true);
  expect(isTrusted({ at: 'waiting' })).toBe(false);
  for (const at of ['stale', 'resyncing', 'suspect'] as const)
    expect(isTrusted({ at, sinceMs: 0, reason: { code: 'crossed', parameters: {} } })).toBe(false);
});
