/** Keychain unlock on the real Secret Service; every start is a process of its own. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PASSWORD } from '#test/unit/main/vault/openTestVault.ts';
import { openPrivateSession, type PrivateSession } from './privateSession.ts';
import { openRealKeychain } from './realKeychain.ts';
import type { VaultAct, VaultReport } from './vaultProcess.ts';

const ENTRY = path.join(import.meta.dirname, 'vaultProcess.ts');
const KEYRING_PASSWORD = 'of the keyring';
const NAME = process.platform === 'linux' ? 'Secret Service' : 'Keychain';

let session: PrivateSession;
let children: ChildProcess[];

interface VaultProcess {
  does(act: VaultAct): Promise<VaultReport>;
  /** As when the program ends: nothing of it is left. */
  end(): Promise<void>;
}

async function startVault(): Promise<VaultProcess> {
  const child = fork(ENTRY, [path.join(session.folder, 'vault')], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    execArgv: ['--experimental-strip-types', '--disable-warning=ExperimentalWarning'],
  });
  child.on('error', () => {});
  children.push(child);
  const failed = once(child, 'exit').then(() => Promise.reject(new Error('Expected the vault’s process to run')));
  failed.catch(() => {});
  await Promise.race([once(child, 'message'), failed]);
  const process: VaultProcess = {
    async does(act) {
      const answer = once(child, 'message') as Promise<[VaultReport]>;
      child.send(act);
      return (await Promise.race([answer, failed]))[0];
    },
    async end() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
  return process;
}

/** Starts the program and waits for its check of the keychain. */
async function restart(before?: VaultProcess): Promise<{ vault: VaultProcess; found: VaultReport }> {
  await before?.end();
  const vault = await startVault();
  return { vault, found: await vault.does({ act: 'check' }) };
}

async function createEnabledVault(): Promise<VaultProcess> {
  const { vault } = await restart();
  await vault.does({ act: 'create', password: PASSWORD });
  expect(await vault.does({ act: 'enable', password: PASSWORD })).toMatchObject({
    error: null,
    keychainUnlock: { at: 'pending', keychain: NAME },
  });
  return vault;
}

interface VaultFilePart {
  readonly vaultId: string;
  readonly slots: readonly { readonly type: string }[];
}

async function readVaultFile(): Promise<VaultFilePart> {
  return JSON.parse(await readFile(path.join(session.folder, 'vault/vault.json'), 'utf8')) as VaultFilePart;
}

const slotTypes = async () => (await readVaultFile()).slots.map(({ type }) => type);
const hasEntry = async () => (await openRealKeychain().read(`vault-${(await readVaultFile()).vaultId}`)) !== null;

beforeEach(async () => {
  children = [];
  session = await openPrivateSession();
  for (const [name, value] of Object.entries(session.variables)) vi.stubEnv(name, value);
  await session.startDaemon(KEYRING_PASSWORD);
});

afterEach(async () => {
  for (const child of children) child.kill('SIGKILL');
  await session.close();
  vi.unstubAllEnvs();
});

describe('a vault with keychain unlock', () => {
  it('offers it from the second start, after reading the entry back', async () => {
    const first = await createEnabledVault();
    expect(await first.does({ act: 'unlockWithKeychain' })).toMatchObject({ error: 'DENIED' });
    await first.end();
    await session.stopDaemon();
    await session.startDaemon(KEYRING_PASSWORD);
    const { vault, found } = await restart();
    expect(found).toMatchObject({ at: 'locked', keychainUnlock: { at: 'ready', keychain: NAME } });
    expect(await vault.does({ act: 'unlockWithKeychain' })).toMatchObject({ error: null, at: 'unlocked' });
    expect(await vault.does({ act: 'disable', password: 'not it' })).toMatchObject({ error: 'WRONG_PASSWORD' });
    expect(await slotTypes()).toEqual(['password', 'device']);
  });

  it('reports it lost after a keyring reset, opens with the password, and removes the slot', async () => {
    const first = await createEnabledVault();
    await session.stopDaemon();
    await session.reset();
    await session.startDaemon(KEYRING_PASSWORD);
    const { vault, found } = await restart(first);
    expect(found).toMatchObject({ at: 'locked', keychainUnlock: { at: 'lost' } });
    expect(await vault.does({ act: 'unlockWithKeychain' })).toMatchObject({ error: 'DENIED', at: 'locked' });
    expect(await vault.does({ act: 'unlock', password: PASSWORD })).toMatchObject({ error: null, at: 'unlocked' });
    expect(await slotTypes()).toEqual(['password']);
    expect((await restart(vault)).found).toMatchObject({ keychainUnlock: { at: 'off', keychain: NAME } });
  });

  it('keeps the slot while the keyring is locked, and offers it again after the keyring unlocks', async () => {
    const first = await createEnabledVault();
    await session.lock();
    const { vault, found } = await restart(first);
    expect(found).toMatchObject({ at: 'locked', keychainUnlock: { at: 'unavailable', reason: { code: 'locked' } } });
    expect(await vault.does({ act: 'unlock', password: PASSWORD })).toMatchObject({ error: null, at: 'unlocked' });
    expect(await slotTypes()).toEqual(['password', 'device']);
    await session.stopDaemon();
    await session.startDaemon(KEYRING_PASSWORD);
    expect((await restart(vault)).found).toMatchObject({ keychainUnlock: { at: 'ready' } });
  });

  it('keeps the slot while no keychain runs', async () => {
    const first = await createEnabledVault();
    await session.stopDaemon();
    const { vault, found } = await restart(first);
    expect(found).toMatchObject({ keychainUnlock: { at: 'unavailable', reason: { code: 'notRunning' } } });
    expect(await vault.does({ act: 'unlock', password: PASSWORD })).toMatchObject({ error: null, at: 'unlocked' });
    expect(await slotTypes()).toEqual(['password', 'device']);
  });

  it('fails with the reason when the keyring locks between start and unlock', async () => {
    const { vault } = await restart(await createEnabledVault());
    await session.lock();
    expect(await vault.does({ act: 'unlockWithKeychain' })).toMatchObject({
      error: 'KEYCHAIN_FAILED',
      fault: 'locked',
      at: 'locked',
    });
    expect(await vault.does({ act: 'unlock', password: PASSWORD })).toMatchObject({ error: null, at: 'unlocked' });
    expect(await slotTypes()).toEqual(['password', 'device']);
  });

  it('removes the keychain entry when it is turned off', async () => {
    const vault = await createEnabledVault();
    expect(await hasEntry()).toBe(true);
    expect(await vault.does({ act: 'disable', password: PASSWORD })).toMatchObject({ error: null });
    expect(await hasEntry()).toBe(false);
    expect(await slotTypes()).toEqual(['password']);
    expect((await restart(vault)).found).toMatchObject({ keychainUnlock: { at: 'off' } });
  });

  it('cannot be turned on when no keychain runs', async () => {
    await session.stopDaemon();
    const { vault } = await restart();
    await vault.does({ act: 'create', password: PASSWORD });
    expect(await vault.does({ act: 'enable', password: PASSWORD })).toMatchObject({
      error: 'KEYCHAIN_FAILED',
      fault: 'notRunning',
    });
    expect(await slotTypes()).toEqual(['password']);
  });
});
