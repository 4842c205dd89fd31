import { describe, expect, it } from 'vitest';
import { VaultError } from '#main/vault/vaultError.ts';
import type { PinStore } from '#main/wallet/pins.ts';
import { openWallet, type Wallet, type WalletOptions } from '#main/wallet/wallet.ts';
import type { SetupView } from '#shared/ipc/views.ts';
import type { SetupCall, WalletRecord } from '#shared/order/account/account.ts';
import type { NoWallet } from '#shared/order/account/custodial.ts';
import type { WalletPin } from '#shared/order/wallet/pins.ts';
import type { WalletChange } from '#shared/order/wallet/walletChanges.ts';
import { makeMarket, makeWallet } from '#test/slice/makers.ts';
import { encodeHex32 } from '#wire/eip712/bytes.ts';
import { hashSafeTx } from '#wire/eip712/safeTx.ts';
import { approve, emptyRecord, makeCall, OWNER, recordWith, SAFE, STRANGER, setupCalls, USDC } from './testRecord.ts';
import { openTestRelays } from './testRelays.ts';

const PASSWORD = 'pass';
const hashes = setupCalls.map((call) => call.hash);

/** An exchange that executes what is relayed, unless the test replaces `onRelay`. */
function makeExchange(calls: readonly SetupCall[] = setupCalls, pins?: PinStore) {
  const state = {
    left: [...calls],
    change: {} as Partial<WalletRecord>,
    relayed: [] as string[],
    signed: [] as string[],
    reads: 0,
    steps: 0,
    otherNonce: false,
    waitedMs: 0,
    onRelay: (_data: string, execute: () => void): void => execute(),
  };
  const { queue } = openTestRelays({
    readRecord: () => wallet.readRecord(),
    async relay(request) {
      state.relayed.push(request.data);
      expect(request).toMatchObject({ safe: recordWith([]).proxyAddress, value: 0n });
      state.onRelay(request.data, () => {
        state.left = state.left.filter((call) => call.data !== request.data);
      });
      return { tx: '0x' };
    },
  });
  const options: WalletOptions = {
    relays: queue,
    async fetchWallet() {
      state.reads += 1;
      return { ...recordWith([...state.left]), ...state.change };
    },
    async signSafeTxs(requests, password) {
      state.steps += 1;
      if (password !== PASSWORD)
        throw new VaultError({ code: 'WRONG_PASSWORD', parameters: { of: 'vault' } }, 'Expected the password');
      return requests.map(({ tx, domain }) => {
        const hash = encodeHex32(hashSafeTx(state.otherNonce ? { ...tx, nonce: 99n } : tx, domain));
        state.signed.push(hash);
        return { hash, signature: `0x${'11'.repeat(65)}` as const };
      });
    },
    owner: () => OWNER,
    ...(pins ? { pins } : {}),
    async wait(ms) {
      state.waitedMs += ms;
    },
  };
  const wallet: Wallet = openWallet(options);
  /** Reads the wallet, asks about these hashes, and signs what the question showed. */
  async function setUp(password: string, wanted: readonly string[]): Promise<SetupView> {
    await wallet.read();
    return wallet.setup(password, wallet.planSetup(wanted));
  }
  return { state, wallet, setUp };
}

const steps = (view: SetupView | null): string[] => view?.calls.map((call) => call.progress.at) ?? [];

it('decodes the setup, signs and relays it in nonce order, and ends ready', async () => {
  const { state, wallet, setUp } = makeExchange();
  const shown: string[] = [];
  wallet.onChange(() => shown.push(steps(wallet.view()).join(' ')));
  const read = await wallet.read();
  expect(read).toMatchObject({ status: 'setup_required', owner: OWNER, chainId: 137 });
  expect(read.calls.map((call) => call.refusal)).toEqual([null, null, null]);
  const view = await setUp(PASSWORD, hashes);
  expect(view.status).toBe('ready');
  expect(steps(view)).toEqual(['done', 'done', 'done']);
  expect(state.signed).toEqual(hashes);
  expect(state.relayed).toEqual(setupCalls.map((call) => call.data));
  expect(state.steps).toBe(1);
  expect(shown).toContain('signing signing signing');
  expect(shown).toContain('done relayed waiting');
  expect(shown).toContain('done done relayed');
});

