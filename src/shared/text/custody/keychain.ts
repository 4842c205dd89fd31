/** Keychain faults and the states of keychain unlock in words. */
import type { KeychainFault, KeychainFaultCodes, KeychainUnlockView } from '../../ipc/custody.ts';
import { type Catalogue, formatCoded } from '../catalogue.ts';

/** Each follows a colon: no capital letter, no final period. */
const KEYCHAIN_FAULTS: Catalogue<KeychainFaultCodes> = {
  noKeychain: () => 'Adyton can use no keychain on this computer',
  notChecked: () => 'the keychain has not answered yet',
  addonUnloadable: () => 'the keychain library could not be loaded',
  notRunning: () => 'no keychain is running',
  locked: () => 'the keychain is locked',
  noReply: () => 'the keychain does not reply',
  timeout: ({ seconds }) =>
    `the keychain did not answer within ${seconds} seconds; it may be waiting for its own password`,
  noCollection: () => 'the keychain has no collection to store the entry in',
  ambiguous: () => 'the keychain has more than one entry with this name',
  wrongLength: () => 'the keychain entry does not have 32 bytes',
  refused: () => 'the keychain refused the call',
  processEnded: () => 'the process that calls the keychain ended without an answer',
  badArgument: () => 'the entry name or length is not valid',
  notStored: () => 'the keychain did not store what was written to it',
  entryMissing: () => 'the keychain entry is gone',
  entryMismatch: () => 'the keychain entry belongs to another vault',
  unknown: () => 'the keychain failed without giving a reason',
};

export function formatKeychainFault(fault: KeychainFault): string {
  return formatCoded(KEYCHAIN_FAULTS, fault);
}

/** What to do after a keychain call failed: the password always works. */
export function formatKeychainFailure(fault: KeychainFault): string {
  return `Keychain unlock failed: ${formatKeychainFault(fault)}. Use the password`;
}

/** State of keychain unlock for a table row: 'off (Secret Service)'. */
export function formatKeychainUnlock(state: KeychainUnlockView): string {
  switch (state.at) {
    case 'unavailable':
      return `unavailable: ${formatKeychainFault(state.reason)}`;
    case 'off':
      return `off (${state.keychain})`;
    case 'pending':
      return `set up in ${state.keychain}; available after the next start`;
    case 'ready':
      return `on (${state.keychain})`;
    case 'lost':
      return `lost: ${formatKeychainFault(state.reason)}`;
  }
}
