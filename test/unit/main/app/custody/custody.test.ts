import { afterEach, expect, it } from 'vitest';
import {
  buildCustodyView,
  findSigner,
  findWalletGap,
  listSecondKeys,
  openCustodyMemory,
} from '#main/app/custody/custody.ts';
import type { Custody } from '#main/storage/settings/custodyMemory.ts';
import { PROTECTED_DEFAULTS } from '#main/storage/settings/protectedSettings.ts';
import type { ReadFailure } from '#shared/market/readFailure.ts';
import { parseAddress } from '#shared/units/ids.ts';
import { KEY_HEX, makeFolder, openTestVault, PASSWORD, removeFolders } from '#test/unit/main/vault/openTestVault.ts';
import { makePlan } from '#test/unit/main/vault/prepared/makePlan.ts';

afterEach(removeFolders);

const NO_CHANGES = { findPinned: () => null, listChanges: () => [], read: async () => null, accept: () => false };

function openMemory(stored: Custody = { lastLock: null, copied: null, seen: {} }) {
  const saved: Custody[] = [];
  const faults: unknown[] = [];
  const state = { isFull: false };
  const settings = {
    custody: () => stored,
    saveCustody: (_server: string, custody: Custody) => {
      if (state.isFull) throw new Error('full');
      saved.push(custody);
    },
  };
  return { saved, faults, state, memory: openCustodyMemory(settings, 'paper', (error) => faults.push(error)) };
}

it('shows keys only while the vault is open, and whether they are in memory behind a locked screen', async () => {
  const { memory } = openMemory();
  const vault = openTestVault({ folder: makeFolder(), rollbackMemory: memory.rollbackMemory });
  await vault.create(PASSWORD, { kind: 'random' });
  let at: 'locked' | 'unlocked' = 'unlocked';
  const view = () =>
    buildCustodyView({
      vault,
      locks: { status: () => ({ at, reason: null }) },
      trading: { marketPins: NO_CHANGES },
      protectedSettings: { value: () => ({ ...PROTECTED_DEFAULTS, screenLockMinutes: 3 }) },
      consent: { losses: () => [] },
      memory,
      origin: 'http://127.0.0.1:4000',
    });
  expect(view()).toEqual({
    keys: [
      { id: expect.any(String), use: 'own', public: vault.owner(), createdAtMs: 1_700_000_000_000, backedUpAtMs: null },
    ],
    origin: 'http://127.0.0.1:4000',
    keysInMemory: true,
    lastLock: null,
    lockTimes: { screenMinutes: 3, keysMinutes: 30 },
    keychainUnlock: { at: 'unavailable', reason: { code: 'noKeychain', parameters: {} } },
    older: null,
    loss: null,
    consentLosses: [],
    changedMarkets: [],
    preparedExits: { pack: null, ended: null },
    copiedAtMs: null,
  });
  at = 'locked';
  expect(view()).toMatchObject({ keys: [], keysInMemory: true });
  vault.lock();
  at = 'unlocked';
  expect(view()).toMatchObject({ keys: [], keysInMemory: false });
});

it('finds the key that signs for the wallet: the newest second key of a passkey wallet, the own key of its own Safe', async () => {
  const { memory } = openMemory();
  const vault = openTestVault({ folder: makeFolder(), rollbackMemory: memory.rollbackMemory });
  const own = await vault.create(PASSWORD, { kind: 'random' });
  const other = parseAddress(`0x${'77'.repeat(20)}`);
  const setup = {
    safe: parseAddress(`0x${'5a'.repeat(20)}`),
    owner: other,
    chainId: 137,
    domainName: 'Exchange',
    exchange: parseAddress(`0x${'ec'.repeat(20)}`),
    signatureType: 3,
    threshold: null,
    status: 'ready',
    calls: [],
  } as const;
  expect(findSigner(vault, null, null)).toBeNull();
  expect(findSigner(vault, setup, null)).toMatchObject({ kind: 'none', reason: { code: 'noSecondKey' } });
  const first = await vault.addSecondKey(PASSWORD, { kind: 'random' });
  const second = await vault.addSecondKey(PASSWORD, { kind: 'random' });
  expect(listSecondKeys(vault)).toEqual([first, second]);
  expect(findSigner(vault, setup, null)).toEqual({ kind: 'second', key: second });
  // A backup and another API key leave their order as it is.
  await vault.markBackedUp();
  await vault.storeApiKey({ apiKey: 'ak', apiSecret: 'as' });
  await vault.removeKey(PASSWORD, vault.keys().find((meta) => meta.public === second)!.id);
  expect(findSigner(vault, setup, null)).toEqual({ kind: 'second', key: first });
  expect(findSigner(vault, { ...setup, signatureType: 2 }, null)).toMatchObject({ kind: 'none' });
  expect(findSigner(vault, { ...setup, signatureType: 2, owner: own }, null)).toEqual({ kind: 'own', key: own });
});

