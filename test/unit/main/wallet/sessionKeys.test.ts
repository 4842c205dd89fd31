import { encodeFunctionData, parseAbi } from 'viem';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { isOpen } from '#main/wallet/relayLife.ts';
import { openSessionKeys, type SessionKeys, type SessionKeysOptions } from '#main/wallet/sessionKeys.ts';
import type { WalletRecord } from '#shared/order/account/account.ts';
import type { StoredSessionKeys } from '#shared/order/wallet/sessionKeys.ts';
import { type Hex, type Hex32, parseAddress, parseHex32 } from '#shared/units/ids.ts';
import vectors from '#test/fixtures/vectors/p256.json' with { type: 'json' };
import type { SessionKeyGrant } from '#wire/messages/sessionKey.ts';
import { abi, address, emptyRecord, makeCall, OWNER, SAFE, STRANGER } from './testRecord.ts';
import { openTestRelays, type TestRelays } from './testRelays.ts';

const HANDLER = address('6f');
const NOW_SECONDS = 1_763_726_400;
const key = { id: 'key', x: parseHex32(vectors.vectors[0]!.x), y: parseHex32(vectors.vectors[0]!.y) };
const sessionAbi = parseAbi(['function authorizeSessionKey(uint256,uint256,uint256)']);

/** The grant of a handler that stores the keys itself, for so many seconds at most. */
function grant(expiresAt: number, first = nonce, handlerInstalled = false): SessionKeyGrant {
  const install = encodeFunctionData({ abi, functionName: 'setFallbackHandler', args: [HANDLER] });
  const args = [BigInt(key.x), BigInt(key.y), BigInt(expiresAt)] as const;
  const authorise = encodeFunctionData({ abi: sessionAbi, args });
  const datas: readonly (readonly [typeof SAFE, Hex])[] = handlerInstalled
    ? [[HANDLER, authorise]]
    : [
        [SAFE, install],
        [HANDLER, authorise],
      ];
  const calls = datas.map(([to, data], at) => makeCall({ to, data, operation: 0, nonce: first + at }));
  return { safe: SAFE, handlerInstalled, expiresAt, calls };
}

let record: WalletRecord | null;
let keys: readonly (typeof key)[];
let stored: StoredSessionKeys;
let relayed: string[];
let signed: number;
/** The next nonce of the wallet. */
let nonce: number;
let relays: TestRelays;
let answer: (requested: number) => SessionKeyGrant;
let relay: () => Promise<{ tx: string }>;
let faults: unknown[];
let emitWallet: () => void;
let sessionKeys: SessionKeys;

beforeEach(() => {
  record = emptyRecord;
  keys = [key];
  stored = { handlers: { [SAFE]: { handler: HANDLER, verifier: null } }, authorisations: {} };
  relayed = [];
  signed = 0;
  nonce = 4;
  faults = [];
  answer = grant;
  relay = execute;
  relays = openTestRelays({
    relay({ data }) {
      relayed.push(data);
      return relay();
    },
    readRecord: async () => ({ ...emptyRecord, nextNonce: nonce }),
    explain: (error) =>
      error instanceof Error && error.message === 'refused'
        ? { kind: 'refused', reason: 'account.custody.relay_call_reverted' }
        : { kind: 'lost', reason: 'no answer' },
  });
  const options: SessionKeysOptions = {
    wallet: {
      record: () => record,
      readRecord: async () => record!,
      onChange(listener) {
        emitWallet = listener;
        return () => {};
      },
    },
    keys: () => keys,
    prepare: async ({ expiresAt }) => answer(expiresAt!),
    store: {
      load: () => stored,
      save: (next) => {
        stored = next;
      },
    },
    relays: relays.queue,
    onFault: (error) => void faults.push(error),
    signSafeTxs: async (requests) => {
      signed += requests.length;
      return requests.map(({ tx }) => ({
        hash: makeCall({ to: tx.to, data: tx.data, operation: tx.operation as 0 | 1, nonce: Number(tx.nonce) }).hash,
        signature: '0x' as Hex,
      }));
    },
    owner: () => OWNER,
    exchangeTimeMs: () => NOW_SECONDS * 1000,
  };
  sessionKeys = openSessionKeys(options);
});

/** The exchange executes a call. */
const execute = async (): Promise<{ tx: string }> => {
  nonce += 1;
  return { tx: '0x1' };
};
const whenSettled = (): Promise<void> =>
  vi.waitFor(() => expect(relays.queue.entries().filter(isOpen)).toEqual([]), { interval: 1 });

