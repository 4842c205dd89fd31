import { describe, expect, it } from 'vitest';
import {
  findObstacle,
  findStep,
  formatDeposit,
  formatKeySubmit,
  INITIAL_PROGRESS,
  listPending,
  listSteps,
  parseAddressIndex,
} from '#renderer/shell/wizard/model.ts';
import type { DecodedCall, SetupCallView, SetupView } from '#shared/ipc/views.ts';
import { parseAddress, parseHex32 } from '#shared/units/ids.ts';
import { parseUsd } from '#shared/units/usd.ts';
import { walletOf } from '../../panes/facts.ts';

const OWNER = parseAddress(`0x${'1'.repeat(40)}`);
const hash = (digit: string) => parseHex32(`0x${digit.repeat(64)}`);

const APPROVE: DecodedCall = {
  effect: { code: 'approveUsdc', parameters: { spender: { role: 'exchange', address: OWNER }, limit: null } },
  valueWei: 0n,
  to: OWNER,
  method: 'approve(address,uint256)',
  refusal: null,
};

function callOf(nonce: number, part: Partial<SetupCallView> = {}): SetupCallView {
  return {
    hash: hash(String(nonce)),
    nonce,
    operation: 0,
    effects: [APPROVE],
    refusal: null,
    progress: { at: 'waiting' },
    ...part,
  };
}

function setupOf(part: Partial<SetupView> = {}): SetupView {
  return {
    safe: parseAddress(`0x${'2'.repeat(40)}`),
    owner: OWNER,
    chainId: 137,
    domainName: 'Exchange',
    exchange: parseAddress(`0x${'3'.repeat(40)}`),
    signatureType: 2,
    threshold: 1,
    status: 'setup_required',
    calls: [callOf(1), callOf(0)],
    ...part,
  };
}

describe('findStep', () => {
  it('follows the paper path: key, backup, account, read, sign, ready', () => {
    const absent = walletOf({ vault: 'absent', owner: null, hasApiKey: false });
    expect(findStep(absent, 'paper', INITIAL_PROGRESS)).toBe('key');
    const created = { ...INITIAL_PROGRESS, key: 'created' } as const;
    const fresh = walletOf({ hasApiKey: false });
    expect(findStep(fresh, 'paper', created)).toBe('backup');
    const later = { ...created, backup: 'postponed' } as const;
    expect(findStep(fresh, 'paper', later)).toBe('account');
    expect(findStep(walletOf(), 'paper', later)).toBe('read');
    const read = walletOf({ setup: setupOf() });
    expect(findStep(read, 'paper', later)).toBe('read');
    const reviewed = { ...later, reviewed: [hash('0'), hash('1')] };
    expect(findStep(read, 'paper', reviewed)).toBe('sign');
    expect(findStep(walletOf({ setup: setupOf({ status: 'ready' }) }), 'paper', reviewed)).toBe('ready');
  });

  it('asks to unlock first, at any stage of the setup', () => {
    expect(findStep(walletOf({ vault: 'locked', setup: setupOf() }), 'live', INITIAL_PROGRESS)).toBe('unlock');
  });

  it('asks for another API key of a connected account until one is stored or the stored one is kept', () => {
    const wallet = walletOf({ setup: setupOf() });
    expect(findStep(wallet, 'test', { ...INITIAL_PROGRESS, reconnects: true })).toBe('account');
    expect(findStep(wallet, 'test', INITIAL_PROGRESS)).not.toBe('account');
  });

  it('resumes after a restart without repeating completed steps', () => {
    expect(findStep(walletOf({ hasApiKey: false }), 'paper', INITIAL_PROGRESS)).toBe('account');
    expect(findStep(walletOf(), 'live', INITIAL_PROGRESS)).toBe('read');
    expect(findStep(walletOf({ setup: setupOf({ status: 'ready' }) }), 'live', INITIAL_PROGRESS)).toBe('ready');
  });

  it('asks for a backup before a live account is connected', () => {
    const wallet = walletOf({ hasApiKey: false });
    expect(findStep(wallet, 'live', INITIAL_PROGRESS)).toBe('backup');
    expect(findStep(walletOf({ hasApiKey: false, backedUp: true }), 'live', INITIAL_PROGRESS)).toBe('account');
  });

  it('stays at the backup until the user has seen its result', () => {
    const wallet = walletOf({ hasApiKey: false, backedUp: true });
    expect(findStep(wallet, 'live', { ...INITIAL_PROGRESS, backup: 'writing' })).toBe('backup');
    expect(findStep(wallet, 'live', { ...INITIAL_PROGRESS, backup: 'written' })).toBe('backup');
  });

  it('returns to reading when a call has another hash than the one shown', () => {
    const wallet = walletOf({ setup: setupOf({ calls: [callOf(0), callOf(1, { hash: hash('f') })] }) });
    expect(findStep(wallet, 'paper', { ...INITIAL_PROGRESS, reviewed: [hash('0'), hash('1')] })).toBe('read');
  });

  it('lists only the remaining calls after a crash', () => {
    const setup = setupOf({ calls: [callOf(0, { progress: { at: 'done' } }), callOf(1)] });
    expect(listPending(setup).map((call) => call.nonce)).toEqual([1]);
    expect(findStep(walletOf({ setup }), 'paper', { ...INITIAL_PROGRESS, reviewed: [hash('1')] })).toBe('sign');
  });

  it('puts the calls in nonce order', () => {
    expect(listPending(setupOf()).map((call) => call.nonce)).toEqual([0, 1]);
  });
});

