import { expect, it } from 'vitest';
import { refuseSetup, WalletError } from '#main/wallet/walletError.ts';

it('has a code with parameters for the bridge and a message for the log', () => {
  const changed = new WalletError({ code: 'WALLET_CHANGED', parameters: { changes: [] } }, 'Expected a, found b');
  expect(changed).toMatchObject({ name: 'WalletError', code: 'WALLET_CHANGED', message: 'Expected a, found b' });
  const refused = refuseSetup({ code: 'notRead', parameters: {} }, 'Expected a, found none');
  expect(refused.coded).toEqual({ code: 'SETUP_REFUSED', parameters: { code: 'notRead', parameters: {} } });
});
