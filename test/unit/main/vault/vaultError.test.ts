import { expect, it } from 'vitest';
import { lockedError, VaultError } from '#main/vault/vaultError.ts';

it('carries a code for programs, a message for the log and a hint for a person', () => {
  const error = new VaultError('BACK_OFF', 'Expected a wait', 'Wait 2 s', 5);
  expect(error).toBeInstanceOf(Error);
  expect(error).toMatchObject({ code: 'BACK_OFF', message: 'Expected a wait', hint: 'Wait 2 s', retryAtMs: 5 });
  expect(lockedError()).toMatchObject({ code: 'LOCKED', retryAtMs: null });
});
