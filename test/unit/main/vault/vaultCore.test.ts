import { afterEach, expect, it } from 'vitest';
import { makeVault } from '#main/vault/file/contents.ts';
import { SecretBytes } from '#main/vault/keys/secretBytes.ts';
import { openSession } from '#main/vault/unlock/unlockedVault.ts';
import { type CoreOptions, openVaultCore } from '#main/vault/vaultCore.ts';
import { VaultError } from '#main/vault/vaultError.ts';
import { hashText } from '#wire/eip712/bytes.ts';
import { cheapKdf, makeFolder, PASSWORD, removeFolders } from './openTestVault.ts';

afterEach(removeFolders);

const belonging = { network: 'test', origin: 'o' } as const;
const open = (options: Partial<CoreOptions> = {}) =>
  openVaultCore({ folder: makeFolder(), ...belonging, now: () => 1_000, kdf: cheapKdf, ...options });

async function openFull(options: Partial<CoreOptions> = {}) {
  const core = open(options);
  const made = await makeVault(PASSWORD, new SecretBytes(hashText('own')), core.stamp(), core.tools);
  await core.place(made.file, made.master);
  core.enter(openSession(made.file, made.master));
  return core;
}

it('does one thing after the other, also after one that failed', async () => {
  const core = open();
  const order: number[] = [];
  const slow = core.inLine(async () => {
    await Promise.resolve();
    order.push(1);
    throw new Error('first');
  });
  const next = core.inLine(async () => order.push(2));
  await expect(slow).rejects.toThrow('first');
  await next;
  expect(order).toEqual([1, 2]);
});

it('counts wrong passwords and nothing else against the back-off', async () => {
  const core = open();
  const fail = (code: 'WRONG_PASSWORD' | 'KDF_PARAMS') =>
    core.guess(() => Promise.reject(new VaultError(code, 'x'))).catch((error: VaultError) => error.code);
  for (let guess = 0; guess < 5; guess += 1) expect(await fail('KDF_PARAMS')).toBe('KDF_PARAMS');
  for (let guess = 0; guess < 3; guess += 1) expect(await fail('WRONG_PASSWORD')).toBe('WRONG_PASSWORD');
  expect(await fail('WRONG_PASSWORD')).toBe('BACK_OFF');
});

it('remembers each file that it saved, and only those', async () => {
  const core = await openFull();
  const { vaultId, gen, mac } = core.file()!;
  expect(core.seen.load(vaultId)).toEqual({ gen, mac, older: null });
  await core.save(core.need(), {});
  expect(core.seen.load(vaultId)?.gen).toBe(gen + 1);
  const broken = core.save(core.need(), {}, () => Promise.reject(new VaultError('BUG', 'not proved')));
  await expect(broken).rejects.toThrow('not proved');
  expect(core.seen.load(vaultId)?.gen).toBe(gen + 1);
});

it('ends with a lock: an epoch later, nothing is there, and a save under way replaces nothing', async () => {
  const core = await openFull();
  const held = core.need();
  const before = core.store.read();
  const saving = core.save(held, {}, async () => core.lock('manual'));
  await expect(saving).rejects.toMatchObject({ code: 'LOCKED' });
  expect([core.session(), core.lockedWhy(), core.lockedAtMs(), core.epoch()]).toEqual([null, 'manual', 1_000, 1]);
  expect(core.store.read()).toBe(before);
  expect(() => core.need()).toThrow(expect.objectContaining({ code: 'LOCKED' }));
});

it('finds an older version only where the table has a reader for it', () => {
  expect(open().findOld()).toBeNull();
  expect(() => open().readFile()).toThrow(expect.objectContaining({ code: 'VAULT_ABSENT' }));
});
