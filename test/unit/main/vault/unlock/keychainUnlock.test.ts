import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Kdf } from '#main/vault/file/kdf.ts';
import { parseVaultFile } from '#main/vault/file/vaultFile.ts';
import { KEYCHAIN_LIMIT_MS } from '#main/vault/unlock/keychain.ts';
import { CHECK_DELAY_MS } from '#main/vault/unlock/keychainUnlock.ts';
import type { VaultError } from '#main/vault/vaultError.ts';
import { cheapKdf, KEY_HEX, makeFolder, openTestVault, PASSWORD, removeFolders } from '../openTestVault.ts';
import { createManualTimers, type FakeKeychain, openFakeKeychain } from './fakeKeychain.ts';

afterEach(removeFolders);

const LOCKED = { code: 'locked', parameters: {} } as const;
const NOT_RUNNING = { code: 'notRunning', parameters: {} } as const;
const hexKey = { kind: 'hex', privateKey: KEY_HEX } as const;
const code = (expected: string) => expect.objectContaining({ code: expected }) as VaultError;
const slotsOf = (folder: string) => parseVaultFile(readFileSync(join(folder, 'vault.json'), 'utf8')).slots.length;

function start(folder: string, keychain: FakeKeychain | null, options: Parameters<typeof openTestVault>[0] = {}) {
  const timers = createManualTimers();
  const vault = openTestVault({ folder, keychain, platform: 'linux', schedule: timers.schedule, ...options });
  return { vault, timers };
}

/** A vault with a keychain slot, written by an earlier run. */
async function createWithKeychainUnlock() {
  const folder = makeFolder();
  const keychain = openFakeKeychain();
  const { vault } = start(folder, keychain);
  await vault.create(PASSWORD, hexKey);
  await vault.storeApiKey({ apiKey: 'ak', apiSecret: 'as' });
  await vault.enableKeychainUnlock(PASSWORD);
  vault.lock();
  return { folder, keychain, first: vault };
}

const untilState = (vault: ReturnType<typeof start>['vault'], at: string) =>
  vi.waitFor(() => expect(vault.keychainUnlock().at).toBe(at), { timeout: 10_000 });