it('signs nothing when the calls are not the ones that were shown', async () => {
  const { state, wallet, setUp } = makeExchange();
  await wallet.read();
  await expect(setUp(PASSWORD, hashes.slice(1))).rejects.toThrow('found others');
  state.left = [makeCall({ to: USDC, data: approve(OWNER), operation: 0, nonce: 4 })];
  await expect(setUp(PASSWORD, [state.left[0]!.hash])).rejects.toThrow('to be allowed');
  expect(state.signed).toEqual([]);
});

it('signs nothing when one of the calls is refused', async () => {
  const bad = makeCall({ to: USDC, data: approve(STRANGER), operation: 0, nonce: 7 });
  const { state, setUp } = makeExchange([...setupCalls, bad]);
  await expect(setUp(PASSWORD, [...hashes, bad.hash])).rejects.toThrow('call 7');
  expect(state.signed).toEqual([]);
});

it('resumes with the remaining calls after a crash', async () => {
  const { state, setUp } = makeExchange();
  state.left = state.left.slice(1);
  expect(steps(await setUp(PASSWORD, hashes))).toEqual(['done', 'done']);
  expect(state.signed).toEqual(hashes.slice(1));
});

it('reads the configuration to learn whether a call was executed whose answer was lost', async () => {
  const { state, setUp } = makeExchange();
  state.onRelay = (_data, execute) => {
    execute();
    throw new Error('Socket hang up');
  };
  expect((await setUp(PASSWORD, hashes)).status).toBe('ready');
  expect(state.relayed).toHaveLength(3);
});

it('stops at a call that was not executed, shows the failure, and resumes there', async () => {
  const { state, wallet, setUp } = makeExchange();
  let broken = true;
  state.onRelay = (data, execute) => {
    if (broken && data === setupCalls[1]!.data) throw new Error('Expected an answer');
    execute();
  };
  await expect(setUp(PASSWORD, hashes)).rejects.toThrow(
    'call 5 to be relayed: The call was sent, but the wallet did not',
  );
  expect(steps(wallet.view())).toEqual(['done', 'failed', 'waiting']);
  expect(state.relayed).toHaveLength(2);
  broken = false;
  expect((await setUp(PASSWORD, hashes)).status).toBe('ready');
  expect(state.relayed.filter((data) => data === setupCalls[0]!.data)).toHaveLength(1);
});

it('does not relay a call that was executed elsewhere in the meantime', async () => {
  const { state, setUp } = makeExchange();
  state.onRelay = () => {
    state.left = [];
  };
  expect(steps(await setUp(PASSWORD, hashes))).toEqual(['done', 'done', 'done']);
  expect(state.relayed).toHaveLength(1);
});

it('waits a bounded time for the wallet to become ready, and shows when it does not', async () => {
  const { state, wallet } = makeExchange();
  await wallet.read();
  const plan = wallet.planSetup(hashes);
  state.change = { safeStatus: 'setup_required', setupReady: false };
  expect((await wallet.setup(PASSWORD, plan)).status).toBe('setup_required');
  expect(state.waitedMs).toBe(7_500);
  state.change = { safeStatus: 'ready', setupReady: false };
  expect((await wallet.read()).status).toBe('setup_required');
  state.change = { safeStatus: { unknown: 'paused' } };
  expect((await wallet.read()).status).toBe('unrecognised');
  expect(() => wallet.planSetup(hashes)).toThrow('known wallet status');
});

it('passes the vault’s refusal through and leaves the calls waiting', async () => {
  const { state, wallet, setUp } = makeExchange();
  await expect(setUp('wrong', hashes)).rejects.toMatchObject({ code: 'WRONG_PASSWORD' });
  expect(steps(wallet.view())).toEqual(['waiting', 'waiting', 'waiting']);
  expect(state.relayed).toEqual([]);
});

