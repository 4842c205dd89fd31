import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { openVaultStore, type SaveStep } from '#main/vault/file/vaultStore.ts';
import { makeFolder, removeFolders } from '../openTestVault.ts';

const accept = (): void => {};
afterEach(removeFolders);

it('writes a private file in a private folder and keeps the previous generation', async () => {
  const folder = makeFolder();
  const store = openVaultStore(folder);
  expect([store.exists(), store.read()]).toEqual([false, null]);
  await store.save('one', accept);
  await store.save('two', accept);
  await store.save('three', accept);
  expect(store.read()).toBe('three');
  expect(readFileSync(join(folder, 'vault.json.1'), 'utf8')).toBe('two');
  expect(readdirSync(folder).sort()).toEqual(['vault.json', 'vault.json.1']);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  for (const name of readdirSync(folder)) expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
});

it('refuses a link and a file that others can read', async () => {
  const folder = makeFolder();
  const store = openVaultStore(folder);
  await store.save('one', accept);
  chmodSync(join(folder, 'vault.json'), 0o644);
  expect(() => store.read()).toThrow('wider permissions');
  await expect(store.save('two', accept)).rejects.toMatchObject({ code: 'VAULT_TAMPERED' });

  const linked = makeFolder();
  mkdirSync(linked);
  writeFileSync(join(linked, 'elsewhere'), 'x', { mode: 0o600 });
  symlinkSync(join(linked, 'elsewhere'), join(linked, 'vault.json'));
  expect(() => openVaultStore(linked).read()).toThrow('found a link');
  await expect(openVaultStore(linked).save('two', accept)).rejects.toMatchObject({ code: 'VAULT_TAMPERED' });
});

it('makes the folder private', async () => {
  const folder = makeFolder();
  mkdirSync(folder, { mode: 0o755 });
  await openVaultStore(folder).save('one', accept);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
});

it('never replaces the vault with bytes that do not verify', async () => {
  const folder = makeFolder();
  let corrupt = false;
  const store = openVaultStore(folder, (step, path) => {
    if (step === 'verify' && corrupt) writeFileSync(path, 'rotten');
  });
  const verify = (found: string): void => {
    if (found === 'rotten') throw new Error('Expected other bytes');
  };
  await store.save('one', verify);
  corrupt = true;
  await expect(store.save('two', verify)).rejects.toMatchObject({ code: 'SAVE_FAILED' });
  expect(store.read()).toBe('one');
  expect(readdirSync(folder)).toEqual(['vault.json']);
});

it.each<SaveStep>(['folder', 'open', 'write', 'sync', 'verify', 'previous', 'rename'])(
  'keeps the old vault and leaves no scraps when the disk fails at "%s"',
  async (failing) => {
    const folder = makeFolder();
    let armed = false;
    const store = openVaultStore(folder, (step) => {
      if (armed && step === failing) throw Object.assign(new Error('No space'), { code: 'ENOSPC' });
    });
    await store.save('one', accept);
    armed = true;
    await expect(store.save('two', accept)).rejects.toMatchObject({
      code: 'SAVE_FAILED',
      message: 'Expected to save the vault, found ENOSPC',
    });
    expect(store.read()).toBe('one');
    expect(readdirSync(folder).filter((name) => name.includes('tmp'))).toEqual([]);
    armed = false;
    await store.save('two', accept);
    expect(store.read()).toBe('two');
  },
);

it('removes the leftovers of a killed save', async () => {
  const folder = makeFolder();
  const store = openVaultStore(folder);
  await store.save('one', accept);
  writeFileSync(join(folder, 'vault.json.tmp-abc'), 'half');
  await store.save('two', accept);
  expect(existsSync(join(folder, 'vault.json.tmp-abc'))).toBe(false);
});

it('reports a missing vault when the previous generation is there', () => {
  const folder = makeFolder();
  mkdirSync(folder);
  writeFileSync(join(folder, 'vault.json.1'), 'old', { mode: 0o600 });
  const store = openVaultStore(folder);
  expect(store.exists()).toBe(true);
  expect(() => store.read()).toThrow(expect.objectContaining({ code: 'VAULT_CORRUPT' }));
});
