/** Commands of the vault's keys: addresses of a phrase, second signing keys, removal. */
import type { Handlers } from '#shared/ipc/contract.ts';
import { fail, succeed } from '#shared/ipc/result.ts';
import type { ConfirmKey } from '../../vault/keys/keySource.ts';
import { listAddresses } from '../../vault/keys/phrase.ts';
import type { Confirmations } from '../confirmations.ts';
import type { Trader } from '../trader.ts';
import { answerDeclined, declined } from './declined.ts';

export interface KeyCommandOptions {
  readonly trader: Pick<Trader, 'vault'>;
  readonly confirmations: Confirmations;
}

type KeyCommand = `vault.${'listPhraseAddresses' | 'addSecondKey' | 'removeKey'}`;

export function buildKeyCommands({ trader: { vault }, confirmations }: KeyCommandOptions): Pick<Handlers, KeyCommand> {
  return {
    'vault.listPhraseAddresses': async ({ phrase }) => succeed({ addresses: await listAddresses(phrase) }),
    'vault.addSecondKey': async ({ password, key }) => {
      // Main shows the address itself: a page could show that of another key, which would then own the wallet.
      const confirm: ConfirmKey = (found) => confirmations.ask('addSecondKey', found);
      return vault.addSecondKey(password, key, confirm).then((address) => succeed({ address }), answerDeclined);
    },
    'vault.removeKey': async ({ password, id }) => {
      const meta = vault.keys().find((key) => key.id === id);
      if (meta === undefined) {
        return fail('NOT_FOUND', { what: 'key' });
      }
      if (meta.use === 'own') {
        return fail('DENIED', { reason: 'ownKey' });
      }
      const removed = { name: meta.label, publicKey: meta.public };
      if (!(await confirmations.askWithPassword(password, 'removeKey', removed))) {
        return declined();
      }
      await vault.removeKey(password, id);
      return succeed(null);
    },
  };
}
