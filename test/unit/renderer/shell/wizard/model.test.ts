import { describe, expect, it } from 'vitest';
import {
  FRESH,
  findObstacle,
  findStep,
  listPending,
  listSteps,
  takeIndex,
  tellDeposit,
  tellKeySubmit,
} from '#renderer/shell/wizard/model.ts';
import type { SetupCallView, SetupView } from '#shared/ipc/views.ts';
import { parseAddress, parseHex32 } from '#shared/units/ids.ts';
import { parseUsd } from '#shared/units/usd.ts';
import { walletOf } from '../../panes/facts.ts';

const OWNER = parseAddress(`0x${'1'.repeat(40)}`);
const hash = (digit: string) => parseHex32(`0x${digit.repeat(64)}`);

function callOf(nonce: number, part: Partial<SetupCallView> = {}): SetupCallView {
  return {
    hash: hash(String(nonce)),
    nonce,
    operation: 0,
    effects: [{ sentence: 'Lets the exchange spend', to: OWNER, method: 'approve', allowed: true, refusal: null }],
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
    status: 'setup_required',
    calls: [callOf(1), callOf(0)],
    ...part,
  };
}

describe('which step is next', () => {
  it('walks the paper path: key, backup, account, read, sign, ready', () => {
    const absent = walletOf({ vault: 'absent', owner: null, hasApiKey: false });
    expect(findStep(absent, 'paper', FRESH)).toBe('key');
    const created = { ...FRESH, key: 'created' } as const;
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

  it('asks to unlock first, wherever the setup stood', () => {
    expect(findStep(walletOf({ vault: 'locked', setup: setupOf() }), 'live', FRESH)).toBe('unlock');
  });

  it('resumes after a restart without asking for what is there', () => {
    expect(findStep(walletOf({ hasApiKey: false }), 'paper', FRESH)).toBe('account');
    expect(findStep(walletOf(), 'live', FRESH)).toBe('read');
    expect(findStep(walletOf({ setup: setupOf({ status: 'ready' }) }), 'live', FRESH)).toBe('ready');
  });

  it('asks for a backup before an account is connected where the money is real', () => {
    const wallet = walletOf({ hasApiKey: false });
    expect(findStep(wallet, 'live', FRESH)).toBe('backup');
    expect(findStep(walletOf({ hasApiKey: false, backedUp: true }), 'live', FRESH)).toBe('account');
  });

  it('stays at the backup until its result was seen, though main already counts it', () => {
    const wallet = walletOf({ hasApiKey: false, backedUp: true });
    expect(findStep(wallet, 'live', { ...FRESH, backup: 'writing' })).toBe('backup');
    expect(findStep(wallet, 'live', { ...FRESH, backup: 'written' })).toBe('backup');
  });

  it('goes back to reading when a call has another hash than the one shown', () => {
    const wallet = walletOf({ setup: setupOf({ calls: [callOf(0), callOf(1, { hash: hash('f') })] }) });
    expect(findStep(wallet, 'paper', { ...FRESH, reviewed: [hash('0'), hash('1')] })).toBe('read');
  });

  it('signs only what is left after a crash in the middle', () => {
    const setup = setupOf({ calls: [callOf(0, { progress: { at: 'done' } }), callOf(1)] });
    expect(listPending(setup).map((call) => call.nonce)).toEqual([1]);
    expect(findStep(walletOf({ setup }), 'paper', { ...FRESH, reviewed: [hash('1')] })).toBe('sign');
  });

  it('puts the calls in nonce order', () => {
    expect(listPending(setupOf()).map((call) => call.nonce)).toEqual([0, 1]);
  });
});

describe('a wallet that a passkey owns', () => {
  const none = { kind: 'none', reason: { code: 'no_second_key', parameters: {} } } as const;
  const second = { kind: 'second', key: OWNER } as const;
  const ready = setupOf({ signatureType: 3, status: 'ready', calls: [] });

  it('is told before the end, with or without a key that signs', () => {
    expect(findStep(walletOf({ setup: ready, signer: none }), 'live', FRESH)).toBe('second');
    expect(findStep(walletOf({ setup: ready, signer: none }), 'live', { ...FRESH, second: 'settled' })).toBe('ready');
    expect(findStep(walletOf({ setup: ready, signer: second }), 'live', FRESH)).toBe('ready');
  });

  it('keeps the step until the address of the new key was seen', () => {
    const wallet = walletOf({ setup: ready, signer: second });
    expect(findStep(wallet, 'live', { ...FRESH, second: 'adding' })).toBe('second');
  });

  it('is never asked to be signed for: an unfinished set-up leads to reading again', () => {
    const wallet = walletOf({ setup: setupOf({ signatureType: 3 }), signer: second });
    const reviewed = wallet.setup!.calls.map((call) => call.hash);
    expect(findStep(wallet, 'live', { ...FRESH, reviewed })).toBe('read');
    expect(findObstacle(wallet)).toContain('where the passkey is');
  });

  it('lets the key that owns nothing go without a backup', () => {
    const fresh = walletOf({ hasApiKey: false });
    expect(findStep(fresh, 'live', { ...FRESH, key: 'passkey' })).toBe('account');
    expect(tellKeySubmit('passkey', false, false, false)).toBe('Create the vault');
  });

  it('has a second key in the place of the signing of calls, and says where there is none', () => {
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

describe('what stops a setup', () => {
  it.each([
    ['a refused call', { calls: [callOf(0, { refusal: 'The hash differs' })] }],
    [
      'an effect that is not allowed',
      {
        calls: [
          callOf(0, {
            effects: [
              { sentence: 'Adds an owner', to: OWNER, method: 'addOwner', allowed: false, refusal: 'Not a set-up' },
            ],
          }),
        ],
      },
    ],
    ['an unknown wallet type', { signatureType: 9 }],
    ['another owner', { owner: parseAddress(`0x${'9'.repeat(40)}`) }],
    ['an unknown status', { status: 'unrecognised' as const }],
    ['nothing to sign', { calls: [] }],
  ])('is %s: it never reaches signing', (_name, part) => {
    const wallet = walletOf({ setup: setupOf(part) });
    expect(findObstacle(wallet)).not.toBeNull();
    const reviewed = wallet.setup?.calls.map((call) => call.hash) ?? [];
    expect(findStep(wallet, 'paper', { ...FRESH, reviewed })).toBe('read');
  });

  it('is nothing when every call is allowed', () => {
    expect(findObstacle(walletOf({ setup: setupOf() }))).toBeNull();
  });
});

describe('the list of steps', () => {
  it('marks what is done and says that the backup is still to be made', () => {
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

it('writes a deposit in groups', () => {
  expect(tellDeposit(parseUsd('10000'))).toBe('10,000');
});

describe('an import by phrase', () => {
  it('shows the addresses before it imports one', () => {
    expect(tellKeySubmit('phrase', false, false, false)).toBe('Show addresses');
    expect(tellKeySubmit('phrase', true, false, false)).toBe('Import key');
    expect(tellKeySubmit('hex', false, false, false)).toBe('Import key');
    expect(tellKeySubmit('random', false, false, false)).toBe('Create key');
  });

  it('takes the address that was chosen, or another one by its index', () => {
    expect(takeIndex({ at: 3, typed: '12' })).toBe(3);
    expect(takeIndex({ at: 'other', typed: ' 12 ' })).toBe(12);
    for (const typed of ['', '100', '-1', '1.5', 'x']) expect(takeIndex({ at: 'other', typed })).toBeNull();
  });
});