it.each<[string, WalletChange['code'], Partial<WalletRecord>]>([
  ['signing domain', 'signingDomain', { domainName: 'Other' }],
  ['exchange contract', 'exchangeContract', { exchangeAddress: STRANGER }],
  ['chain', 'chain', { chainId: 1 }],
  ['wallet', 'wallet', { proxyAddress: STRANGER }],
])('raises an alarm when the %s changes between two reads, also after a lock', async (name, code, change) => {
  const { state, wallet, setUp } = makeExchange();
  await wallet.read();
  state.change = change;
  await expect(wallet.read()).rejects.toThrow(name);
  await expect(setUp(PASSWORD, hashes)).rejects.toThrow(name);
  wallet.forget();
  await expect(wallet.read()).rejects.toThrow(name);
  expect(state.signed).toEqual([]);
  expect(wallet.changes().map((each) => each.code)).toEqual([code]);
  wallet.acceptChanges(wallet.changes());
  expect(wallet.changes()).toEqual([]);
  await expect(wallet.read()).resolves.toBeDefined();
});

it('refuses every market’s record and reports the change while an alarm is not answered', async () => {
  const { state, wallet } = makeExchange();
  await wallet.read();
  let reports = 0;
  wallet.onChange(() => {
    reports += 1;
  });
  state.change = { domainName: 'Other' };
  await expect(wallet.read()).rejects.toMatchObject({ code: 'WALLET_CHANGED' });
  expect(reports).toBe(1);
  expect(wallet.checkMarketRecord({ ...makeWallet(), ...recordWith([]) }, makeMarket())).toEqual({
    code: 'differsFromAccount',
    parameters: { changes: wallet.changes() },
  });
});

it('accepts exactly the changes that were shown: a further one is an alarm again', async () => {
  const { state, wallet } = makeExchange();
  await wallet.read();
  expect(() => wallet.acceptChanges([])).toThrow('found others');
  state.change = { domainName: 'Other' };
  await expect(wallet.read()).rejects.toMatchObject({ code: 'WALLET_CHANGED' });
  const shown = wallet.changes();
  expect(shown).toHaveLength(1);
  state.change = { domainName: 'Other', chainId: 1 };
  await expect(wallet.read()).rejects.toThrow('chain');
  expect(() => wallet.acceptChanges(shown)).toThrow('found others');
  state.change = { domainName: 'Other' };
  await expect(wallet.read()).rejects.toMatchObject({ code: 'WALLET_CHANGED' });
  wallet.acceptChanges(wallet.changes());
  state.change = { domainName: 'Other', exchangeAddress: STRANGER };
  await expect(wallet.read()).rejects.toThrow('exchange contract');
});

it('stops in the middle when a pinned value changes while it waits', async () => {
  const { state, setUp } = makeExchange();
  state.onRelay = (_data, execute) => {
    execute();
    state.change = { domainName: 'Other' };
  };
  await expect(setUp(PASSWORD, hashes)).rejects.toThrow('signing domain');
  expect(state.relayed).toHaveLength(1);
});

it('relays nothing when a signature covers another hash than the one that was shown', async () => {
  const { state, setUp } = makeExchange();
  state.otherNonce = true;
  await expect(setUp(PASSWORD, hashes)).rejects.toThrow('another hash');
  expect(state.relayed).toEqual([]);
});

it('refuses a second setup while one runs', async () => {
  const { state, wallet } = makeExchange();
  await wallet.read();
  const plan = wallet.planSetup(hashes);
  const first = wallet.setup(PASSWORD, plan);
  expect(() => wallet.planSetup(hashes)).toThrow('no setup under way');
  await expect(wallet.setup(PASSWORD, plan)).rejects.toThrow('no setup under way');
  expect((await first).status).toBe('ready');
  expect(state.relayed).toHaveLength(3);
});

it('signs the plan that was asked about, or nothing when the wallet lists other calls by then', async () => {
  const other = makeCall({ to: USDC, data: approve(STRANGER), operation: 0, nonce: 4 });
  const { state, wallet } = makeExchange();
  await wallet.read();
  const plan = wallet.planSetup(hashes);
  for (const left of [[other], [...setupCalls.slice(0, 2), { ...other, nonce: 6 }], [...setupCalls, other], []]) {
    state.left = left;
    // The page reads the wallet while the question is open.
    await wallet.read();
    await expect(wallet.setup(PASSWORD, plan)).rejects.toThrow('found others');
  }
  expect([state.signed, state.relayed]).toEqual([[], []]);
  state.left = [...setupCalls];
  expect((await wallet.setup(PASSWORD, plan)).status).toBe('ready');
  expect(state.signed).toEqual(plan.calls.map((call) => call.hash));
});