const hashes = (): Hex32[] => sessionKeys.view().grant?.calls.map(({ hash }) => hash) ?? [];
const authorise = () => sessionKeys.authorise('password', sessionKeys.plan(hashes()));

it('prepares, shows the clamp, signs, relays in nonce order, and lists the key once its last call was executed', async () => {
  answer = () => grant(NOW_SECONDS + 3_600);
  const { grant: prepared } = await sessionKeys.prepare('key', 24);
  expect(prepared).toMatchObject({
    requestedUntilMs: (NOW_SECONDS + 86_400) * 1000,
    grantedUntilMs: (NOW_SECONDS + 3_600) * 1000,
    refusal: null,
    changesHandler: true,
  });
  expect(sessionKeys.view().keys).toEqual([{ id: 'key', x: key.x, authorised: null }]);
  const datas = grant(NOW_SECONDS + 3_600).calls.map(({ data }) => data);
  const untilMs = (NOW_SECONDS + 3_600) * 1000;
  expect(await authorise()).toMatchObject({
    grant: null,
    signing: 'off',
    keys: [{ authorised: { untilMs, isConfirmed: false, isUnderWay: true } }],
  });
  await whenSettled();
  expect(relayed).toEqual(datas);
  expect(sessionKeys.view().keys).toMatchObject([{ authorised: { untilMs, isConfirmed: true, isUnderWay: false } }]);
  expect(relays.queue.entries()).toMatchObject([
    { at: 'executed', action: { kind: 'session', x: key.x }, effect: null, signature: null },
    { at: 'executed', call: { nonce: 5 } },
  ]);
});

it('sends a call only after the one before it was executed', async () => {
  const states: string[][] = [];
  relay = () => {
    states.push(relays.queue.entries().map(({ at }) => at));
    return execute();
  };
  await sessionKeys.prepare('key', 1);
  await authorise();
  await whenSettled();
  expect(states).toEqual([
    ['sending', 'signed'],
    ['executed', 'sending'],
  ]);
});

it('signs nothing before the member confirmed the handler, and prepares again after another was confirmed', async () => {
  stored = { handlers: {}, authorisations: {} };
  expect((await sessionKeys.prepare('key', 1)).grant?.refusal?.code).toBe('noPinnedHandler');
  expect(() => sessionKeys.plan(hashes())).toThrow('Expected allowed calls');
  sessionKeys.confirmHandler({ handler: STRANGER, verifier: null });
  expect(sessionKeys.view()).toMatchObject({ handler: STRANGER, grant: null });
  expect((await sessionKeys.prepare('key', 1)).grant?.refusal?.code).toBe('otherHandler');
  sessionKeys.confirmHandler({ handler: HANDLER, verifier: null });
  expect((await sessionKeys.prepare('key', 1)).grant?.refusal).toBeNull();
  expect(signed).toBe(0);
});

it('refuses calls that do not begin with the wallet’s next nonce, and a wallet of several owners', async () => {
  record = { ...emptyRecord, nextNonce: 4 };
  expect((await sessionKeys.prepare('key', 1)).grant?.refusal).toBeNull();
  record = { ...emptyRecord, nextNonce: 5 };
  expect((await sessionKeys.prepare('key', 1)).grant?.refusal).toEqual({
    code: 'unexpectedNonce',
    parameters: { expected: 5, found: 4 },
  });
  record = { ...emptyRecord, threshold: 2 };
  expect((await sessionKeys.prepare('key', 1)).grant?.refusal?.code).toBe('moreOwners');
});

it('signs only the calls that were shown', async () => {
  expect(() => sessionKeys.plan([])).toThrow('Expected prepared calls');
  await sessionKeys.prepare('key', 1);
  const [first] = hashes();
  expect(() => sessionKeys.plan([first!])).toThrow('Expected the calls that were shown');
  expect(() => sessionKeys.plan([...hashes(), `0x${'1'.repeat(64)}`])).toThrow('Expected the calls that were shown');
  const plan = sessionKeys.plan(hashes());
  record = { ...emptyRecord, proxyAddress: STRANGER };
  await expect(sessionKeys.authorise('password', plan)).rejects.toMatchObject({
    coded: { parameters: { code: 'accountChanged' } },
  });
  expect(relayed).toEqual([]);
});

