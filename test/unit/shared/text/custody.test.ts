import { describe, expect, it } from 'vitest';
import type { CustodyView } from '#shared/ipc/custody.ts';
import { findCustodyWarning, formatWarning, formatWarningTitle } from '#shared/text/custody.ts';

const older = { found: 12, seen: 17 };
const off: CustodyView['keychainUnlock'] = { at: 'off', keychain: 'GNOME Keyring' };
const lost = { at: 'lost', reason: { code: 'entryMissing', parameters: {} } } as const;

describe('custody warning', () => {
  it('is an older vault first, then a lost keychain entry, else null', () => {
    const first = findCustodyWarning({ older, keychainUnlock: lost })!;
    expect(first).toEqual({ code: 'olderVault', parameters: older });
    expect(formatWarningTitle(first)).toBe('Older vault');
    const second = findCustodyWarning({ older: null, keychainUnlock: lost })!;
    expect(formatWarningTitle(second)).toBe('Keychain entry lost');
    expect(formatWarning(second)).toBe(
      'Keychain unlock no longer works: the keychain entry is gone. Use the password.',
    );
    expect(findCustodyWarning({ older: null, keychainUnlock: off })).toBeNull();
  });

  it('distinguishes an older vault from another file of the same save', () => {
    const textOf = (found: number, seen: number) => formatWarning({ code: 'olderVault', parameters: { found, seen } });
    expect(textOf(12, 17)).toContain('older (save 12)');
    expect(textOf(17, 17)).toContain('both are save 17');
  });
});
