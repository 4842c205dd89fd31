import { afterEach, expect, it } from 'vitest';
import type { LockCause } from '#main/vault/unlock/autoLock.ts';
import { LOCK_POLL_MS, openLockController } from '#main/vault/unlock/lockController.ts';
import type { Vault } from '#main/vault/vault.ts';
import { openFakeClock } from '#test/slice/fakeClock.ts';
import { makeFolder, openTestVault, PASSWORD, removeFolders } from '../openTestVault.ts';

const MINUTE = 60_000;
afterEach(removeFolders);

async function openBench() {
  const clock = openFakeClock();
  const vault: Vault = openTestVault({ folder: makeFolder(), now: clock.now });
  let sleptMs = 0;
  const locks = openLockController({
    vault,
    clocks: () => ({ wallMs: clock.now() + sleptMs, steadyMs: clock.now() }),
    schedule: clock.schedule,
    times: () => ({ screenAfterMs: 10 * MINUTE, keysAfterMs: 30 * MINUTE }),
  });
  const depths: string[] = [];
  locks.onChange(() => depths.push(locks.depth()));
  return { clock, vault, locks, depths, sleep: (ms: number) => (sleptMs += ms) };
}

it('opens with a new vault, and shows a locked screen as a locked vault with the keys in memory', async () => {
  const { clock, vault, locks, depths } = await openBench();
  expect(locks.status()).toEqual({ at: 'absent', reason: null });
  await vault.create(PASSWORD, { kind: 'random' });
  await vault.storeApiKey({ apiKey: 'ak', apiSecret: 'as' });
  expect(locks.status()).toEqual({ at: 'unlocked', reason: null });
  await clock.advance(10 * MINUTE + LOCK_POLL_MS);
  expect(locks.status()).toMatchObject({ at: 'locked', reason: { code: 'idle', parameters: { minutes: 10 } } });
  expect(vault.status().at).toBe('unlocked');
  expect(vault.credentials()).not.toBeNull();
  expect(depths).toEqual(['open', 'screen']);
});

it('opens a locked screen with the password, not on activity or a change of the vault', async () => {
  const { clock, vault, locks } = await openBench();
  await vault.create(PASSWORD, { kind: 'random' });
  await clock.advance(11 * MINUTE);
  locks.noteActivity();
  await vault.storeApiKey({ apiKey: 'ak', apiSecret: 'as' });
  expect(locks.depth()).toBe('screen');
  await expect(vault.unlock('wrong password')).rejects.toMatchObject({ code: 'WRONG_PASSWORD' });
  expect(locks.depth()).toBe('screen');
  await vault.unlock(PASSWORD);
  locks.noteUnlocked();
  expect(locks.status()).toEqual({ at: 'unlocked', reason: null });
});

it('locks the keys after half an hour, and after a sleep of that length', async () => {
  const { clock, vault, locks, sleep, depths } = await openBench();
  await vault.create(PASSWORD, { kind: 'random' });
  await clock.advance(30 * MINUTE + LOCK_POLL_MS);
  expect(vault.status()).toMatchObject({ at: 'locked' });
  expect(locks.status().reason).toEqual({ code: 'idle', parameters: { minutes: 30 } });
  await vault.unlock(PASSWORD);
  expect(locks.depth()).toBe('open');
  sleep(8 * 60 * MINUTE);
  await clock.advance(LOCK_POLL_MS);
  expect(vault.status().at).toBe('locked');
  expect(depths).toEqual(['open', 'screen', 'keys', 'open', 'keys']);
});

it('stays open while a person is active', async () => {
  const { clock, vault, locks } = await openBench();
  await vault.create(PASSWORD, { kind: 'random' });
  for (let turn = 0; turn < 10; turn += 1) {
    await clock.advance(9 * MINUTE);
    locks.noteActivity();
  }
  expect(locks.depth()).toBe('open');
});

it.each<LockCause>(['manual', 'suspend', 'lock-screen', 'last window closed', 'renderer crash', 'user switch', 'quit'])(
  'locks the keys at once on "%s", and keeps the first reason',
  async (cause) => {
    const { vault, locks, depths } = await openBench();
    await vault.create(PASSWORD, { kind: 'random' });
    locks.lock(cause);
    locks.lock('manual');
    expect(vault.status().at).toBe('locked');
    expect(locks.status()).toEqual({ at: 'locked', reason: { code: cause, parameters: {} } });
    expect(depths).toEqual(['open', 'keys']);
    locks.noteUnlocked();
    expect(locks.depth()).toBe('keys');
  },
);

it('leaves the vault locked when a lock comes during an unlock', async () => {
  const { vault, locks } = await openBench();
  await vault.create(PASSWORD, { kind: 'random' });
  locks.lock('manual');
  const unlocking = vault.unlock(PASSWORD);
  locks.lock('suspend');
  await expect(unlocking).rejects.toMatchObject({ code: 'LOCKED' });
  expect(locks.status().at).toBe('locked');
});

it('follows a vault that locks by itself, and stops polling after close', async () => {
  const { clock, vault, locks } = await openBench();
  await vault.create(PASSWORD, { kind: 'random' });
  vault.lock();
  expect(locks.status()).toEqual({ at: 'locked', reason: null });
  locks.close();
  expect(clock.pending()).toBe(0);
});