it('shows the copy of this vault only, and the latest lock of any run', async () => {
  const lastLock = { atMs: 5, reason: { code: 'quit', parameters: {} } } as const;
  const { memory } = openMemory({ lastLock, copied: null, seen: {} });
  const vault = openTestVault({ folder: makeFolder(), rollbackMemory: memory.rollbackMemory });
  await vault.create(PASSWORD, { kind: 'random' });
  const view = () =>
    buildCustodyView({
      vault,
      locks: { status: () => ({ at: 'unlocked', reason: null }) },
      trading: { marketPins: NO_CHANGES },
      protectedSettings: { value: () => PROTECTED_DEFAULTS },
      consent: { losses: () => [] },
      memory,
      origin: 'o',
    });
  expect(view().lastLock).toEqual(lastLock);
  memory.update({ copied: { vaultId: 'another', atMs: 9 } });
  expect(view().copiedAtMs).toBeNull();
  memory.update({ copied: { vaultId: vault.status().vaultId!, atMs: 9 } });
  expect(view().copiedAtMs).toBe(9);
});

it('keeps a change in memory when the disk refuses to save it, and reports the error', () => {
  const { memory, state, saved, faults } = openMemory();
  memory.rollbackMemory.save('a', { gen: 1, mac: 'm', older: null });
  state.isFull = true;
  memory.rollbackMemory.save('a', { gen: 2, mac: 'n', older: null });
  expect([saved.length, faults.length, memory.rollbackMemory.load('a')?.gen]).toEqual([1, 1, 2]);
  expect(memory.rollbackMemory.load('b')).toBeNull();
});

it('shows prepared exits whole while open, and behind a lock only that there are some and until when', async () => {
  const { memory } = openMemory();
  const vault = openTestVault({ folder: makeFolder(), rollbackMemory: memory.rollbackMemory });
  await vault.create(PASSWORD, { kind: 'hex', privateKey: KEY_HEX });
  await vault.storeApiKey({ apiKey: 'ak', apiSecret: 'as' });
  let at: 'locked' | 'unlocked' = 'unlocked';
  const view = () =>
    buildCustodyView({
      vault,
      locks: { status: () => ({ at, reason: null }) },
      trading: { marketPins: NO_CHANGES },
      protectedSettings: { value: () => PROTECTED_DEFAULTS },
      consent: { losses: () => [] },
      memory,
      origin: 'o',
    }).preparedExits;
  await vault.prepared.prepare(PASSWORD, makePlan());
  const [burnt, taken] = vault.prepared.pack()!.lots;
  vault.prepared.burn(burnt!.id);
  vault.prepared.take(taken!.id);
  // 50 YES at 0.31 and 100 NO at 0.55 are left.
  expect(view()).toMatchObject({
    pack: { positions: 2, floorValue: 70_500_000n, expiresAtMs: expect.any(Number) },
    ended: null,
  });
  expect(
    view()
      .pack?.lots.map((lot) => lot.at)
      .slice(0, 3),
  ).toEqual(['burnt', 'taken', 'ready']);
  expect(Object.keys(view().pack!.lots[0]!)).not.toContain('salt');
  at = 'locked';
  expect(view().pack).toEqual({
    preparedAtMs: expect.any(Number),
    expiresAtMs: expect.any(Number),
    positions: 2,
    floorValue: 0n,
    lots: [],
  });
  vault.prepared.discard('revoked');
  expect(view()).toMatchObject({ pack: null, ended: { reason: 'revoked' } });
});

it('says what a wallet that is not read waits for', () => {
  const find = (facts: { hasApiKey?: boolean; isChanged?: boolean; failure?: ReadFailure }) => {
    const { hasApiKey = true, isChanged = false, failure = null } = facts;
    const before = parseAddress(`0x${'1'.repeat(40)}`);
    return findWalletGap(hasApiKey, {
      changes: () => (isChanged ? [{ code: 'noWallet', parameters: { before } }] : []),
      readFailure: () => failure,
    });
  };
  const refused = (code: string): ReadFailure => ({ code: 'refused', parameters: { status: 401, codes: [code] } });
  expect(find({ hasApiKey: false, failure: refused('authz.invalid_signature') })).toBe('apiKey');
  expect(find({})).toBe('reading');
  expect(find({ isChanged: true })).toBe('changed');
  expect(find({ failure: refused('authz.invalid_signature') })).toBe('keyRefused');
  expect(find({ failure: refused('server.internal_error') })).toBe('unreadable');
  expect(find({ failure: { code: 'unreachable', parameters: { fault: 'timeout' } } })).toBe('unreadable');
});
