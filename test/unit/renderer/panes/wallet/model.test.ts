import { describe, expect, it } from 'vitest';
import {
  checkMinutes,
  cleanAmount,
  formatKeychainUnlock,
  listKeyRows,
  parseMinutes,
  tellLastLock,
  tellLockTimes,
  tellOlder,
  tellRisk,
  tellSigner,
  tellStatus,
  tellTrouble,
} from '#renderer/panes/wallet/model.ts';
import type { AccountView, KeyView, SetupView } from '#shared/ipc/views.ts';
import { parseAddress } from '#shared/units/ids.ts';
import { parseUsd } from '#shared/units/usd.ts';
import { custodyOf, walletOf } from '../facts.ts';

const NOW = new Date(2026, 6, 28, 14, 2).getTime();
const NEWER = parseAddress(`0x${'2'.repeat(40)}`);
const ADDRESS = parseAddress(`0x${'1'.repeat(40)}`);

const setup: SetupView = {
  safe: ADDRESS,
  owner: ADDRESS,
  chainId: 137,
  domainName: 'Exchange',
  exchange: ADDRESS,
  signatureType: 2,
  status: 'ready',
  calls: [],
};

function tradingOf(armed: boolean): AccountView {
  return {
    at: 'live',
    reason: null,
    armed,
    balance: {
      currency: 'usdc',
      total: parseUsd('9500'),
      locked: parseUsd('87.64'),
      available: parseUsd('9412.36'),
      exchangeTimeMs: null,
    },
    orders: [],
    fills: [],
    positions: [],
    rewards: [],
    feeRateMicros: 20_000,
    maxOrderCost: parseUsd('2500'),
    reconciledAtMs: null,
  };
}

const keyOf = (part: Partial<KeyView> = {}): KeyView => ({
  id: 'id-of-it',
  use: 'own',
  public: ADDRESS,
  createdAtMs: NOW - 1_000_000,
  backedUpAtMs: null,
  ...part,
});

describe('what is at risk now', () => {
  it('is told with the order limit and what is free, and differs between armed and disarmed', () => {
    const armed = tellRisk(walletOf({ setup }), tradingOf(true));
    const disarmed = tellRisk(walletOf({ setup }), tradingOf(false));
    expect([armed.title, disarmed.title]).toEqual(['Unlocked and armed', 'Unlocked, disarmed']);
    for (const { text } of [armed, disarmed]) {
      expect(text).toContain('2,500.00');
      expect(text).toContain('9,412.36 free');
    }
    expect(armed.text).not.toBe(disarmed.text);
    expect(disarmed.text).toContain('arms without the password');
  });

  it('says of a locked screen that the keys are still in memory, and of locked keys that they are sealed', () => {
    const screen = tellRisk(walletOf({ vault: 'locked', custody: custodyOf({ keysInMemory: true }) }), null);
    const keys = tellRisk(walletOf({ vault: 'locked', custody: custodyOf({ keysInMemory: false }) }), null);
    expect(screen).toMatchObject({ title: 'Screen locked', tone: 'warn' });
    expect(screen.text).toContain('still in memory');
    expect(keys).toMatchObject({ title: 'Locked', tone: 'good' });
    expect(keys.text).toContain('stay at the exchange');
  });

  it('promises no order while the wallet is not ready, and nothing to lose where there is no key', () => {
    const unready = walletOf({ setup: { ...setup, status: 'setup_required' } });
    expect(tellRisk(unready, tradingOf(false)).text).toContain('no order leaves');
    expect(tellRisk(walletOf({ vault: 'absent' }), null).title).toBe('No key');
  });
});

describe('a wallet that a passkey owns', () => {
  const passkey: SetupView = { ...setup, signatureType: 3 };
  const keys = [
    keyOf(),
    keyOf({ id: 'old', use: 'second', public: '0x01' }),
    keyOf({ id: 'new', use: 'second', public: NEWER }),
  ];
  const none = {
    kind: 'none',
    reason: { code: 'no_second_key', parameters: {} },
  } as const;

  it('is at no risk from here while nothing here signs, and says what still works', () => {
    const risk = tellRisk(walletOf({ setup: passkey, signer: none }), tradingOf(false));
    expect(risk.title).toBe('Read-only');
    expect(risk.text).toContain('No order can be signed here: a passkey owns this wallet');
    expect(risk.text).toContain('cancels what rests');
    const unready = { ...passkey, status: 'setup_required' } as const;
    expect(tellRisk(walletOf({ setup: unready }), null).text).toContain('where the passkey is');
  });

  it('says of each key whether it signs: the newest second key alone', () => {
    const custody = custodyOf({ keys });
    const rows = listKeyRows(walletOf({ setup: passkey, signer: { kind: 'second', key: NEWER }, custody }), NOW);
    expect(rows.map(({ id, removal, isPrecious }) => [id, removal, isPrecious])).toEqual([
      ['id-of-it', null, false],
      ['old', 'remove old', true],
      ['new', 'remove new', true],
    ]);
    expect(rows[0]?.signs).toContain('signs nothing for this wallet');
    expect(rows[1]?.signs).toContain('nothing while a newer second key is here');
    expect(rows[2]?.signs).toContain('Signs your orders beside the passkey');
  });

  it('names who signs its orders, and where its set-up is done', () => {
    expect(tellSigner({ kind: 'second', key: NEWER })).toContain(NEWER.slice(0, 8));
    expect(tellSigner(none)).toContain('read-only');
    expect(tellStatus({ status: 'setup_required', signatureType: 3 })).toContain('where the passkey is');
    expect(tellStatus({ status: 'setup_required', signatureType: 2 })).toBe('Set-up required: no order leaves');
  });

  it('is not the one of a second key that lies in a vault of another wallet', () => {
    const custody = custodyOf({ keys });
    const rows = listKeyRows(walletOf({ setup, signer: { kind: 'own', key: ADDRESS }, custody }), NOW);
    expect(rows[0]?.signs).toContain('Signs your orders');
    expect(rows[2]?.signs).toContain('no passkey owns');
    const other = listKeyRows(walletOf({ setup, signer: none, custody }), NOW);
    expect(other[0]?.signs).toContain('belongs to another key');
  });
});

