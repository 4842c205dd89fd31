import { afterEach, expect, it } from 'vitest';
import { makeFolder, openTestVault, PASSWORD, removeFolders } from './openTestVault.ts';

afterEach(removeFolders);

async function openUnlocked(folder = makeFolder()) {
  const vault = openTestVault({ folder });
  if (vault.status().at === 'absent') await vault.create(PASSWORD, { kind: 'random' });
  else await vault.unlock(PASSWORD);
  return { folder, vault };
}
const LOCKED = expect.objectContaining({ code: 'LOCKED' });

it('authenticates a step of this vault alone, in this run and in a later one', async () => {
  const { vault, folder } = await openUnlocked();
  const seal = vault.sealStep('a step');
  expect(vault.isSealedStep('a step', seal)).toBe(true);
  expect(vault.isSealedStep('another', seal)).toBe(false);
  for (const other of ['', 'x', seal.slice(0, -4), `${seal}\n`, seal.replace(/^./, 'z')])
    expect(vault.isSealedStep('a step', other)).toBe(false);
  const { vault: later } = await openUnlocked(folder);
  expect(later.isSealedStep('a step', seal)).toBe(true);
  expect(later.sealStep('a step')).not.toBe(seal);
  const { vault: another } = await openUnlocked();
  expect(another.isSealedStep('a step', seal)).toBe(false);
});

it('goes on behind a key lock, for the steps of this run alone', async () => {
  const { vault: before, folder } = await openUnlocked();
  const early = before.sealStep('early');
  const { vault } = await openUnlocked(folder);
  expect(vault.isSealedStep('early', early)).toBe(true);
  vault.lock();
  const seal = vault.sealStep('behind the lock');
  expect(vault.isSealedStep('behind the lock', seal)).toBe(true);
  expect(() => vault.isSealedStep('early', early)).toThrow(LOCKED);
  await vault.unlock(PASSWORD);
  expect(vault.isSealedStep('early', early)).toBe(true);
  expect(vault.isSealedStep('behind the lock', seal)).toBe(true);
});

it('does nothing before the first unlock', async () => {
  const { vault: before, folder } = await openUnlocked();
  const seal = before.sealStep('a');
  const vault = openTestVault({ folder });
  expect(() => vault.sealStep('a')).toThrow(LOCKED);
  expect(() => vault.isSealedStep('a', seal)).toThrow(LOCKED);
});

it('has another key for each account, and none for the one before', async () => {
  const { vault } = await openUnlocked();
  const seal = vault.sealStep('a');
  const id = await vault.addAccount(PASSWORD, { label: 'Other', colour: 'orange' }, { kind: 'random' });
  await vault.selectAccount(PASSWORD, id);
  expect(vault.isSealedStep('a', seal)).toBe(false);
});