describe('turning keychain unlock on', () => {
  it('writes a slot and an entry, and is offered after the next start', async () => {
    const { folder, keychain, first } = await createWithKeychainUnlock();
    expect(first.keychainUnlock()).toEqual({ at: 'pending', keychain: 'Test Keychain' });
    expect([slotsOf(folder), keychain.entries.size]).toEqual([2, 1]);
    await expect(first.unlockWithKeychain()).rejects.toEqual(code('DENIED'));
    const { vault } = start(folder, keychain);
    await untilState(vault, 'ready');
    await vault.unlockWithKeychain();
    expect(vault.status()).toMatchObject({ at: 'unlocked', hasApiKey: true });
    expect(vault.credentials()?.sign('m')).toMatch(/^[0-9a-f]{64}$/);
  });

  it('needs the password, and counts a wrong password', async () => {
    const { folder, keychain } = await createWithKeychainUnlock();
    const { vault } = start(folder, keychain);
    await untilState(vault, 'ready');
    await expect(vault.disableKeychainUnlock(PASSWORD)).rejects.toEqual(code('LOCKED'));
    await vault.unlockWithKeychain();
    await expect(vault.enableKeychainUnlock('Not-the-password-1')).rejects.toEqual(code('WRONG_PASSWORD'));
    await expect(vault.disableKeychainUnlock('Not-the-password-1')).rejects.toEqual(code('WRONG_PASSWORD'));
    await expect(vault.enableKeychainUnlock(PASSWORD)).rejects.toEqual(code('DENIED'));
    expect(slotsOf(folder)).toBe(2);
  });

  it.each<[string, (chain: FakeKeychain) => void, string]>([
    ['is locked', (chain) => Object.assign(chain, { fault: LOCKED }), 'locked'],
    ['stores something else', (chain) => Object.assign(chain, { garbled: true }), 'notStored'],
  ])('fails with a keychain that %s, and leaves no slot', async (_what, breakKeychain, faultCode) => {
    const folder = makeFolder();
    const keychain = openFakeKeychain();
    const { vault } = start(folder, keychain);
    await vault.create(PASSWORD, hexKey);
    breakKeychain(keychain);
    const fault = { code: faultCode, parameters: {} };
    await expect(vault.enableKeychainUnlock(PASSWORD)).rejects.toMatchObject({
      coded: { code: 'KEYCHAIN_FAILED', parameters: { fault } },
    });
    expect(vault.keychainUnlock()).toEqual({ at: 'unavailable', reason: fault });
    expect(slotsOf(folder)).toBe(1);
  });

  it('is unavailable without a keychain', async () => {
    const { vault } = start(makeFolder(), null);
    await vault.create(PASSWORD, hexKey);
    expect(vault.keychainUnlock()).toEqual({ at: 'unavailable', reason: { code: 'noKeychain', parameters: {} } });
    await expect(vault.enableKeychainUnlock(PASSWORD)).rejects.toEqual(code('KEYCHAIN_FAILED'));
  });

  it('leaves neither slot nor entry when the save fails or the vault locks', async () => {
    const folder = makeFolder();
    const keychain = openFakeKeychain();
    let isFull = false;
    const full = Object.assign(new Error('full'), { code: 'ENOSPC' });
    const { vault } = start(folder, keychain, {
      onSaveStep: () => {
        if (isFull) throw full;
      },
    });
    await vault.create(PASSWORD, hexKey);
    isFull = true;
    await expect(vault.enableKeychainUnlock(PASSWORD)).rejects.toEqual(code('SAVE_FAILED'));
    isFull = false;
    const write = keychain.write;
    Object.assign(keychain, {
      write: async (account: string, secret: Uint8Array) => {
        await write(account, secret);
        vault.lock();
      },
    });
    await expect(vault.enableKeychainUnlock(PASSWORD)).rejects.toEqual(code('LOCKED'));
    await vi.waitFor(() => expect(keychain.entries.size).toBe(0), { timeout: 10_000 });
    expect([vault.keychainUnlock().at, slotsOf(folder)]).toEqual(['off', 1]);
  });

  it('leaves one working slot and entry when it runs twice at once', async () => {
    const folder = makeFolder();
    const keychain = openFakeKeychain();
    const { vault } = start(folder, keychain);
    await vault.create(PASSWORD, hexKey);
    const answers = await Promise.allSettled([
      vault.enableKeychainUnlock(PASSWORD),
      vault.enableKeychainUnlock(PASSWORD),
    ]);
    expect(answers.map((answer) => answer.status)).toEqual(['fulfilled', 'rejected']);
    const next = start(folder, keychain).vault;
    await untilState(next, 'ready');
    await next.unlockWithKeychain();
  });
});

describe('keychain unlock', () => {
  it('never replaces the password in a step-up', async () => {
    const { folder, keychain } = await createWithKeychainUnlock();
    const { vault } = start(folder, keychain);
    await untilState(vault, 'ready');
    await vault.unlockWithKeychain();
    const entry = [...keychain.entries.values()][0]!;
    for (const guess of ['', 'device', Buffer.from(entry).toString('hex'), Buffer.from(entry).toString('base64')]) {
      const wrong = openTestVault({ folder });
      await wrong.unlock(PASSWORD);
      await expect(wrong.checkPassword(guess)).rejects.toEqual(code('WRONG_PASSWORD'));
      await expect(wrong.changePassword(guess, 'another long password')).rejects.toEqual(code('WRONG_PASSWORD'));
    }
    await expect(vault.checkPassword('')).rejects.toEqual(code('WRONG_PASSWORD'));
  });

  it('checks the vault like the password does: a changed vault stays locked', async () => {
    const { folder, keychain } = await createWithKeychainUnlock();
    const path = join(folder, 'vault.json');
    const { writeFileSync } = await import('node:fs');
    const { vault } = start(folder, keychain);
    await untilState(vault, 'ready');
    writeFileSync(path, readFileSync(path, 'utf8').replace('"label":"API key"', '"label":"API kez"'));
    await expect(vault.unlockWithKeychain()).rejects.toEqual(code('VAULT_TAMPERED'));
    expect(vault.status()).toMatchObject({ at: 'locked', trouble: 'VAULT_TAMPERED' });
    const elsewhere = openTestVault({ folder, keychain, network: 'live' });
    await untilState(elsewhere, 'ready');
    await expect(elsewhere.unlockWithKeychain()).rejects.toBeInstanceOf(Error);
    expect(elsewhere.status().at).toBe('locked');
  });

  it('stays locked when a lock comes during the keychain call', async () => {
    const { folder, keychain } = await createWithKeychainUnlock();
    const { vault } = start(folder, keychain);
    await untilState(vault, 'ready');
    const opening = vault.unlockWithKeychain();
    vault.lock();
    await expect(opening).rejects.toEqual(code('LOCKED'));
    expect(vault.status().at).toBe('locked');
  });

  it('works behind a locked screen, where the keys are in memory', async () => {
    const { folder, keychain } = await createWithKeychainUnlock();
    const { vault } = start(folder, keychain);
    await untilState(vault, 'ready');
    await vault.unlock(PASSWORD);
    await vault.unlockWithKeychain();
    expect(vault.status().at).toBe('unlocked');
    keychain.entries.set([...keychain.entries.keys()][0]!, new Uint8Array(32).fill(7));
    await expect(vault.unlockWithKeychain()).rejects.toEqual(code('KEYCHAIN_FAILED'));
    await vi.waitFor(() => expect(slotsOf(folder)).toBe(1), { timeout: 10_000 });
    // The entry may belong to another copy of this vault.
    expect(keychain.entries.size).toBe(1);
  });

  it('survives a change of the password', async () => {
    const { folder, keychain } = await createWithKeychainUnlock();
    const { vault } = start(folder, keychain);
    await vault.unlock(PASSWORD);
    await vault.changePassword(PASSWORD, 'another long password');
    vault.lock();
    const next = start(folder, keychain).vault;
    await untilState(next, 'ready');
    await next.unlockWithKeychain();
    await next.checkPassword('another long password');
  });
});