describe('a wallet that a passkey owns', () => {
  const none = { kind: 'none', reason: { code: 'noSecondKey', parameters: {} } } as const;
  const second = { kind: 'second', key: OWNER } as const;
  const ready = setupOf({ signatureType: 3, status: 'ready', calls: [] });

  it('offers a second key before the end, unless one already signs', () => {
    expect(findStep(walletOf({ setup: ready, signer: none }), 'live', INITIAL_PROGRESS)).toBe('second');
    expect(findStep(walletOf({ setup: ready, signer: none }), 'live', { ...INITIAL_PROGRESS, second: 'settled' })).toBe(
      'ready',
    );
    expect(findStep(walletOf({ setup: ready, signer: second }), 'live', INITIAL_PROGRESS)).toBe('ready');
  });

  it('stays at the step until the user has seen the address of the new key', () => {
    const wallet = walletOf({ setup: ready, signer: second });
    expect(findStep(wallet, 'live', { ...INITIAL_PROGRESS, second: 'adding' })).toBe('second');
  });

  it('never reaches signing: an unfinished set-up leads to reading again', () => {
    const wallet = walletOf({ setup: setupOf({ signatureType: 3 }), signer: second });
    const reviewed = wallet.setup!.calls.map((call) => call.hash);
    expect(findStep(wallet, 'live', { ...INITIAL_PROGRESS, reviewed })).toBe('read');
    expect(findObstacle(wallet)).toContain('where the passkey is');
  });

  it('needs no backup of the key that owns nothing', () => {
    const fresh = walletOf({ hasApiKey: false });
    expect(findStep(fresh, 'live', { ...INITIAL_PROGRESS, key: 'passkey' })).toBe('account');
    expect(formatKeySubmit('passkey', false, false, false)).toBe('Create the vault');
  });

  it('lists a second key instead of the signing of calls, and marks a missing one', () => {
    const labels = (step: 'second' | 'ready', signer: typeof none | typeof second) =>
      listSteps(step, walletOf({ setup: ready, signer })).map(({ label }) => label);
    expect(labels('second', none)).toEqual([
      'Password and key',
      'Backup · not needed',
      'Account',
      'Read the wallet',
      'Second signing key',
      'Ready',
    ]);
    expect(labels('ready', none)).toContain('Second key · none');
    expect(labels('ready', second)).toContain('Second signing key');
  });
});

describe('findObstacle', () => {
  it.each([
    ['a refused call', { calls: [callOf(0, { refusal: { code: 'hashMismatch', parameters: {} } })] }],
    [
      'an effect that is not allowed',
      {
        calls: [
          callOf(0, {
            effects: [{ ...APPROVE, refusal: { code: 'notSetup', parameters: {} } }],
          }),
        ],
      },
    ],
    ['an unknown wallet type', { signatureType: 9 }],
    ['another owner', { owner: parseAddress(`0x${'9'.repeat(40)}`) }],
    ['an unknown status', { status: 'unrecognised' as const }],
    ['nothing to sign', { calls: [] }],
  ])('reports %s, which never reaches signing', (_name, part) => {
    const wallet = walletOf({ setup: setupOf(part) });
    expect(findObstacle(wallet)).not.toBeNull();
    const reviewed = wallet.setup?.calls.map((call) => call.hash) ?? [];
    expect(findStep(wallet, 'paper', { ...INITIAL_PROGRESS, reviewed })).toBe('read');
  });

  it('returns null when every call is allowed', () => {
    expect(findObstacle(walletOf({ setup: setupOf() }))).toBeNull();
  });
});

describe('listSteps', () => {
  it('marks completed steps and a postponed backup', () => {
    const marks = listSteps('read', walletOf()).map((step) => `${step.label}: ${step.at}`);
    expect(marks).toEqual([
      'Password and key: done',
      'Backup · later: ahead',
      'Account: done',
      'Read the wallet: now',
      'Sign and send: ahead',
      'Ready: ahead',
    ]);
  });

  it('puts unlocking first while the vault is locked', () => {
    expect(listSteps('unlock', walletOf({ vault: 'locked' }))[0]).toEqual({
      name: 'unlock',
      label: 'Unlock',
      at: 'now',
    });
  });
});

it('groups the digits of a deposit', () => {
  expect(formatDeposit(parseUsd('10000'))).toBe('10,000');
});

describe('an import by phrase', () => {
  it('shows the addresses before one is imported', () => {
    expect(formatKeySubmit('phrase', false, false, false)).toBe('Show addresses');
    expect(formatKeySubmit('phrase', true, false, false)).toBe('Import key');
    expect(formatKeySubmit('hex', false, false, false)).toBe('Import key');
    expect(formatKeySubmit('random', false, false, false)).toBe('Create key');
  });

  it('uses the chosen address, or another one by its index', () => {
    expect(parseAddressIndex({ at: 3, typed: '12' })).toBe(3);
    expect(parseAddressIndex({ at: 'other', typed: ' 12 ' })).toBe(12);
    for (const typed of ['', '100', '-1', '1.5', 'x']) expect(parseAddressIndex({ at: 'other', typed })).toBeNull();
  });
});
