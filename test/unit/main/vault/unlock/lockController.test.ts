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
  let shiftMs = 0;
  const locks = openLockController({
    vault,
    clocks: () => ({ wallMs: clock.now() + shiftMs, steadyMs: clock.now() }),
    schedule: clock.schedule,
    times: () => ({ screenAfterMs: 10 * MINUTE, keysAfterMs: 30 * MINUTE }),
  });
  const seen: string[] = [];
  locks.onChange(() => seen.push(locks.depth()));
  return { clock, vault, locks, seen, sleep: (ms: number) => (shiftMs += ms) };
}

it('opens with a vault that is made, and hides a locked screen as a locked vault whose key is still there', async () => {
  const { clock, vault, locks, seen } = await openBench();
  expect(locks.shown()).toEqual({ at: 'absent', why: null });
  await vault.create(PASSWORD, { kind: 'random' });
  await vault.storeApiKey({ apiKey: 'ak', apiSecret: 'as' });
  expect(locks.shown()).toEqual({ at: 'unlocked', why: null });
  await clock.advance(10 * MINUTE + LOCK_POLL_MS);
  expect(locks.shown()).toMatchObject({ at: 'locked', why: expect.stringContaining('10 minutes') });
  expect(vault.status().at).toBe('unlocked');
  expect(vault.credentials()).not.toBeNull();
  expect(seen).toEqual(['open', 'screen']);
});

it('opens a locked screen by the password, not by an act and not by a change inside the vault', async () => {
  const { clock, vault, locks } = await openBench();
  await vault.create(PASSWORD, { kind: 'random' });
  await clock.advance(11 * MINUTE);
  locks.noteAct();
  await vault.storeApiKey({ apiKey: 'ak', apiSecret: 'as' });
  expect(locks.depth()).toBe('screen');
  await expect(vault.unlock('wrong password')).rejects.toMatchObject({ code: 'WRONG_PASSWORD' });
  expect(locks.depth()).toBe('screen');
  await vault.unlock(PASSWORD);
  locks.noteOpened();
  expect(locks.shown()).toEqual({ at: 'unlocked', why: null });
});

it('takes the keys away after half an hour, and after a sleep of that length', async () => {
  const { clock, vault, locks, sleep, seen } = await openBench();
  await vault.create(PASSWORD, { kind: 'random' });
  await clock.advance(30 * MINUTE + LOCK_POLL_MS);
  expect(vault.status()).toMatchObject({ at: 'locked', lockedWhy: 'nobody touched it for 30 minutes' });
  await vault.unlock(PASSWORD);
  expect(locks.depth()).toBe('open');
  sleep(8 * 60 * MINUTE);
  await clock.advance(LOCK_POLL_MS);
  expect(vault.status().at).toBe('locked');
  expect(seen).toEqual(['open', 'screen', 'keys', 'open', 'keys']);
});

it('stays open as long as a person acts', async () => {
  const { clock, vault, locks } = await openBench();
  await vault.create(PASSWORD, { kind: 'random' });
  for (let turn = 0; turn < 10; turn += 1) {
    await clock.advance(9 * MINUTE);
    locks.noteAct();
  }
  expect(locks.depth()).toBe('open');
});

it.each<LockCause>(['manual', 'suspend', 'lock-screen', 'last window closed', 'renderer crash', 'user switch', 'quit'])(
  'takes the keys away at once on "%s", once',
  async (cause) => {
    const { vault, locks, seen } = await openBench();
    await vault.create(PASSWORD, { kind: 'random' });
    locks.lock(cause);
    locks.lock('manual');
    expect(vault.status().at).toBe('locked');
    expect(locks.shown()).toEqual({ at: 'locked', why: vault.status().lockedWhy });
    expect(vault.status().lockedWhy).not.toBe('');
    expect(seen).toEqual(['open', 'keys']);
    locks.noteOpened();
    expect(locks.depth()).toBe('keys');
  },
);

it('lets an unlock that is under way end locked', async () => {
  const { vault, locks } = await openBench();
  await vault.create(PASSWORD, { kind: 'random' });
  locks.lock('manual');
  const unlocking = vault.unlock(PASSWORD);
  locks.lock('suspend');
  await expect(unlocking).rejects.toMatchObject({ code: 'LOCKED' });
  expect(locks.shown().at).toBe('locked');
});

it('follows a vault that was locked by something else, and reads no clock after it was closed', async () => {
  const { clock, vault, locks } = await openBench();
  await vault.create(PASSWORD, { kind: 'random' });
  vault.lock('a test locked it');
  expect(locks.shown()).toEqual({ at: 'locked', why: 'a test locked it' });
  locks.close();
  expect(clock.pending()).toBe(0);
});
