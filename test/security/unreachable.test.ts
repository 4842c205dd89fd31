/** Keys are gone from memory after a lock: arrays are zeroed, and their users can be collected. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, expect, it, vi } from 'vitest';
import { createVault } from '#main/vault/createVault.ts';
import { createSessionKey } from '#main/vault/keys/additionalKeys.ts';
import type { Credentials } from '#main/vault/unlock/unlockedVault.ts';
import { openVaultCore } from '#main/vault/vaultCore.ts';
import {
  cheapKdf,
  KEY_HEX,
  makeFolder,
  openTestVault,
  PASSWORD,
  removeFolders,
} from '#test/unit/main/vault/openTestVault.ts';
import { makePlan } from '#test/unit/main/vault/prepared/makePlan.ts';
import { hashText } from '#wire/eip712/bytes.ts';

afterEach(removeFolders);

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Without `expect`, which would keep a reference. */
function tryToSign(credentials: Credentials): string {
  try {
    return credentials.sign('m');
  } catch (error) {
    return error instanceof Error ? error.message : '';
  }
}

/** A used and locked vault with weak references to its secrets; no strong reference leaves this function. */
async function useAndLock() {
  const drawn: Uint8Array[] = [];
  const random = (length: number): Uint8Array => {
    const bytes = hashText(`draw ${drawn.length}`).slice(0, length);
    drawn.push(bytes);
    return bytes;
  };
  const vault = openTestVault({ folder: makeFolder(), random });
  await vault.create(PASSWORD, { kind: 'random' });
  await vault.storeApiKey({ apiKey: 'ak', apiSecret: 'as' });
  const credentials = vault.credentials()!;
  expect(credentials.sign('m')).toMatch(/^[0-9a-f]{64}$/);
  // Drawn in this order: the own key, then the master key.
  const isZero = (index: number): boolean => drawn[index]!.every((byte) => byte === 0);
  expect([isZero(0), isZero(1)]).toEqual([true, false]);
  vault.lock();
  expect(isZero(1)).toBe(true);
  expect(tryToSign(credentials)).toBe('Expected an unlocked vault, found it locked');
  const refs = [new WeakRef<object>(drawn[1]!), new WeakRef<object>(credentials)];
  drawn.length = 0;
  return { vault, refs };
}

const PATIENT = { timeout: 10_000 };

it('zeroes the master key and releases it with the credentials', async () => {
  const { vault, refs } = await useAndLock();
  await vi.waitFor(() => {
    collect();
    expect(refs.map((ref) => ref.deref() === undefined)).toEqual([true, true]);
  }, PATIENT);
  expect(vault.credentials()).toBeNull();
});

/** A locked core with a weak reference to the key object of its session key. */
async function createKeyAndLock() {
  const drawn: Uint8Array[] = [];
  const random = (length: number): Uint8Array => {
    const bytes = hashText(`draw ${drawn.length} of another vault`).slice(0, length);
    drawn.push(bytes);
    return bytes;
  };
  const core = openVaultCore({
    folder: makeFolder(),
    network: 'test',
    origin: 'o',
    now: () => 0,
    kdf: cheapKdf,
    random,
  });
  await createVault(core, PASSWORD, { kind: 'random' }, async () => true);
  const before = drawn.length;
  await createSessionKey(core, PASSWORD);
  expect(drawn[before]!.every((byte) => byte === 0)).toBe(true);
  const [key] = core.requireUnlocked().sessionKeys().values();
  const ref = new WeakRef<object>(key!.key());
  core.lock();
  expect(() => key!.key()).toThrow('found it locked');
  return { core, ref };
}

it('releases the session keys too', async () => {
  const { core, ref } = await createKeyAndLock();
  await vi.waitFor(() => {
    collect();
    expect(ref.deref() === undefined).toBe(true);
  }, PATIENT);
  expect(core.unlocked()).toBeNull();
});

/** A locked vault with prepared exits, and weak references to what must be gone; `endPack` ends the exits too. */
async function prepareAndLock() {
  const drawn: Uint8Array[] = [];
  const random = (length: number): Uint8Array => {
    const bytes = hashText(`draw ${drawn.length} of a third vault`).slice(0, length);
    drawn.push(bytes);
    return bytes;
  };
  const vault = openTestVault({ folder: makeFolder(), random });
  await vault.create(PASSWORD, { kind: 'hex', privateKey: KEY_HEX });
  await vault.storeApiKey({ apiKey: 'ak', apiSecret: 'as' });
  const master = drawn[0]!;
  const before = drawn.length;
  await vault.prepared.prepare(PASSWORD, makePlan());
  const packKey = drawn[before]!;
  const isZero = (bytes: Uint8Array): boolean => bytes.every((byte) => byte === 0);
  expect([isZero(master), isZero(packKey)]).toEqual([false, false]);
  const credentials = vault.credentials()!;
  const refs = [new WeakRef<object>(master), new WeakRef<object>(credentials)];
  const packRefs = [new WeakRef<object>(vault.prepared.credentials()!)];
  vault.lock();
  expect([isZero(master), isZero(packKey)]).toEqual([true, false]);
  expect(tryToSign(credentials)).toBe('Expected an unlocked vault, found it locked');
  drawn.length = 0;
  return { vault, refs, packRefs, isPackKeyZero: () => isZero(packKey) };
}

it('zeroes and releases the same with prepared exits, and theirs once they end', async () => {
  const { vault, refs, packRefs, isPackKeyZero } = await prepareAndLock();
  const areGone = (list: readonly WeakRef<object>[]): boolean => list.every((ref) => ref.deref() === undefined);
  await vi.waitFor(() => {
    collect();
    expect(areGone(refs)).toBe(true);
  }, PATIENT);
  expect(areGone(packRefs)).toBe(false);
  vault.prepared.discard('revoked');
  expect(isPackKeyZero()).toBe(true);
  await vi.waitFor(() => {
    collect();
    expect(areGone(packRefs)).toBe(true);
  }, PATIENT);
});
