import { expect, it } from 'vitest';
import type { LockReason } from '#shared/ipc/custody.ts';
import { formatLockReason } from '#shared/text/custody/lockReasons.ts';

const CODES = [
  'manual',
  'suspend',
  'lock-screen',
  'last window closed',
  'renderer crash',
  'user switch',
  'quit',
] as const;
const reasons: readonly LockReason[] = CODES.map((code) => ({ code, parameters: {} }));

it('has different words for every reason, which fit behind a colon', () => {
  const texts = reasons.map(formatLockReason);
  expect(new Set(texts).size).toBe(CODES.length);
  for (const text of texts) expect(text).toMatch(/^([a-z]|Adyton ).*[^.]$/);
});

it('names the idle time', () => {
  expect(formatLockReason({ code: 'idle', parameters: { minutes: 1 } })).toBe('no activity for 1 minute');
  expect(formatLockReason({ code: 'idle', parameters: { minutes: 30 } })).toBe('no activity for 30 minutes');
});
