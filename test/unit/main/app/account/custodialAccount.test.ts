import { expect, it } from 'vitest';
import { type CustodialOptions, custodialIdOf, openCustodialAccount } from '#main/app/account/custodialAccount.ts';
import { PROTECTED_DEFAULTS, type ProtectedSettings } from '#main/storage/settings/protectedSettings.ts';
import { type CustodialSign, DEFAULT_DIRECTION } from '#shared/order/account/custodial.ts';
import { parseAddress, parseOrderId } from '#shared/units/ids.ts';

const SAFE = parseAddress(`0x${'5a'.repeat(20)}`);
const REFUSED: CustodialSign = { code: 'refused', parameters: { status: 422, codes: ['x'] } };
const ORDER = parseOrderId('9');

function open() {
  const state = {
    apiKey: 'key-of-one' as string | null,
    sign: REFUSED as CustodialSign | null,
    hasChanges: false,
    settings: PROTECTED_DEFAULTS as ProtectedSettings,
    changes: 0,
    nowMs: 5,
  };
  const account = openCustodialAccount({
    vault: {
      credentials: () => (state.apiKey === null ? null : { apiKey: state.apiKey, sign: () => '' }),
    } as CustodialOptions['vault'],
    wallet: {
      account: () => (state.sign === null ? SAFE : null),
      noWallet: () => state.sign,
      changes: () => (state.hasChanges ? [{ code: 'noWallet', parameters: { before: SAFE } }] : []),
    },
    protectedSettings: {
      value: () => state.settings,
      save(change: Partial<ProtectedSettings>) {
        state.settings = { ...state.settings, ...change };
      },
    } as CustodialOptions['protectedSettings'],
    now: () => state.nowMs,
    onChange: () => {
      state.changes += 1;
    },
    onFault(error) {
      throw error;
    },
  });
  return { state, account };
}

it('is named by its API key while the exchange names no wallet, and by the wallet otherwise', () => {
  const { state, account } = open();
  expect(account.accountId()).toBe(custodialIdOf('key-of-one'));
  state.sign = null;
  expect([account.accountId(), account.view(), account.isOpen()]).toEqual([SAFE, null, false]);
  state.sign = REFUSED;
  state.apiKey = 'key-of-two';
  expect(account.accountId()).toBe(custodialIdOf('key-of-two'));
});

it('sends nothing before a person agreed, and asks again for another API key', () => {
  const { state, account } = open();
  expect([account.isOpen(), account.active(), account.isAgreed()]).toEqual([true, null, false]);
  account.agree(DEFAULT_DIRECTION);
  expect([account.isOpen(), account.active(), account.isAgreed()]).toEqual([false, custodialIdOf('key-of-one'), true]);
  expect(account.view()).toMatchObject({ sign: REFUSED, agreedAtMs: 5, proof: { at: 'unconfirmed' } });
  state.apiKey = 'key-of-two';
  expect([account.isOpen(), account.active()]).toEqual([true, null]);
});

it('sends nothing while a change of the wallet is not accepted', () => {
  const { state, account } = open();
  account.agree(DEFAULT_DIRECTION);
  state.hasChanges = true;
  expect([account.active(), account.isOpen()]).toEqual([null, false]);
});

it('is borne out by the first order with the direction that was sent, and ended by one with the other', () => {
  const { state, account } = open();
  account.noteDirection(ORDER, true);
  expect(state.settings.custodial).toEqual({});
  account.agree(DEFAULT_DIRECTION);
  state.nowMs = 9;
  account.noteDirection(ORDER, true);
  expect(account.view()?.proof).toEqual({ at: 'confirmed', atMs: 9 });
  account.noteDirection(ORDER, false);
  expect(account.active()).toBeNull();
  expect(account.view()).toMatchObject({ agreedAtMs: null, proof: { at: 'contradicted', orderId: ORDER } });
  account.agree(DEFAULT_DIRECTION);
  expect(account.view()).toMatchObject({ agreedAtMs: 9, proof: { at: 'unconfirmed' } });
});

it('is proved by one order at a time, and asks again where the exchange refuses it', () => {
  const { account } = open();
  expect(account.startProof()).toBe(false);
  account.agree(DEFAULT_DIRECTION);
  expect(account.startProof()).toBe(true);
  expect([account.startProof(), account.view()?.proof.at]).toEqual([false, 'proving']);
  account.endProof(['x.y']);
  expect([account.isOpen(), account.active(), account.isAgreed()]).toEqual([true, null, false]);
  expect(account.view()).toMatchObject({ agreedAtMs: null, proof: { at: 'refused', codes: ['x.y'] } });
  account.agree(DEFAULT_DIRECTION);
  account.startProof();
  account.endProof(null);
  expect(account.view()?.proof.at).toBe('unconfirmed');
});

it('keeps the agreements of twenty accounts, the newest', () => {
  const { state, account } = open();
  for (let number = 1; number <= 25; number += 1) {
    state.apiKey = `key-number-${number}`;
    account.agree(DEFAULT_DIRECTION);
  }
  expect(Object.keys(state.settings.custodial)).toHaveLength(20);
  expect(account.isAgreed()).toBe(true);
  state.apiKey = 'key-number-1';
  expect(account.isAgreed()).toBe(false);
});
