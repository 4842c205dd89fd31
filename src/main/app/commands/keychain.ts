/** Commands of the keychain unlock. */
import type { Handlers } from '#shared/ipc/contract.ts';
import { succeed } from '#shared/ipc/result.ts';
import type { Confirmations } from '../confirmations.ts';
import type { BuildConsent } from '../custody/buildConsent.ts';
import type { Trader } from '../trader.ts';
import { declined } from './declined.ts';
import { settleBuild } from './vault.ts';

export interface KeychainCommandOptions {
  readonly trader: Pick<Trader, 'vault'> & { readonly locks: Pick<Trader['locks'], 'lock' | 'noteUnlocked'> };
  readonly confirmations: Pick<Confirmations, 'askWithPassword'>;
  readonly buildConsent: Pick<BuildConsent, 'settle'>;
}

type KeychainCommand = `vault.${'enableKeychainUnlock' | 'disableKeychainUnlock' | 'unlockWithKeychain'}`;

export function buildKeychainCommands(options: KeychainCommandOptions): Pick<Handlers, KeychainCommand> {
  const { vault, locks } = options.trader;
  const { askWithPassword } = options.confirmations;
  return {
    'vault.enableKeychainUnlock': async ({ password }) => {
      if (!(await askWithPassword(password, 'enableKeychain', {}))) return declined();
      await vault.enableKeychainUnlock(password);
      return succeed(null);
    },
    'vault.disableKeychainUnlock': async ({ password }) => {
      if (!(await askWithPassword(password, 'disableKeychain', {}))) {
        return declined();
      }
      await vault.disableKeychainUnlock(password);
      return succeed(null);
    },
    'vault.unlockWithKeychain': async () => {
      await vault.unlockWithKeychain();
      const refusal = await settleBuild(options.buildConsent, locks, false);
      if (refusal !== null) return refusal;
      locks.noteUnlocked();
      return succeed(null);
    },
  };
}
