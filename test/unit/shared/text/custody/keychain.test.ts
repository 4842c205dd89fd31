import { expect, it } from 'vitest';
import type { KeychainFault } from '#shared/ipc/custody.ts';
import { formatKeychainFailure, formatKeychainFault, formatKeychainUnlock } from '#shared/text/custody/keychain.ts';

const CODES = [
  'noKeychain',
  'notChecked',
  'addonUnloadable',
  'notRunning',
  'locked',
  'noReply',
  'noCollection',
  'ambiguous',
  'wrongLength',
  'refused',
  'processEnded',
  'badArgument',
  'notStored',
  'entryMissing',
  'entryMismatch',
  'unknown',
] as const;
const faults: readonly KeychainFault[] = [
  ...CODES.map((code) => ({ code, parameters: {} })),
  { code: 'timeout', parameters: { seconds: 10 } },
];

it('has different words for every fault, which fit behind a colon', () => {
  const texts = faults.map(formatKeychainFault);
  expect(new Set(texts).size).toBe(faults.length);
  for (const text of texts) expect(text).toMatch(/^([a-z]|Adyton ).*[^.]$/);
});

it('names the time limit and the way out', () => {
  const text = formatKeychainFailure({ code: 'timeout', parameters: { seconds: 10 } });
  expect(text).toContain('within 10 seconds');
  expect(text).toMatch(/^Keychain unlock failed: .*\. Use the password$/);
});

it('describes each state of keychain unlock differently', () => {
  const keychain = 'GNOME Keyring';
  const locked = { code: 'locked', parameters: {} } as const;
  const texts = [
    formatKeychainUnlock({ at: 'unavailable', reason: locked }),
    formatKeychainUnlock({ at: 'off', keychain }),
    formatKeychainUnlock({ at: 'pending', keychain }),
    formatKeychainUnlock({ at: 'ready', keychain }),
    formatKeychainUnlock({ at: 'lost', reason: { code: 'entryMismatch', parameters: {} } }),
  ];
  expect(new Set(texts).size).toBe(5);
  expect(texts[0]).toBe('unavailable: the keychain is locked');
  expect(texts[4]).toBe('lost: the keychain entry belongs to another vault');
});