describe('turning keychain unlock off', () => {
  it('removes slot and entry', async () => {
    const { folder, keychain } = await createWithKeychainUnlock();
    const { vault } = start(folder, keychain);
    await vault.unlock(PASSWORD);
    await vault.disableKeychainUnlock(PASSWORD);
    expect([vault.keychainUnlock().at, slotsOf(folder), keychain.entries.size]).toEqual(['off', 1, 0]);
    await expect(vault.unlockWithKeychain()).rejects.toEqual(code('DENIED'));
  });

  it('removes the slot even when the keychain fails', async () => {
    const { folder, keychain } = await createWithKeychainUnlock();
    const { vault } = start(folder, keychain);
    await untilState(vault, 'ready');
    await vault.unlock(PASSWORD);
    keychain.fault = LOCKED;
    await vault.disableKeychainUnlock(PASSWORD);
    expect([vault.keychainUnlock().at, slotsOf(folder)]).toEqual(['off', 1]);
  });
});

describe('a lost keychain entry', () => {
  it.each<[string, (chain: FakeKeychain) => void, string]>([
    ['was emptied', (chain) => chain.entries.clear(), 'entryMissing'],
    [
      'has the entry of another vault',
      (chain) => chain.entries.set([...chain.entries.keys()][0]!, new Uint8Array(32).fill(7)),
      'entryMismatch',
    ],
  ])(
    'of a keychain that %s is reported, and the next password unlock removes the slot',
    async (_what, lose, faultCode) => {
      const { folder, keychain } = await createWithKeychainUnlock();
      lose(keychain);
      const { vault } = start(folder, keychain);
      await untilState(vault, 'lost');
      expect(slotsOf(folder)).toBe(2);
      await expect(vault.unlockWithKeychain()).rejects.toEqual(code('DENIED'));
      await vault.unlock(PASSWORD);
      expect(slotsOf(folder)).toBe(1);
      expect(vault.keychainUnlock()).toEqual({ at: 'lost', reason: { code: faultCode, parameters: {} } });
      const next = start(folder, keychain);
      next.timers.runAll(CHECK_DELAY_MS);
      await untilState(next.vault, 'off');
      await next.vault.unlock(PASSWORD);
      await next.vault.enableKeychainUnlock(PASSWORD);
      expect(next.vault.keychainUnlock().at).toBe('pending');
    },
  );

  it('is removed too when the password unlocks before the keychain answers', async () => {
    const { folder, keychain } = await createWithKeychainUnlock();
    keychain.entries.clear();
    let answer = (): void => undefined;
    Object.assign(keychain, { read: () => new Promise((resolve) => (answer = () => resolve(null))) });
    const { vault } = start(folder, keychain);
    await vault.unlock(PASSWORD);
    answer();
    await vi.waitFor(() => expect(slotsOf(folder)).toBe(1), { timeout: 10_000 });
    expect(vault.keychainUnlock().at).toBe('lost');
  });

  it('is reported when it disappears after the start, and the password unlocks', async () => {
    const { folder, keychain } = await createWithKeychainUnlock();
    const { vault } = start(folder, keychain);
    await untilState(vault, 'ready');
    keychain.fault = LOCKED;
    await expect(vault.unlockWithKeychain()).rejects.toEqual(code('KEYCHAIN_FAILED'));
    // It may be unlocked again: the offer stays.
    expect(vault.keychainUnlock().at).toBe('ready');
    keychain.fault = null;
    keychain.entries.clear();
    await expect(vault.unlockWithKeychain()).rejects.toEqual(code('KEYCHAIN_FAILED'));
    expect(vault.keychainUnlock().at).toBe('lost');
    await vault.unlock(PASSWORD);
    expect(slotsOf(folder)).toBe(1);
  });

  it('is not assumed when the keychain fails: the slot stays and works after the next start', async () => {
    const { folder, keychain } = await createWithKeychainUnlock();
    keychain.fault = NOT_RUNNING;
    const { vault } = start(folder, keychain);
    await untilState(vault, 'unavailable');
    await vi.waitFor(() => expect(vault.keychainUnlock()).toEqual({ at: 'unavailable', reason: NOT_RUNNING }), {
      timeout: 10_000,
    });
    await vault.unlock(PASSWORD);
    expect(slotsOf(folder)).toBe(2);
    keychain.fault = null;
    await untilState(start(folder, keychain).vault, 'ready');
  });

  it('is not assumed when the keychain does not answer; after ten seconds it is unavailable, and passwords and saves do not wait', async () => {
    const { folder, keychain } = await createWithKeychainUnlock();
    keychain.silent = true;
    const { vault, timers } = start(folder, keychain);
    expect(vault.keychainUnlock()).toEqual({ at: 'unavailable', reason: { code: 'notChecked', parameters: {} } });
    await vault.unlock(PASSWORD);
    await vault.storeApiKey({ apiKey: 'other', apiSecret: 'b' });
    expect(vault.status().at).toBe('unlocked');
    timers.runAll(KEYCHAIN_LIMIT_MS);
    await vi.waitFor(
      () =>
        expect(vault.keychainUnlock()).toEqual({
          at: 'unavailable',
          reason: { code: 'timeout', parameters: { seconds: 10 } },
        }),
      { timeout: 10_000 },
    );
    expect(slotsOf(folder)).toBe(2);
    const turning = vault.disableKeychainUnlock(PASSWORD);
    await vi.waitFor(() => expect(slotsOf(folder)).toBe(1), { timeout: 10_000 });
    await vault.unlock(PASSWORD);
    timers.runAll(KEYCHAIN_LIMIT_MS);
    await turning;
    expect(timers.count()).toBe(0);
  });

  it('does not delay the password when the keychain stops answering during an unlock', async () => {
    const { folder, keychain } = await createWithKeychainUnlock();
    const { vault, timers } = start(folder, keychain);
    await untilState(vault, 'ready');
    keychain.silent = true;
    const opening = vault.unlockWithKeychain();
    await vault.unlock(PASSWORD);
    timers.runAll(KEYCHAIN_LIMIT_MS);
    await expect(opening).rejects.toEqual(code('KEYCHAIN_FAILED'));
    expect(vault.status().at).toBe('unlocked');
  });
});

