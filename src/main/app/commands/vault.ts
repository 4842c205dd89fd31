/**
 * Commands of the vault: create, unlock (also by the keychain), lock, password, lock times, an older file.
 *
 * Invariants  Changing the password or the lock times and accepting an older vault need the password and a confirmation.
 */
import type { Handlers } from '#shared/ipc/contract.ts';
import { type Failure, fail, succeed } from '#shared/ipc/result.ts';
import type { ConfirmKey } from '../../vault/vault.ts';
import type { Confirmations } from '../confirmations.ts';
import type { BuildConsent } from '../custody/buildConsent.ts';
import type { Trader } from '../trader.ts';
import { answerDeclined, declined } from './declined.ts';

/** Commands of the keychain unlock. */
interface KeychainCommandOptions {
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

export interface VaultCommandOptions {
  readonly trader: Pick<Trader, 'vault' | 'protectedSettings'> & {
    readonly consent: Pick<Trader['consent'], 'losses' | 'acceptLosses'>;
  } & {
    readonly locks: Pick<Trader['locks'], 'lock' | 'noteUnlocked'>;
  };
  readonly confirmations: Pick<Confirmations, 'ask' | 'askWithPassword'>;
  readonly buildConsent: Pick<BuildConsent, 'settle'>;
}

type VaultCommand =
  `vault.${'create' | 'cancelImport' | 'unlock' | 'lock' | 'changePassword' | 'setLockTimes' | 'acceptOlder' | 'acceptConsentLosses'}`;

export function buildVaultCommands({
  trader,
  confirmations,
  buildConsent,
}: VaultCommandOptions): Pick<Handlers, VaultCommand> {
  const { vault, locks, protectedSettings, consent } = trader;
  return {
    'vault.create': async ({ password, key }) => {
      // A hostile page could send a key that the person did not type.
      const confirm: ConfirmKey = async (found) =>
        found.origin === 'generated' || confirmations.ask('importOwnKey', found);
      const created = await vault.create(password, key, confirm).then((owner) => succeed({ owner }), answerDeclined);
      return created.ok ? ((await settleBuild(buildConsent, locks, true)) ?? created) : created;
    },
    'vault.cancelImport': async () => {
      vault.cancelImport();
      return succeed(null);
    },
    'vault.unlock': async ({ password }) => {
      await vault.unlock(password);
      const refusal = await settleBuild(buildConsent, locks, true);
      if (refusal !== null) return refusal;
      locks.noteUnlocked();
      return succeed(null);
    },
    'vault.lock': async () => {
      locks.lock('manual');
      return succeed(null);
    },
    'vault.changePassword': async ({ password, newPassword }) => {
      if (!(await confirmations.askWithPassword(password, 'changePassword', {}))) return declined();
      await vault.changePassword(password, newPassword);
      return succeed(null);
    },
    'vault.setLockTimes': async ({ password, screenMinutes, keysMinutes }) => {
      if (screenMinutes > keysMinutes) {
        return fail('BAD_INPUT', { reason: 'lockTimes' });
      }
      const before = protectedSettings.value();
      const times = {
        screen: { before: before.screenLockMinutes, after: screenMinutes },
        keys: { before: before.keysLockMinutes, after: keysMinutes },
      };
      if (!(await confirmations.askWithPassword(password, 'setLockTimes', times))) return declined();
      protectedSettings.saveConfirmed('lockTimes', { screenLockMinutes: screenMinutes, keysLockMinutes: keysMinutes });
      return succeed(null);
    },
    'vault.acceptOlder': async ({ password }) => {
      const { older } = vault.status();
      if (older === null) return fail('NOT_FOUND', { what: 'olderVault' });
      if (!(await confirmations.askWithPassword(password, 'acceptOlderVault', older))) {
        return declined();
      }
      // Another file may have been unlocked meanwhile.
      if (JSON.stringify(vault.status().older) !== JSON.stringify(older)) {
        return fail('CHANGED_MEANWHILE', { what: 'vault' });
      }
      await vault.acceptOlder(password);
      return succeed(null);
    },
    'vault.acceptConsentLosses': async ({ password }) => {
      const losses = consent.losses();
      if (losses.length === 0) return fail('NOT_FOUND', { what: 'consentLoss' });
      if (!(await confirmations.askWithPassword(password, 'acceptConsentLosses', { losses }))) return declined();
      // Losses found while the question was open stay unconfirmed.
      consent.acceptLosses(losses);
      return succeed(null);
    },
  };
}

/** Locks the vault again if a person has not accepted this build; null if it may stay open. */
export async function settleBuild(
  buildConsent: Pick<BuildConsent, 'settle'>,
  locks: Pick<Trader['locks'], 'lock'>,
  byPassword: boolean,
): Promise<Failure | null> {
  try {
    const refusal = await buildConsent.settle(byPassword);
    if (refusal !== null) locks.lock('manual');
    return refusal;
  } catch (error) {
    // No question was asked: another one is open, or there were too many.
    locks.lock('manual');
    throw error;
  }
}
