import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Kdf } from '#main/vault/file/kdf.ts';
import { parseVaultFile } from '#main/vault/file/vaultFile.ts';
import { ASK_LATER_MS, KEYCHAIN_LIMIT_MS } from '#main/vault/unlock/keychainUnlock.ts';
import type { VaultError } from '#main/vault/vaultError.ts';
import { cheapKdf, KEY_HEX, makeFolder, openTestVault, PASSWORD, removeFolders } from '../openTestVault.ts';
import { type FakeKeychain, openFakeKeychain, openHandTimers } from './fakeKeychain.ts';

afterEach(removeFolders);

const hexKey = { kind: 'hex', privateKey: KEY_HEX } as const;
const code = (expected: string) => expect.objectContaining({ code: expected }) as VaultError;
const slotsOf = (folder: string) => parseVaultFile(readFileSync(join(folder, 'vault.json'), 'utf8')).slots.length;

function start(folder: string, keychain: FakeKeychain | null, options: Parameters<typeof openTestVault>[0] = {}) {
  const timers = openHandTimers();
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
  vault.lock('quit');
  return { folder, keychain, first: vault };
}

const settled = (vault: ReturnType<typeof start>['vault'], at: string) =>
  vi.waitFor(() => expect(vault.keychainUnlock().at).toBe(at), { timeout: 10_000 });

describe('turning it on', () => {
  it('writes a slot and an entry, and is offered by the next start only', async () => {
    const { folder, keychain, first } = await createWithKeychainUnlock();
    expect(first.keychainUnlock()).toEqual({ at: 'pending', keychain: 'Test Keychain' });
    expect([slotsOf(folder), keychain.entries.size]).toEqual([2, 1]);
    await expect(first.unlockWithKeychain()).rejects.toEqual(code('DENIED'));
    const { vault } = start(folder, keychain);
    await settled(vault, 'ready');
    await vault.unlockWithKeychain();
    expect(vault.status()).toMatchObject({ at: 'unlocked', hasApiKey: true });
    expect(vault.credentials()?.sign('m')).toMatch(/^[0-9a-f]{64}$/);
  });

  it('needs the password, and counts a wrong one', async () => {
    const { folder, keychain } = await createWithKeychainUnlock();
    const { vault } = start(folder, keychain);
    await settled(vault, 'ready');
    await expect(vault.disableKeychainUnlock(PASSWORD)).rejects.toEqual(code('LOCKED'));
    await vault.unlockWithKeychain();
    await expect(vault.enableKeychainUnlock('Not-the-password-1')).rejects.toEqual(code('WRONG_PASSWORD'));
    await expect(vault.disableKeychainUnlock('Not-the-password-1')).rejects.toEqual(code('WRONG_PASSWORD'));
    await expect(vault.enableKeychainUnlock(PASSWORD)).rejects.toEqual(code('DENIED'));
    expect(slotsOf(folder)).toBe(2);
  });

  it.each<[string, (chain: FakeKeychain) => void, string]>([
    ['is locked', (chain) => Object.assign(chain, { why: 'the keychain is locked' }), 'the keychain is locked'],
    ['keeps something else', (chain) => Object.assign(chain, { garbled: true }), 'did not give back what was written'],
  ])('is refused by a keychain that %s, and leaves no slot', async (_what, spoil, why) => {
    const folder = makeFolder();
    const keychain = openFakeKeychain();
    const { vault } = start(folder, keychain);
    await vault.create(PASSWORD, hexKey);
    spoil(keychain);
    await expect(vault.enableKeychainUnlock(PASSWORD)).rejects.toMatchObject({
      code: 'KEYCHAIN_FAILED',
      hint: expect.stringContaining('; the password opens the vault'),
    });
    expect(vault.keychainUnlock()).toMatchObject({ at: 'unavailable', why: expect.stringContaining(why) });
    expect(slotsOf(folder)).toBe(1);
  });

  it('is unavailable without a keychain', async () => {
    const { vault } = start(makeFolder(), null);
    await vault.create(PASSWORD, hexKey);
    expect(vault.keychainUnlock()).toEqual({ at: 'unavailable', why: 'there is no keychain here that Adyton can use' });
    await expect(vault.enableKeychainUnlock(PASSWORD)).rejects.toEqual(code('KEYCHAIN_FAILED'));
  });

  it('leaves neither slot nor entry when the disk refuses the save, or the vault is locked meanwhile', async () => {
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
        vault.lock('suspend');
      },
    });
    await expect(vault.enableKeychainUnlock(PASSWORD)).rejects.toEqual(code('LOCKED'));
    await vi.waitFor(() => expect(keychain.entries.size).toBe(0), { timeout: 10_000 });
    expect([vault.keychainUnlock().at, slotsOf(folder)]).toEqual(['off', 1]);
  });

  it('leaves one working pair when it is asked for twice at once', async () => {
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
    await settled(next, 'ready');
    await next.unlockWithKeychain();
  });
});