it('drops the prepared calls of a key that was removed', async () => {
  await sessionKeys.prepare('key', 1);
  const shown = hashes();
  keys = [];
  expect(sessionKeys.view().grant).toBeNull();
  expect(() => sessionKeys.plan(shown)).toThrow('Expected prepared calls');
});

it('drops the prepared calls of another wallet', async () => {
  await sessionKeys.prepare('key', 1);
  record = null;
  emitWallet();
  expect(sessionKeys.view()).toMatchObject({ handler: null, grant: null });
});

const authorised = () => sessionKeys.view().keys[0]?.authorised ?? null;

describe('a relay without an answer', () => {
  const lose = async (): Promise<void> => {
    relay = () => Promise.reject(new Error('no answer'));
    await sessionKeys.prepare('key', 1);
    await authorise();
  };

  it('whose call was executed is found by reading the wallet, and nothing is relayed twice', async () => {
    await sessionKeys.prepare('key', 1);
    relay = async () => {
      await execute();
      throw new Error('no answer');
    };
    await authorise();
    await whenSettled();
    expect(relayed).toHaveLength(2);
    expect(authorised()).toMatchObject({ isConfirmed: true });
  });

  it('whose call was not executed drops the next one, and leaves a key that may be authorised', async () => {
    await lose();
    await whenSettled();
    expect(relayed).toHaveLength(1);
    expect(relays.queue.entries().map(({ at }) => at)).toEqual(['notExecuted', 'dropped']);
    expect(authorised()).toEqual({ untilMs: (NOW_SECONDS + 3_600) * 1000, isConfirmed: false, isUnderWay: false });
  });

  it('is settled by the next preparation: a wallet that did not use the nonce authorised nothing', async () => {
    await lose();
    await whenSettled();
    await sessionKeys.prepare('key', 1);
    expect(authorised()).toBeNull();
    relay = execute;
    await authorise();
    await whenSettled();
    expect(authorised()).toMatchObject({ isConfirmed: true });
  });

  it('stays open where the wallet used the nonce by then', async () => {
    await lose();
    await whenSettled();
    answer = (requested) => grant(requested, 6, true);
    await sessionKeys.prepare('key', 1);
    expect(authorised()).toMatchObject({ isConfirmed: false });
  });
});

it('relays nothing after a refused call', async () => {
  relay = () => Promise.reject(new Error('refused'));
  await sessionKeys.prepare('key', 1);
  await authorise();
  await whenSettled();
  expect(relayed).toHaveLength(1);
  expect(relays.queue.entries().map(({ at }) => at)).toEqual(['refused', 'dropped']);
  expect(authorised()).toMatchObject({ isConfirmed: false });
});

it('signs nothing that cannot be stored', async () => {
  await sessionKeys.prepare('key', 1);
  relays.failSaves(true);
  await expect(authorise()).rejects.toThrow('disk full');
  expect(authorised()).toBeNull();
  expect(relayed).toEqual([]);
});

it('waits for the other calls of the wallet, and tells their queue the nonces that it learns', async () => {
  await sessionKeys.prepare('key', 1);
  expect(relays.queue.nextNonce(SAFE, emptyRecord.chainId, null)).toBe(4);
  const plan = sessionKeys.plan(hashes());
  relay = () => new Promise(() => undefined);
  const other = makeCall({ to: STRANGER, data: '0x', operation: 0, nonce: 4 });
  const { hash, ...call } = other;
  relays.queue.add([
    {
      hash,
      wallet: SAFE,
      chainId: emptyRecord.chainId,
      call,
      action: { kind: 'session', x: key.y },
      lines: [],
      signature: '0x11',
    },
  ]);
  await expect(sessionKeys.authorise('password', plan)).rejects.toThrow('no wallet call under way');
  await expect(sessionKeys.prepare('key', 1)).rejects.toThrow('no wallet call under way');
  expect(signed).toBe(0);
});

it('needs a wallet that is read and set up, and a key of the vault', async () => {
  const codeOf = (run: Promise<unknown>) => run.catch((error) => error.coded.parameters.code);
  expect(await codeOf(sessionKeys.prepare('other', 1))).toBe('unknownSessionKey');
  record = { ...emptyRecord, safeStatus: 'setup_required' };
  expect(await codeOf(sessionKeys.prepare('key', 1))).toBe('walletNotReady');
  record = null;
  expect(await codeOf(sessionKeys.prepare('key', 1))).toBe('notRead');
  expect(() => sessionKeys.confirmHandler({ handler: parseAddress(HANDLER), verifier: null })).toThrow('was read');
});