it('reads the keychain at start only for a vault with a slot, and zeroes what it read', async () => {
  const { folder, keychain } = await createWithKeychainUnlock();
  keychain.calls.length = 0;
  const secrets: Uint8Array[] = [];
  const read = keychain.read;
  Object.assign(keychain, {
    read: async (account: string) => {
      const secret = (await read(account))!;
      secrets.push(secret);
      return secret;
    },
  });
  const { vault } = start(folder, keychain);
  await untilState(vault, 'ready');
  await vault.unlockWithKeychain();
  expect(secrets.map((secret) => secret.every((byte) => byte === 0))).toEqual([true, true]);
  const bare = makeFolder();
  const quiet = openFakeKeychain();
  const other = start(bare, quiet);
  expect(quiet.calls).toEqual([]);
  other.timers.runAll(CHECK_DELAY_MS);
  await untilState(other.vault, 'off');
  expect(existsSync(bare)).toBe(false);
});

it('runs no password derivation: the keychain’s secret is a key already', async () => {
  const { folder, keychain } = await createWithKeychainUnlock();
  let derivations = 0;
  const counting: Kdf = (...args) => {
    derivations += 1;
    return cheapKdf(...args);
  };
  const { vault } = start(folder, keychain, { kdf: counting });
  await untilState(vault, 'ready');
  await vault.unlockWithKeychain();
  expect(derivations).toBe(0);
});
