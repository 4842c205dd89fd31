import { describe, expect, it } from 'vitest';
import {
  canArm,
  findReadiness,
  isUnlocked,
  type ReadinessFacts,
  type SetupGap,
} from '#shared/order/account/readiness.ts';
import { OWNER } from '#test/slice/makers.ts';

const FACTS: ReadinessFacts = {
  vault: 'unlocked',
  walletStatus: 'ready',
  signer: { kind: 'own', key: OWNER },
  clockOffsetMs: 0,
  isArmed: true,
};
const find = (change: Partial<ReadinessFacts>) => findReadiness({ ...FACTS, ...change });
const reason = { code: 'noSecondKey', parameters: {} } as const;

describe('readiness', () => {
  it('is armed or disarmed for an open vault, a ready wallet and a key that signs', () => {
    expect(find({})).toEqual({ code: 'armed', parameters: {} });
    expect(find({ isArmed: false })).toEqual({ code: 'disarmed', parameters: {} });
  });

  it('names the vault before anything else', () => {
    const rest = { walletStatus: null, signer: null, isArmed: false };
    expect(find({ ...rest, vault: 'absent' }).code).toBe('noWallet');
    expect(find({ ...rest, vault: 'locked' }).code).toBe('locked');
    expect(find({ vault: 'locked' }).code).toBe('locked');
  });

  it('names clocks that differ by more than a minute, armed or not', () => {
    const off = { code: 'clockOffset', parameters: { offsetMs: -60_001 } };
    expect(find({ clockOffsetMs: -60_001 })).toEqual(off);
    expect(find({ clockOffsetMs: -60_001, isArmed: false })).toEqual(off);
    expect(canArm(find({ clockOffsetMs: -60_001 }))).toBe(false);
    expect(find({ clockOffsetMs: 60_000 }).code).toBe('armed');
  });

  it('names a read-only account before its set-up, with the reason', () => {
    const readOnly = { code: 'readOnly', parameters: { reason } };
    expect(find({ signer: { kind: 'none', reason } })).toEqual(readOnly);
    expect(find({ signer: { kind: 'none', reason }, walletStatus: 'setup_required' })).toEqual(readOnly);
  });

  it('requires a set-up of a wallet that is not ready or not read, armed or not', () => {
    const required = (gap: SetupGap) => ({ code: 'setupRequired', parameters: { gap } });
    expect(find({ walletStatus: 'setup_required' })).toEqual(required('calls'));
    expect(find({ walletStatus: 'unrecognised', isArmed: false })).toEqual(required('calls'));
    expect(find({ walletStatus: null, signer: null })).toEqual(required('reading'));
    expect(find({ walletStatus: null, walletGap: 'keyRefused', signer: null })).toEqual(required('keyRefused'));
    expect(find({ walletStatus: 'setup_required', walletGap: 'keyRefused' })).toEqual(required('calls'));
  });

  it('asks to confirm an account without a wallet, and trades it without a wallet status once it is', () => {
    const custodial = { walletStatus: null, signer: null, isCustodialOpen: true };
    expect(find(custodial).code).toBe('custodialUnconfirmed');
    expect(canArm(find(custodial))).toBe(false);
    expect(find({ ...custodial, vault: 'locked' }).code).toBe('locked');
    expect(find({ walletStatus: null, signer: { kind: 'custodial' } }).code).toBe('armed');
    expect(find({ walletStatus: null, signer: { kind: 'custodial' }, clockOffsetMs: 60_001 }).code).toBe('clockOffset');
  });

  it('allows arming only when nothing else is missing', () => {
    expect(canArm(find({}))).toBe(true);
    expect(canArm(find({ isArmed: false }))).toBe(true);
    for (const change of [
      { vault: 'absent' },
      { vault: 'locked' },
      { walletStatus: null },
      { signer: { kind: 'none', reason } },
    ] as const) {
      expect(canArm(find(change))).toBe(false);
    }
  });

  it('knows the account while the vault is open', () => {
    expect(isUnlocked(find({ walletStatus: null }))).toBe(true);
    expect(isUnlocked(find({ vault: 'locked' }))).toBe(false);
    expect(isUnlocked(find({ vault: 'absent' }))).toBe(false);
  });
});
