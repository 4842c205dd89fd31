/** The vault's second way in, on the real Secret Service: every start is a process of its own. */
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

/** A start of the program, after which the keychain has been asked. */
async function restart(before?: VaultProcess): Promise<{ vault: VaultProcess; found: VaultReport }> {
  await before?.end();
  const vault = await startVault();
  return { vault, found: await vault.does({ act: 'answered' }) };
}

async function makeEnabledVault(): Promise<VaultProcess> {
  const { vault } = await restart();
  await vault.does({ act: 'create', password: PASSWORD });
  expect(await vault.does({ act: 'enable', password: PASSWORD })).toMatchObject({
    error: null,
    keychainUnlock: { at: 'pending', keychain: NAME },
  });
  return vault;
}

interface FileInPart {
  readonly vaultId: string;
  readonly slots: readonly { readonly type: string }[];
}

async function readVaultFile(): Promise<FileInPart> {
  return JSON.parse(await readFile(path.join(session.folder, 'vault/vault.json'), 'utf8')) as FileInPart;
}

const slotTypes = async () => (await readVaultFile()).slots.map(({ type }) => type);
const isInKeychain = async () => (await openRealKeychain().read(`vault-${(await readVaultFile()).vaultId}`)) !== null;

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

describe('a vault with a second way in', () => {
  it('offers it from the second start on, when the keychain has proved to keep what it was given', async () => {
    const first = await makeEnabledVault();
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

  it('loses it with the keyring, opens by the password, and takes the dead slot out', async () => {
    const first = await makeEnabledVault();
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

  it('keeps the slot while the keyring is locked, and offers it again when it is open', async () => {
    const first = await makeEnabledVault();
    await session.lock();
    const { vault, found } = await restart(first);
    expect(found).toMatchObject({ at: 'locked', keychainUnlock: { at: 'unavailable', why: 'the keychain is locked' } });
    expect(await vault.does({ act: 'unlock', password: PASSWORD })).toMatchObject({ error: null, at: 'unlocked' });
    expect(await slotTypes()).toEqual(['password', 'device']);
    await session.stopDaemon();
    await session.startDaemon(KEYRING_PASSWORD);
    expect((await restart(vault)).found).toMatchObject({ keychainUnlock: { at: 'ready' } });
  });

  it('keeps the slot while nobody answers', async () => {
    const first = await makeEnabledVault();
    await session.stopDaemon();
    const { vault, found } = await restart(first);
    expect(found).toMatchObject({ keychainUnlock: { at: 'unavailable', why: 'no keychain answers' } });
    expect(await vault.does({ act: 'unlock', password: PASSWORD })).toMatchObject({ error: null, at: 'unlocked' });
    expect(await slotTypes()).toEqual(['password', 'device']);
  });

  it('says so when the keyring is locked between the start and the opening', async () => {
    const { vault } = await restart(await makeEnabledVault());
    await session.lock();
    expect(await vault.does({ act: 'unlockWithKeychain' })).toMatchObject({
      error: 'KEYCHAIN_FAILED',
      hint: 'The keychain is locked; the password opens the vault',
      at: 'locked',
    });
    expect(await vault.does({ act: 'unlock', password: PASSWORD })).toMatchObject({ error: null, at: 'unlocked' });
    expect(await slotTypes()).toEqual(['password', 'device']);
  });

  it('leaves nothing in the keychain when it is turned off', async () => {
    const vault = await makeEnabledVault();
    expect(await isInKeychain()).toBe(true);
    expect(await vault.does({ act: 'disable', password: PASSWORD })).toMatchObject({ error: null });
    expect(await isInKeychain()).toBe(false);
    expect(await slotTypes()).toEqual(['password']);
    expect((await restart(vault)).found).toMatchObject({ keychainUnlock: { at: 'off' } });
  });

  it('is not turned on where the keychain keeps nothing', async () => {
    await session.stopDaemon();
    const { vault } = await restart();
    await vault.does({ act: 'create', password: PASSWORD });
    expect(await vault.does({ act: 'enable', password: PASSWORD })).toMatchObject({
      error: 'KEYCHAIN_FAILED',
      hint: 'No keychain answers; the password opens the vault',
    });
    expect(await slotTypes()).toEqual(['password']);
  });
});
