/** After a lock the memory of the vault holds no key: arrays are zeroed, and what used them can be collected. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, expect, it, vi } from 'vitest';
import { createVault } from '#main/vault/createVault.ts';
import { createSessionKey } from '#main/vault/keys/additionalKeys.ts';
import type { Credentials } from '#main/vault/unlock/unlockedVault.ts';
import { openVaultCore } from '#main/vault/vaultCore.ts';
import { cheapKdf, makeFolder, openTestVault, PASSWORD, removeFolders } from '#test/unit/main/vault/openTestVault.ts';
import { hashText } from '#wire/eip712/bytes.ts';

afterEach(removeFolders);

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Not by `expect`, which would keep what it was given. */
function tryToSign(lent: Credentials): string {
  try {
    return lent.sign('m');
  } catch (error) {
    return error instanceof Error ? error.message : '';
  }
}

/** A vault that was used and locked, and weak hands on what it held: nothing else of it leaves this function. */
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
  const lent = vault.credentials()!;
  expect(lent.sign('m')).toMatch(/^[0-9a-f]{64}$/);
  // Drawn in this order: the own key, then the master key.
  const isZero = (index: number): boolean => drawn[index]!.every((byte) => byte === 0);
  expect([isZero(0), isZero(1)]).toEqual([true, false]);
  vault.lock();
  expect(isZero(1)).toBe(true);
  expect(tryToSign(lent)).toBe('Expected an unlocked vault, found it locked');
  const held = [new WeakRef<object>(drawn[1]!), new WeakRef<object>(lent)];
  drawn.length = 0;
  return { vault, held };
}

const PATIENT = { timeout: 10_000 };

it('zeroes the master key and lets go of it and of all that was lent', async () => {
  const { vault, held } = await useAndLock();
  await vi.waitFor(() => {
    collect();
    expect(held.map((ref) => ref.deref() === undefined)).toEqual([true, true]);
  }, PATIENT);
  expect(vault.credentials()).toBeNull();
});

/** A core that made a session key and was locked, and a weak hand on the key object. */
async function holdAndLock() {
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
  await createVault(core, PASSWORD, { kind: 'random' }, 0);
  const before = drawn.length;
  await createSessionKey(core, PASSWORD);
  expect(drawn[before]!.every((byte) => byte === 0)).toBe(true);
  const [held] = core.requireUnlocked().sessionKeys();
  const ref = new WeakRef<object>(held!.key());
  core.lock();
  expect(() => held!.key()).toThrow('found it locked');
  return { core, ref };
}

it('lets go of the session keys too', async () => {
  const { core, ref } = await holdAndLock();
  await vi.waitFor(() => {
    collect();
    expect(ref.deref() === undefined).toBe(true);
  }, PATIENT);
  expect(core.unlocked()).toBeNull();
});