it('plans a frozen copy of every listed call, and none of another account or of an empty list', async () => {
  const { state, wallet } = makeExchange();
  expect(() => wallet.planSetup(hashes)).toThrow('found none');
  await wallet.read();
  const plan = wallet.planSetup(hashes);
  expect(() => Object.assign(plan.record.setupCalls[0]!, { to: STRANGER })).toThrow(TypeError);
  expect(() => Object.assign(plan.calls[0]!.effects[0]!, { refusal: null })).toThrow(TypeError);
  expect(() => wallet.planSetup([`0x${'1'.repeat(64)}`])).toThrow('found others');
  wallet.forget();
  await wallet.read();
  await expect(wallet.setup(PASSWORD, plan)).rejects.toMatchObject({
    coded: { parameters: { code: 'accountChanged' } },
  });
  state.left = [];
  await wallet.read();
  expect(() => wallet.planSetup(hashes)).toThrow('none listed');
  expect(state.signed).toEqual([]);
});

it('discards a read that started before the account changed', async () => {
  const { wallet } = makeExchange();
  const reading = wallet.read();
  wallet.forget();
  await expect(reading).rejects.toThrow('another after the read');
  expect(wallet.view()).toBeNull();
});

it('checks a market’s record against the account that was read', async () => {
  const { wallet } = makeExchange();
  const record = { ...recordWith([]), conditionId: `0x${'1'.repeat(64)}`, yesTokenId: '1', noTokenId: '2' } as never;
  expect(wallet.checkMarketRecord(record, null)?.code).toBe('walletNotRead');
  await wallet.read();
  expect(wallet.checkMarketRecord(record, null)?.code).toBe('marketUnknown');
});

/** Stored pins that survive restarts. */
function openStore() {
  const pins = new Map<string, WalletPin>();
  const disk = { isFull: false, isLost: false };
  const store: PinStore = {
    find: (owner) => pins.get(owner) ?? null,
    save(owner, pin, isAccepted) {
      if (disk.isFull) throw new Error('disk full');
      pins.set(owner, pin);
      if (isAccepted) disk.isLost = false;
    },
    remove: (owner) => void pins.delete(owner),
    isLost: () => disk.isLost,
  };
  return { store, disk, pins };
}

it('raises an alarm about a change made while the program was closed, until the change is accepted', async () => {
  const { store } = openStore();
  const first = makeExchange([], store);
  expect(await first.wallet.read()).not.toHaveProperty('warning');
  const second = makeExchange([], store);
  second.state.change = { exchangeAddress: STRANGER };
  await expect(second.wallet.read()).rejects.toMatchObject({ code: 'WALLET_CHANGED' });
  // Without acceptance, the next start raises the alarm again.
  const third = makeExchange([], store);
  third.state.change = { exchangeAddress: STRANGER };
  await expect(third.wallet.read()).rejects.toMatchObject({ code: 'WALLET_CHANGED' });
  third.wallet.acceptChanges(third.wallet.changes());
  await third.wallet.read();
  const fourth = makeExchange([], store);
  fourth.state.change = { exchangeAddress: STRANGER };
  await expect(fourth.wallet.read()).resolves.toMatchObject({ exchange: STRANGER });
});

it('signs nothing after the stored pins were lost, until the configuration that is there is accepted', async () => {
  const { store, disk } = openStore();
  disk.isLost = true;
  const { wallet } = makeExchange([], store);
  await expect(wallet.read()).rejects.toMatchObject({ code: 'WALLET_CHANGED' });
  expect(wallet.view()).toBeNull();
  expect(wallet.changes()).toHaveLength(8);
  expect(wallet.changes().every((change) => change.parameters.before === null)).toBe(true);
  // The account's data belongs to the wallet that the exchange names, accepted or not.
  expect(wallet.changes()).toContainEqual({ code: 'wallet', parameters: { before: null, now: wallet.account() } });
  wallet.acceptChanges(wallet.changes());
  expect(disk.isLost).toBe(false);
  expect(await wallet.read()).not.toHaveProperty('warning');
});