describe('what it opens', () => {
  it('never stands for the password in a step-up', async () => {
    const { folder, keychain } = await createWithKeychainUnlock();
    const { vault } = start(folder, keychain);
    await settled(vault, 'ready');
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

  it('is only what the password would open too: a vault that was tampered with stays shut', async () => {
    const { folder, keychain } = await createWithKeychainUnlock();
    const path = join(folder, 'vault.json');
    const { writeFileSync } = await import('node:fs');
    const { vault } = start(folder, keychain);
    await settled(vault, 'ready');
    writeFileSync(path, readFileSync(path, 'utf8').replace('"label":"API key"', '"label":"API kez"'));
    await expect(vault.unlockWithKeychain()).rejects.toEqual(code('VAULT_TAMPERED'));
    expect(vault.status()).toMatchObject({ at: 'locked', trouble: 'VAULT_TAMPERED' });
    const elsewhere = openTestVault({ folder, keychain, network: 'live' });
    await settled(elsewhere, 'ready');
    await expect(elsewhere.unlockWithKeychain()).rejects.toBeInstanceOf(Error);
    expect(elsewhere.status().at).toBe('locked');
  });

  it('stays locked when it is locked while the keychain is being asked', async () => {
    const { folder, keychain } = await createWithKeychainUnlock();
    const { vault } = start(folder, keychain);
    await settled(vault, 'ready');
    const opening = vault.unlockWithKeychain();
    vault.lock('suspend');
    await expect(opening).rejects.toEqual(code('LOCKED'));
    expect(vault.status().at).toBe('locked');
  });

  it('proves itself behind a locked screen too, where the keys are still in memory', async () => {
    const { folder, keychain } = await createWithKeychainUnlock();
    const { vault } = start(folder, keychain);
    await settled(vault, 'ready');
    await vault.unlock(PASSWORD);
    await vault.unlockWithKeychain();
    expect(vault.status().at).toBe('unlocked');
    keychain.entries.set([...keychain.entries.keys()][0]!, new Uint8Array(32).fill(7));
    await expect(vault.unlockWithKeychain()).rejects.toEqual(code('KEYCHAIN_FAILED'));
    await vi.waitFor(() => expect(slotsOf(folder)).toBe(1), { timeout: 10_000 });
    // What stands there now may be the way into a copy of this vault elsewhere.
    expect(keychain.entries.size).toBe(1);
  });

  it('survives a change of the password', async () => {
    const { folder, keychain } = await createWithKeychainUnlock();
    const { vault } = start(folder, keychain);
    await vault.unlock(PASSWORD);
    await vault.changePassword(PASSWORD, 'another long password');
    vault.lock('manual');
    const next = start(folder, keychain).vault;
    await settled(next, 'ready');
    await next.unlockWithKeychain();
    await next.checkPassword('another long password');
  });
});

describe('turning it off', () => {
  it('takes slot and entry away', async () => {
    const { folder, keychain } = await createWithKeychainUnlock();
    const { vault } = start(folder, keychain);
    await vault.unlock(PASSWORD);
    await vault.disableKeychainUnlock(PASSWORD);
    expect([vault.keychainUnlock().at, slotsOf(folder), keychain.entries.size]).toEqual(['off', 1, 0]);
    await expect(vault.unlockWithKeychain()).rejects.toEqual(code('DENIED'));
  });

  it('takes the slot away even where the keychain fails', async () => {
    const { folder, keychain } = await createWithKeychainUnlock();
    const { vault } = start(folder, keychain);
    await settled(vault, 'ready');
    await vault.unlock(PASSWORD);
    keychain.why = 'the keychain is locked';
    await vault.disableKeychainUnlock(PASSWORD);
    expect([vault.keychainUnlock().at, slotsOf(folder)]).toEqual(['off', 1]);
  });
});

describe('losing it', () => {
  it.each<[string, (chain: FakeKeychain) => void, string]>([
    ['was emptied', (chain) => chain.entries.clear(), 'its entry is gone from the keychain'],
    [
      'holds the entry of another',
      (chain) => chain.entries.set([...chain.entries.keys()][0]!, new Uint8Array(32).fill(7)),
      'the keychain holds the entry of another vault',
    ],
  ])('a keychain that %s is reported, and its dead slot removed by the password', async (_what, lose, why) => {
    const { folder, keychain } = await createWithKeychainUnlock();
    lose(keychain);
    const { vault } = start(folder, keychain);
    await settled(vault, 'lost');
    expect(slotsOf(folder)).toBe(2);
    await expect(vault.unlockWithKeychain()).rejects.toEqual(code('DENIED'));
    await vault.unlock(PASSWORD);
    expect(slotsOf(folder)).toBe(1);
    expect(vault.keychainUnlock()).toEqual({ at: 'lost', why });
    const next = start(folder, keychain);
    next.timers.runAll(ASK_LATER_MS);
    await settled(next.vault, 'off');
    await next.vault.unlock(PASSWORD);
    await next.vault.enableKeychainUnlock(PASSWORD);
    expect(next.vault.keychainUnlock().at).toBe('pending');
  });

  it('removes the dead slot too when the password was faster than the keychain', async () => {
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

  it('a keychain that went between start and use is told, and the password opens', async () => {
    const { folder, keychain } = await createWithKeychainUnlock();
    const { vault } = start(folder, keychain);
    await settled(vault, 'ready');
    keychain.why = 'the keychain is locked';
    await expect(vault.unlockWithKeychain()).rejects.toEqual(code('KEYCHAIN_FAILED'));
    // It may be unlocked again: the offer stays.
    expect(vault.keychainUnlock().at).toBe('ready');
    keychain.why = null;
    keychain.entries.clear();
    await expect(vault.unlockWithKeychain()).rejects.toEqual(code('KEYCHAIN_FAILED'));
    expect(vault.keychainUnlock().at).toBe('lost');
    await vault.unlock(PASSWORD);
    expect(slotsOf(folder)).toBe(1);
  });

  it('a keychain that fails keeps the slot, says why, and works again at the next start', async () => {
    const { folder, keychain } = await createWithKeychainUnlock();
    keychain.why = 'no keychain answers';
    const { vault } = start(folder, keychain);
    await settled(vault, 'unavailable');
    await vi.waitFor(() => expect(vault.keychainUnlock()).toEqual({ at: 'unavailable', why: 'no keychain answers' }), {
      timeout: 10_000,
    });
    await vault.unlock(PASSWORD);
    expect(slotsOf(folder)).toBe(2);
    keychain.why = null;
    await settled(start(folder, keychain).vault, 'ready');
  });

  it('a silent keychain holds up no password, no save and no lock; after ten seconds it is unavailable', async () => {
    const { folder, keychain } = await createWithKeychainUnlock();
    keychain.silent = true;
    const { vault, timers } = start(folder, keychain);
    expect(vault.keychainUnlock()).toEqual({ at: 'unavailable', why: 'the keychain has not answered yet' });
    await vault.unlock(PASSWORD);
    await vault.storeApiKey({ apiKey: 'other', apiSecret: 'b' });
    expect(vault.status().at).toBe('unlocked');
    timers.runAll(KEYCHAIN_LIMIT_MS);
    await vi.waitFor(
      () =>
        expect(vault.keychainUnlock()).toEqual({
          at: 'unavailable',
          why: 'the keychain did not answer within 10 seconds',
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

  it('a silent keychain during use holds up no password either', async () => {
    const { folder, keychain } = await createWithKeychainUnlock();
    const { vault, timers } = start(folder, keychain);
    await settled(vault, 'ready');
    keychain.silent = true;
    const opening = vault.unlockWithKeychain();
    await vault.unlock(PASSWORD);
    timers.runAll(KEYCHAIN_LIMIT_MS);
    await expect(opening).rejects.toEqual(code('KEYCHAIN_FAILED'));
    expect(vault.status().at).toBe('unlocked');
  });
});

it('asks the keychain before the first unlock only where there is a slot, and keeps nothing of it in memory', async () => {
  const { folder, keychain } = await createWithKeychainUnlock();
  keychain.asked.length = 0;
  const lent: Uint8Array[] = [];
  const read = keychain.read;
  Object.assign(keychain, {
    read: async (account: string) => {
      const secret = (await read(account))!;
      lent.push(secret);
      return secret;
    },
  });
  const { vault } = start(folder, keychain);
  await settled(vault, 'ready');
  await vault.unlockWithKeychain();
  expect(lent.map((secret) => secret.every((byte) => byte === 0))).toEqual([true, true]);
  const bare = makeFolder();
  const quiet = openFakeKeychain();
  const other = start(bare, quiet);
  expect(quiet.asked).toEqual([]);
  other.timers.runAll(ASK_LATER_MS);
  await settled(other.vault, 'off');
  expect(existsSync(bare)).toBe(false);
});

it('never stretches anything: the keychain’s secret is a key by itself', async () => {
  const { folder, keychain } = await createWithKeychainUnlock();
  let stretched = 0;
  const counting: Kdf = (...args) => {
    stretched += 1;
    return cheapKdf(...args);
  };
  const { vault } = start(folder, keychain, { kdf: counting });
  await settled(vault, 'ready');
  await vault.unlockWithKeychain();
  expect(stretched).toBe(0);
});