describe('the keys', () => {
  it('come own key first, each with what it signs', () => {
    const keys = (['api', 'session', 'second', 'own'] as const).map((use) => keyOf({ use, public: use }));
    const rows = listKeyRows(walletOf({ custody: custodyOf({ keys }) }), NOW);
    expect(rows.map((row) => row.name)).toEqual(['Own key', 'Second key', 'Session key', 'API key']);
    expect(new Set(rows.map((row) => row.signs)).size).toBe(4);
    expect(rows[0]?.signs).toContain('only with the password');
    expect(rows[3]?.signs).toContain('cannot place an order');
  });

  it('are nowhere but here until a backup or a later copy of the vault holds them', () => {
    const backupOf = (key: KeyView, copiedAtMs: number | null) =>
      listKeyRows(walletOf({ custody: custodyOf({ keys: [key], copiedAtMs }) }), NOW)[0]?.backup;
    expect(backupOf(keyOf(), null)).toBeNull();
    expect(backupOf(keyOf(), NOW - 1_000_001)).toBeNull();
    expect(backupOf(keyOf(), NOW)).toBe('in the copy of today 14:02');
    expect(backupOf(keyOf({ backedUpAtMs: NOW }), null)).toBe('backed up today 14:02');
  });
});

describe('the locks', () => {
  it('tell the last one with its reason, of a former run too', () => {
    expect(tellLastLock(null, NOW)).toBe('not yet');
    const atMs = new Date(2026, 6, 27, 9, 30).getTime();
    expect(tellLastLock({ atMs, why: 'Adyton quit' }, NOW)).toBe('27 Jul, 09:30: Adyton quit');
  });

  it('tell both times, and one where they are the same', () => {
    expect(tellLockTimes({ screenMinutes: 1, keysMinutes: 30 })).toBe(
      'after 1 minute without an act; the keys after 30',
    );
    expect(tellLockTimes({ screenMinutes: 10, keysMinutes: 10 })).toBe('after 10 minutes without an act');
  });

  it('take whole minutes from 1 to 60, the screen not after the keys', () => {
    expect(['1', ' 60 ', '0', '61', '5.5', '', '007'].map(parseMinutes)).toEqual([1, 60, null, null, null, null, null]);
    expect(checkMinutes('10', '30')).toEqual({ screen: null, keys: null });
    expect(checkMinutes('30', '10').keys).not.toBeNull();
    expect(checkMinutes('x', '10').screen).not.toBeNull();
  });
});

it('tells each state of the way in by this computer in other words', () => {
  const keychain = 'GNOME Keyring';
  const words = [
    formatKeychainUnlock({ at: 'unavailable', why: 'no keychain answers' }),
    formatKeychainUnlock({ at: 'off', keychain }),
    formatKeychainUnlock({ at: 'pending', keychain }),
    formatKeychainUnlock({ at: 'ready', keychain }),
    formatKeychainUnlock({ at: 'lost', why: 'the keychain has another secret' }),
  ];
  expect(new Set(words).size).toBe(5);
  expect(words[4]).toContain('another secret');
  expect(formatKeychainUnlock({ at: 'unavailable', why: 'No keychain answers' })).toBe('not here: no keychain answers');
});

describe('trouble that is told outside the pane too', () => {
  it('is an older vault first, then a lost way in, else nothing', () => {
    const older = { found: 12, seen: 17 };
    const lost = { at: 'lost', why: 'the keychain was reset' } as const;
    expect(tellTrouble(custodyOf({ older, keychainUnlock: lost }))?.word).toBe('Older vault');
    expect(tellTrouble(custodyOf({ keychainUnlock: lost }))).toEqual({
      word: 'Keychain lost',
      text: 'lost: the keychain was reset; the password opens as always',
    });
    expect(tellTrouble(custodyOf())).toBeNull();
  });

  it('tells an older vault from another one of the same age', () => {
    expect(tellOlder({ found: 12, seen: 17 })).toContain('older (save 12)');
    expect(tellOlder({ found: 17, seen: 17 })).toContain('both are save 17');
  });
});

it('takes an amount as a person types it, above zero and to the millionth', () => {
  expect(cleanAmount(' $2,500.50 ')).toBe('2500.50');
  expect(cleanAmount('$1,250,000')).toBe('1250000');
  for (const text of ['', '0', '0.00', '-5', '1e3', '0.1234567', '1.', 'ten']) expect(cleanAmount(text)).toBeNull();
});

it.each(['2500,50', '1,5', '2.500,50', '12,34,567', '2500,000', ',500', '1 2'])(
  'does not guess what the comma or the space of %s means',
  (text) => {
    expect(cleanAmount(text)).toBeNull();
  },
);
