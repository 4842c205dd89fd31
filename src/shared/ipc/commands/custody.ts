/** Commands of the vault: keys, passwords and locks. */
import { z } from 'zod';
import type { Address } from '../../units/ids.ts';
import { answer, defineCommands } from '../command.ts';
import { keySource, lockMinutes, nothing, password } from '../inputSchemas.ts';

export const vaultCommands = defineCommands('vault', {
  create: {
    input: z.strictObject({ password, key: keySource }),
    output: answer<{ readonly owner: Address }>(),
    lock: 'open',
    logged: 'The vault was created',
  },
  /** Ends an import of a key file that is under way, by `vault.create` or `vault.addSecondKey`. */
  cancelImport: {
    input: nothing,
    output: answer<null>(),
    lock: 'always',
  },
  unlock: {
    input: z.strictObject({ password }),
    output: answer<null>(),
    lock: 'always',
    logged: 'The vault was unlocked with the password',
  },
  lock: {
    input: nothing,
    output: answer<null>(),
    lock: 'always',
  },
  backup: {
    input: z.strictObject({ password, backupPassword: password }),
    /** Written by main, then read back and opened with its password. */
    output: answer<{ readonly path: string; readonly owner: Address }>(),
    lock: 'open',
    isStepUp: true,
    logged: 'The own key was exported',
  },
  /** Step-up: saves a copy of the sealed vault file. */
  saveCopy: {
    input: z.strictObject({ password }),
    /** Written by main, then read back and opened. */
    output: answer<{ readonly path: string }>(),
    lock: 'open',
    isStepUp: true,
    logged: 'A copy of the vault was saved',
  },
  /** Step-up: wraps the master key with a new password; keys and keychain unlock stay unchanged. */
  changePassword: {
    input: z.strictObject({ password, newPassword: password }),
    output: answer<null>(),
    lock: 'open',
    isStepUp: true,
    logged: 'The password was changed',
  },
  /** Addresses of a phrase, to choose from before it is imported. */
  listPhraseAddresses: {
    input: z.strictObject({ phrase: z.string().max(400) }),
    /** In order: the position in the list is the index to import. */
    output: answer<{ readonly addresses: readonly Address[] }>(),
    lock: 'open',
  },
  /** Step-up: idle minutes until the screen and the keys lock; neither can be turned off. */
  setLockTimes: {
    input: z.strictObject({ password, screenMinutes: lockMinutes, keysMinutes: lockMinutes }),
    output: answer<null>(),
    lock: 'open',
    isStepUp: true,
    logged: 'The lock times were changed',
  },
  /** Step-up: a person restored the vault file, which is older than the last one seen here. */
  acceptOlder: {
    input: z.strictObject({ password }),
    output: answer<null>(),
    lock: 'open',
    isStepUp: true,
    logged: 'An older vault was accepted',
  },
  /** Step-up: a person has seen that stored orders are not as they were stored; ends the alarm and arms nothing. */
  acceptConsentLosses: {
    input: z.strictObject({ password }),
    output: answer<null>(),
    lock: 'open',
    isStepUp: true,
    logged: 'The loss of stored orders was confirmed',
  },
  /** Step-up: turns keychain unlock on; it is offered after the next start has verified it. */
  enableKeychainUnlock: {
    input: z.strictObject({ password }),
    output: answer<null>(),
    lock: 'open',
    isStepUp: true,
    logged: 'Keychain unlock was turned on',
  },
  disableKeychainUnlock: {
    input: z.strictObject({ password }),
    output: answer<null>(),
    lock: 'open',
    isStepUp: true,
    logged: 'Keychain unlock was turned off',
  },
  /** Unlocks with the keychain; never replaces the password in a step-up. */
  unlockWithKeychain: {
    input: nothing,
    output: answer<null>(),
    lock: 'always',
    logged: 'The vault was unlocked with the keychain',
  },
  /** Step-up: adds a key that signs the orders of a passkey's wallet once it is an owner of that wallet. */
  addSecondKey: {
    input: z.strictObject({ password, key: keySource }),
    output: answer<{ readonly address: Address }>(),
    lock: 'open',
    isStepUp: true,
    logged: 'A second signing key was added',
  },
  /** Step-up: removes any key but the own one. */
  removeKey: {
    input: z.strictObject({ password, id: z.uuid() }),
    output: answer<null>(),
    lock: 'open',
    isStepUp: true,
    logged: 'A key was removed',
  },
});
