import { expect, it } from 'vitest';
import { formatLockMessage } from '#renderer/shell/custody/lockMessage.ts';
import { ZERO_USD } from '#shared/units/usd.ts';
import { custodyOf, walletOf } from '../../panes/facts.ts';

const NOW = new Date(2026, 6, 28, 14, 2).getTime();
const atMs = new Date(2026, 6, 28, 13, 40).getTime();
const lastLock = { atMs, reason: { code: 'quit', parameters: {} } } as const;
const MANUAL = { code: 'manual', parameters: {} } as const;

it('says when and why the vault locked, in an earlier run if this run has not locked yet', () => {
  const custody = custodyOf({ lastLock, keysInMemory: false });
  expect(formatLockMessage(walletOf({ custody }), NOW)).toBe('Locked today 13:40: Adyton quit.');
  expect(formatLockMessage(walletOf({ custody, lockReason: MANUAL }), NOW)).toBe('Locked today 13:40: you locked it.');
});

it('says that the keys are in memory behind a locked screen', () => {
  const lockReason = { code: 'idle', parameters: { minutes: 10 } } as const;
  const custody = custodyOf({ lastLock: { atMs, reason: lockReason }, keysInMemory: true });
  expect(formatLockMessage(walletOf({ custody, lockReason }), NOW)).toBe(
    'Locked today 13:40: no activity for 10 minutes. The keys are still in memory.',
  );
});

it('says until when prepared exits can be sent', () => {
  const expiresAtMs = new Date(2026, 6, 28, 18, 5).getTime();
  const pack = { preparedAtMs: atMs, expiresAtMs, positions: 1, floorValue: ZERO_USD, lots: [] };
  const custody = custodyOf({ lastLock, keysInMemory: false, preparedExits: { pack, ended: null } });
  expect(formatLockMessage(walletOf({ custody, lockReason: MANUAL }), NOW)).toBe(
    'Locked today 13:40: you locked it. Exits are prepared and can be sent until today 18:05.',
  );
});

it('names no lock when none is known', () => {
  const text = 'The keys are encrypted until you enter the password.';
  expect(formatLockMessage(walletOf(), NOW)).toBe(text);
  expect(formatLockMessage(null, NOW)).toBe(text);
});
