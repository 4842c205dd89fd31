import { describe, expect, it } from 'vitest';
import {
  checkMinutes,
  describeRisk,
  formatLastLock,
  formatLockTimes,
  formatSigner,
  formatStatus,
  listKeyRows,
  parseAmount,
  parseMinutes,
} from '#renderer/panes/wallet/model.ts';
import type { KeyView } from '#shared/ipc/custody.ts';
import type { AccountView, SetupView } from '#shared/ipc/views.ts';
import { EMPTY_LEDGER } from '#shared/order/account/ledger.ts';
import { DEFAULT_RISK_LIMITS } from '#shared/order/risk/limits.ts';
import { parseAddress } from '#shared/units/ids.ts';
import { parseUsd } from '#shared/units/usd.ts';
import { makeRiskView } from '#test/slice/riskMakers.ts';
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
  threshold: 1,
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
    committed: parseUsd('0'),
    lockDrift: parseUsd('0'),
    isReserveKnown: true,
    orders: [],
    fills: [],
    ledger: EMPTY_LEDGER,
    positions: [],
    rewards: [],
    feeRateMicros: 20_000,
    risk: makeRiskView({ limits: { ...DEFAULT_RISK_LIMITS, orderCost: parseUsd('2500') } }),
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

describe('the risk', () => {
  it('names the order limit and the free balance, and differs between armed and disarmed', () => {
    const armed = describeRisk(walletOf({ setup, readiness: { code: 'armed', parameters: {} } }), tradingOf(true));
    const disarmed = describeRisk(walletOf({ setup }), tradingOf(false));
    expect([armed.title, disarmed.title]).toEqual(['Unlocked and armed', 'Unlocked, disarmed']);
    for (const { text } of [armed, disarmed]) {
      expect(text).toContain('2,500.00');
      expect(text).toContain('9,412.36 free');
    }
    expect(armed.text).not.toBe(disarmed.text);
    expect(disarmed.text).toContain('arms trading without the password');
  });

  it('says that the keys are in memory behind a locked screen, and encrypted after a keys lock', () => {
    const screen = describeRisk(walletOf({ vault: 'locked', custody: custodyOf({ keysInMemory: true }) }), null);
    const keys = describeRisk(walletOf({ vault: 'locked', custody: custodyOf({ keysInMemory: false }) }), null);
    expect(screen).toMatchObject({ title: 'Screen locked', tone: 'warn' });
    expect(screen.text).toContain('keys stay in memory');
    expect(keys).toMatchObject({ title: 'Locked', tone: 'good' });
    expect(keys.text).toContain('stay at the exchange');
  });

  it('says that no order can be placed until the wallet is ready, and that there is no risk without a key', () => {
    const unready = walletOf({ setup: { ...setup, status: 'setup_required' } });
    expect(describeRisk(unready, tradingOf(false)).text).toContain('No order can be placed');
    expect(describeRisk(walletOf({ vault: 'absent' }), null).title).toBe('No key');
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
    reason: { code: 'noSecondKey', parameters: {} },
  } as const;

  it('is read-only while no key signs, and says what still works', () => {
    const risk = describeRisk(walletOf({ setup: passkey, signer: none }), tradingOf(false));
    expect(risk.title).toBe('Read-only');
    expect(risk.text).toContain('No order can be signed here: a passkey owns this wallet');
    expect(risk.text).toContain('cancel open orders');
    const unready = { ...passkey, status: 'setup_required' } as const;
    expect(describeRisk(walletOf({ setup: unready }), null).text).toContain('where the passkey is');
  });

  it('says for each key whether it signs: only the newest second key does', () => {
    const custody = custodyOf({ keys });
    const rows = listKeyRows(walletOf({ setup: passkey, signer: { kind: 'second', key: NEWER }, custody }), NOW);
    expect(rows.map(({ id, removal, isIrreplaceable }) => [id, removal, isIrreplaceable])).toEqual([
      ['id-of-it', null, false],
      ['old', 'remove old', true],
      ['new', 'remove new', true],
    ]);
    expect(rows[0]?.signs).toContain('signs nothing for this wallet');
    expect(rows[1]?.signs).toContain('a newer second key signs your orders');
    expect(rows[2]?.signs).toContain('Signs your orders while');
  });

  it('names the signer of its orders, and where its setup is done', () => {
    expect(formatSigner({ kind: 'second', key: NEWER })).toContain(NEWER.slice(0, 8));
    expect(formatSigner(none)).toContain('read-only');
    expect(formatStatus({ status: 'setup_required', signatureType: 3 })).toContain('where the passkey is');
    expect(formatStatus({ status: 'setup_required', signatureType: 2 })).toBe('Setup required');
  });

  it('gets no signature from a second key of another wallet', () => {
    const custody = custodyOf({ keys });
    const rows = listKeyRows(walletOf({ setup, signer: { kind: 'own', key: ADDRESS }, custody }), NOW);
    expect(rows[0]?.signs).toContain('Signs your orders');
    expect(rows[2]?.signs).toContain('no passkey owns');
    const other = listKeyRows(walletOf({ setup, signer: none, custody }), NOW);
    expect(other[0]?.signs).toContain('another key owns');
  });
});

describe('the keys', () => {
  it('start with the own key, and each says what it signs', () => {
    const keys = (['api', 'session', 'second', 'own'] as const).map((use) => keyOf({ use, public: use }));
    const rows = listKeyRows(walletOf({ custody: custodyOf({ keys }) }), NOW);
    expect(rows.map((row) => row.name)).toEqual(['Own key', 'Second key', 'API key']);
    expect(new Set(rows.map((row) => row.signs)).size).toBe(3);
    expect(rows[0]?.signs).toContain('only with the password');
    expect(rows[2]?.signs).toContain('cannot place an order');
  });

  it('have no backup until a backup or a later vault copy is written', () => {
    const backupOf = (key: KeyView, copiedAtMs: number | null) =>
      listKeyRows(walletOf({ custody: custodyOf({ keys: [key], copiedAtMs }) }), NOW)[0]?.backup;
    expect(backupOf(keyOf(), null)).toBeNull();
    expect(backupOf(keyOf(), NOW - 1_000_001)).toBeNull();
    expect(backupOf(keyOf(), NOW)).toBe('in the vault copy of today 14:02');
    expect(backupOf(keyOf({ backedUpAtMs: NOW }), null)).toBe('backed up today 14:02');
  });
});

describe('the locks', () => {
  it('show the last lock with its reason', () => {
    expect(formatLastLock(null, NOW)).toBe('never');
    const atMs = new Date(2026, 6, 27, 9, 30).getTime();
    expect(formatLastLock({ atMs, reason: { code: 'quit', parameters: {} } }, NOW)).toBe('27 Jul, 09:30: Adyton quit');
  });

  it('show both times, or one when they are the same', () => {
    expect(formatLockTimes({ screenMinutes: 1, keysMinutes: 30 })).toBe(
      'after 1 minute without activity; the keys after 30 minutes',
    );
    expect(formatLockTimes({ screenMinutes: 10, keysMinutes: 10 })).toBe('after 10 minutes without activity');
  });

  it('accept whole minutes from 1 to 60, and no shorter time for the keys than for the screen', () => {
    expect(['1', ' 60 ', '0', '61', '5.5', '', '007'].map(parseMinutes)).toEqual([1, 60, null, null, null, null, null]);
    expect(checkMinutes('10', '30')).toEqual({ screen: null, keys: null });
    expect(checkMinutes('30', '10').keys).not.toBeNull();
    expect(checkMinutes('x', '10').screen).not.toBeNull();
  });
});

it('parses an amount as typed, above zero and to the millionth', () => {
  expect(parseAmount(' $2,500.50 ')).toBe('2500.50');
  expect(parseAmount('$1,250,000')).toBe('1250000');
  for (const text of ['', '0', '0.00', '-5', '1e3', '0.1234567', '1.', 'ten']) expect(parseAmount(text)).toBeNull();
});

it.each(['2500,50', '1,5', '2.500,50', '12,34,567', '2500,000', ',500', '1 2'])(
  'refuses the ambiguous amount %s',
  (text) => {
    expect(parseAmount(text)).toBeNull();
  },
);
