import { encodeFunctionData, parseAbi } from 'viem';
import { beforeEach, describe, expect, it } from 'vitest';
import type { RelayEntry } from '#main/wallet/relayLife.ts';
import { openSessionKeys, type SessionKeys, type SessionKeysOptions } from '#main/wallet/sessionKeys.ts';
import type { WalletRecord } from '#shared/order/account.ts';
import type { StoredSessionKeys } from '#shared/order/sessionKeys.ts';
import { type Hex, type Hex32, parseAddress, parseHex32 } from '#shared/units/ids.ts';
import vectors from '#test/fixtures/vectors/p256.json' with { type: 'json' };
import type { SessionKeyGrant } from '#wire/messages/sessionKey.ts';
import { abi, address, emptyRecord, makeCall, OWNER, SAFE, STRANGER } from './testRecord.ts';

const HANDLER = address('6f');
const NOW_SECONDS = 1_763_726_400;
const key = { id: 'key', x: parseHex32(vectors.vectors[0]!.x), y: parseHex32(vectors.vectors[0]!.y) };
const sessionAbi = parseAbi(['function authorizeSessionKey(uint256,uint256,uint256)']);

/** The grant of a handler that stores the keys itself, for so many seconds at most. */
function grant(expiresAt: number, nonce = 4, handlerInstalled = false): SessionKeyGrant {
  const install = encodeFunctionData({ abi, functionName: 'setFallbackHandler', args: [HANDLER] });
  const args = [BigInt(key.x), BigInt(key.y), BigInt(expiresAt)] as const;
  const authorise = encodeFunctionData({ abi: sessionAbi, args });
  const datas: readonly (readonly [typeof SAFE, Hex])[] = handlerInstalled
    ? [[HANDLER, authorise]]
    : [
        [SAFE, install],
        [HANDLER, authorise],
      ];
  const calls = datas.map(([to, data], at) => makeCall({ to, data, operation: 0, nonce: nonce + at }));
  return { safe: SAFE, handlerInstalled, expiresAt, calls };
}

let record: WalletRecord | null;
let keys: readonly (typeof key)[];
let stored: StoredSessionKeys;
let relayed: string[];
let signed: number;
let nonces: number[];
let open: RelayEntry[];
let answer: (requested: number) => SessionKeyGrant;
let relay: () => Promise<{ tx: string }>;
let emitWallet: () => void;
let sessionKeys: SessionKeys;

beforeEach(() => {
  record = emptyRecord;
  keys = [key];
  stored = { handlers: { [SAFE]: { handler: HANDLER, verifier: null } }, authorisations: {} };
  relayed = [];
  signed = 0;
  nonces = [];
  open = [];
  answer = grant;
  relay = async () => ({ tx: '0x1' });
  const options: SessionKeysOptions = {
    wallet: {
      record: () => record,
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
    relays: { entries: () => open, noteNonce: (_wallet, _chain, next) => void nonces.push(next) },
    relay: (request) => {
      relayed.push(request.data);
      return relay();
    },
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

const hashes = (): Hex32[] => sessionKeys.view().grant?.calls.map(({ hash }) => hash) ?? [];
const authorise = () => sessionKeys.authorise('password', sessionKeys.plan(hashes()));

it('prepares, shows the clamp, signs and relays in nonce order, and lists the key with its expiry', async () => {
  answer = () => grant(NOW_SECONDS + 3_600);
  const { grant: prepared } = await sessionKeys.prepare('key', 24);
  expect(prepared).toMatchObject({
    requestedUntilMs: (NOW_SECONDS + 86_400) * 1000,
    grantedUntilMs: (NOW_SECONDS + 3_600) * 1000,
    refusal: null,
    changesHandler: true,
  });
  expect(sessionKeys.view().keys).toEqual([{ id: 'key', x: key.x, authorised: null }]);
  const view = await authorise();
  expect(relayed).toEqual(prepared?.calls.map((_, at) => grant(NOW_SECONDS + 3_600).calls[at]!.data));
  expect(view).toMatchObject({
    grant: null,
    signing: 'off',
    keys: [{ authorised: { untilMs: (NOW_SECONDS + 3_600) * 1000, isConfirmed: true } }],
  });
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

describe('a relay without an answer', () => {
  const lose = async (): Promise<void> => {
    relay = () => Promise.reject(new Error('no answer'));
    await sessionKeys.prepare('key', 1);
    await expect(authorise()).rejects.toMatchObject({ coded: { parameters: { code: 'relayFailed' } } });
  };
  const authorised = () => sessionKeys.view().keys[0]?.authorised ?? null;

  it('leaves the key as one that may be authorised, and relays nothing more', async () => {
    await lose();
    expect(relayed).toHaveLength(1);
    expect(authorised()).toEqual({ untilMs: (NOW_SECONDS + 3_600) * 1000, isConfirmed: false });
  });

  it('is settled by the next answer: a wallet that did not use the nonce authorised nothing', async () => {
    await lose();
    await sessionKeys.prepare('key', 1);
    expect(authorised()).toBeNull();
    relay = async () => ({ tx: '0x1' });
    await authorise();
    expect(authorised()).toMatchObject({ isConfirmed: true });
  });

  it('stays open where the wallet used the nonce', async () => {
    await lose();
    answer = (requested) => grant(requested, 6, true);
    await sessionKeys.prepare('key', 1);
    expect(authorised()).toMatchObject({ isConfirmed: false });
  });
});

it('waits for the other calls of the wallet, and tells their queue the nonces that it learns', async () => {
  await sessionKeys.prepare('key', 1);
  expect(nonces).toEqual([4]);
  const plan = sessionKeys.plan(hashes());
  open = [{ at: 'relayed' } as RelayEntry];
  await expect(sessionKeys.authorise('password', plan)).rejects.toThrow('no wallet call under way');
  await expect(sessionKeys.prepare('key', 1)).rejects.toThrow('no wallet call under way');
  expect(signed).toBe(0);
  open = [];
  await sessionKeys.authorise('password', plan);
  expect(nonces).toEqual([4, 5, 6]);
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
