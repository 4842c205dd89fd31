/** Commands of the vault's keys: addresses of a phrase, second signing keys, removal. */

import { openRateWindow } from '#shared/base/rateWindow.ts';
import { createSerialQueue } from '#shared/base/serialQueue.ts';
import type { Handlers } from '#shared/ipc/contract.ts';
import { fail, succeed } from '#shared/ipc/result.ts';
import { listAddresses, parsePhrase } from '../../vault/keys/phrase.ts';
import type { ConfirmKey } from '../../vault/vault.ts';
import type { Confirmations } from '../confirmations.ts';
import type { Trader } from '../trader.ts';
import { answerDeclined, declined } from './declined.ts';

export interface KeyCommandOptions {
  readonly trader: Pick<Trader, 'vault' | 'now'>;
  readonly confirmations: Pick<Confirmations, 'askWithPassword' | 'askAfterPassword'>;
}

type KeyCommand = `vault.${'listPhraseAddresses' | 'addSecondKey' | 'removeKey'}`;

const MAX_LISTINGS = 20;

export function buildKeyCommands({ trader, confirmations }: KeyCommandOptions): Pick<Handlers, KeyCommand> {
  const { vault } = trader;
  const take = openRateWindow({ max: MAX_LISTINGS, windowMs: 60_000, now: trader.now });
  const listings = createSerialQueue();
  return {
    'vault.listPhraseAddresses': async ({ phrase }) => {
      parsePhrase(phrase);
      // Each list costs main some hundred milliseconds: one at a time, so that it answers others in between.
      const seconds = take();
      if (seconds !== null) return fail('TOO_OFTEN', { seconds });
      return succeed({ addresses: await listings.run(() => listAddresses(phrase)) });
    },
    'vault.addSecondKey': async ({ password, key }) => {
      // Main shows the address itself: a page could show that of another key, which would then own the wallet.
      const confirm: ConfirmKey = (found) => confirmations.askAfterPassword('addSecondKey', found);
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
