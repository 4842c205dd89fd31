import { expect, it } from 'vitest';
import { lockedError, VaultError } from '#main/vault/vaultError.ts';

it('has a code with parameters for the bridge and a message for the log', () => {
  const error = new VaultError({ code: 'BACK_OFF', parameters: { seconds: 2 } }, 'Expected a wait');
  expect(error).toBeInstanceOf(Error);
  expect(error).toMatchObject({ code: 'BACK_OFF', message: 'Expected a wait', coded: { parameters: { seconds: 2 } } });
  expect(lockedError()).toMatchObject({ code: 'LOCKED' });
});