it('warns when a pin cannot be saved, and accepts no change that cannot be saved', async () => {
  const { store, disk } = openStore();
  const { state, wallet } = makeExchange([], store);
  disk.isFull = true;
  expect((await wallet.read()).warning?.code).toBe('pinsUnsaved');
  state.change = { domainName: 'Other' };
  await expect(wallet.read()).rejects.toMatchObject({ code: 'WALLET_CHANGED' });
  expect(() => wallet.acceptChanges(wallet.changes())).toThrow('Expected to save the accepted changes');
  await expect(wallet.read()).rejects.toMatchObject({ code: 'WALLET_CHANGED' });
  disk.isFull = false;
  wallet.acceptChanges(wallet.changes());
  expect(await wallet.read()).not.toHaveProperty('warning');
});

describe('an exchange that names no wallet', () => {
  const refused: NoWallet = { noWallet: { code: 'refused', parameters: { status: 422, codes: ['x'] } } };
  const typed: NoWallet = { noWallet: { code: 'signatureType', parameters: { found: '0' } } };

  function open(store?: PinStore) {
    const state: { answer: WalletRecord | NoWallet } = { answer: refused };
    const wallet = openWallet({
      fetchWallet: async () => state.answer,
      relays: openTestRelays({ relay: async () => ({ tx: '0x' }), readRecord: async () => emptyRecord }).queue,
      signSafeTxs: async () => [],
      owner: () => OWNER,
      wait: async () => {},
      ...(store ? { pins: store } : {}),
    });
    return { state, wallet };
  }

  it('has no wallet to set up, and says by what', async () => {
    const { state, wallet } = open();
    expect(wallet.noWallet()).toBeNull();
    await expect(wallet.read()).rejects.toThrow('found none');
    expect(wallet.noWallet()).toEqual(refused.noWallet);
    expect([wallet.view(), wallet.account(), wallet.changes()]).toEqual([null, null, []]);
    state.answer = emptyRecord;
    await wallet.read();
    expect(wallet.noWallet()).toBeNull();
    wallet.forget();
    expect(wallet.noWallet()).toBeNull();
  });

  it('is no change of a wallet that was agreed to while it only refuses, and an alarm where its record names none', async () => {
    const { store, pins } = openStore();
    const { state, wallet } = open(store);
    state.answer = emptyRecord;
    await wallet.read();
    state.answer = refused;
    await expect(wallet.read()).rejects.toThrow('found a refusal');
    expect([wallet.noWallet(), wallet.changes()]).toEqual([null, []]);
    state.answer = typed;
    await expect(wallet.read()).rejects.toMatchObject({ code: 'WALLET_CHANGED' });
    expect(wallet.changes()).toEqual([{ code: 'noWallet', parameters: { before: SAFE } }]);
    wallet.acceptChanges(wallet.changes());
    expect(pins.size).toBe(0);
    await expect(wallet.read()).rejects.toThrow('found none');
    expect(wallet.noWallet()).toEqual(typed.noWallet);
  });
});

it('keeps why the latest read failed until a read succeeds or the account is forgotten', async () => {
  const state: { thrown: unknown } = { thrown: new Error('refused') };
  const failure = { code: 'refused', parameters: { status: 401, codes: ['authz.invalid_signature'] } } as const;
  const wallet = openWallet({
    async fetchWallet() {
      if (state.thrown !== null) throw state.thrown;
      return emptyRecord;
    },
    relays: openTestRelays({ relay: async () => ({ tx: '0x' }), readRecord: async () => emptyRecord }).queue,
    signSafeTxs: async () => [],
    owner: () => OWNER,
    wait: async () => {},
    explainRead: () => failure,
  });
  let changes = 0;
  wallet.onChange(() => {
    changes += 1;
  });
  expect(wallet.readFailure()).toBeNull();
  await expect(wallet.read()).rejects.toThrow('refused');
  expect(wallet.readFailure()).toEqual(failure);
  expect(changes).toBe(1);
  wallet.forget();
  expect(wallet.readFailure()).toBeNull();
  await expect(wallet.readRecord()).rejects.toThrow('refused');
  state.thrown = null;
  await wallet.read();
  expect(wallet.readFailure()).toBeNull();
});
