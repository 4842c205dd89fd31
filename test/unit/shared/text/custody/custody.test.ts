import { describe, expect, it } from 'vitest';
import type { CustodyView } from '#shared/ipc/custody.ts';
import { findCustodyWarning, formatWarning, formatWarningTitle } from '#shared/text/custody/custody.ts';

const older = { found: 12, seen: 17 };
const off: CustodyView['keychainUnlock'] = { at: 'off', keychain: 'GNOME Keyring' };
const lost = { at: 'lost', reason: { code: 'entryMissing', parameters: {} } } as const;

describe('custody warning', () => {
  it('is an older vault first, then lost settings, then a lost keychain entry, else null', () => {
    const loss = { reason: 'missing', groups: ['orderLimit', 'pins'] } as const;
    const first = findCustodyWarning({ older, loss, consentLosses: [], changedMarkets: [], keychainUnlock: lost })!;
    expect(first).toEqual({ code: 'olderVault', parameters: older });
    expect(formatWarningTitle(first)).toBe('Older vault');
    const settings = findCustodyWarning({
      older: null,
      loss,
      consentLosses: [],
      changedMarkets: [],
      keychainUnlock: lost,
    })!;
    expect(formatWarningTitle(settings)).toBe('Protected settings lost');
    expect(formatWarning(settings)).toBe(
      'The file of your limits, lock times and pins is missing. The strictest values apply until you set again: order limit, wallet configuration.',
    );
    const second = findCustodyWarning({
      older: null,
      loss: null,
      consentLosses: [],
      changedMarkets: [],
      keychainUnlock: lost,
    })!;
    expect(formatWarningTitle(second)).toBe('Keychain entry lost');
    expect(formatWarning(second)).toBe(
      'Keychain unlock no longer works: the keychain entry is gone. Use the password.',
    );
    expect(
      findCustodyWarning({ older: null, loss: null, consentLosses: [], changedMarkets: [], keychainUnlock: off }),
    ).toBeNull();
  });

  it('distinguishes an older vault from another file of the same save', () => {
    const textOf = (found: number, seen: number) => formatWarning({ code: 'olderVault', parameters: { found, seen } });
    expect(textOf(12, 17)).toContain('older (save 12)');
    expect(textOf(17, 17)).toContain('both are save 17');
  });
});
