import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { createRollbackMemory } from '#main/vault/file/rollbackDetection.ts';
import { makeFolder, openTestVault, PASSWORD, removeFolders } from './openTestVault.ts';

afterEach(removeFolders);

async function openUnlocked() {
  const folder = makeFolder();
  const rollbackMemory = createRollbackMemory();
  const vault = openTestVault({ folder, rollbackMemory });
  await vault.create(PASSWORD, { kind: 'random' });
  return { folder, vault, rollbackMemory };
}

it('authenticates a record of this vault alone', async () => {
  const { vault } = await openUnlocked();
  const mac = vault.sealRecord('{"counter":1}');
  expect(Buffer.from(mac, 'base64')).toHaveLength(32);
  expect(vault.isSealedRecord('{"counter":1}', mac)).toBe(true);
  expect(vault.isSealedRecord('{"counter":2}', mac)).toBe(false);
  for (const other of ['', 'x', mac.slice(0, -4), `${mac}\n`]) {
    expect(vault.isSealedRecord('{"counter":1}', other)).toBe(false);
  }
  const { vault: another } = await openUnlocked();
  expect(another.isSealedRecord('{"counter":1}', mac)).toBe(false);
});

it('does nothing while the vault is locked', async () => {
  const { vault } = await openUnlocked();
  const mac = vault.sealRecord('a');
  vault.lock();
  const locked = expect.objectContaining({ code: 'LOCKED' });
  expect(() => vault.sealRecord('a')).toThrow(locked);
  expect(() => vault.isSealedRecord('a', mac)).toThrow(locked);
  expect(() => vault.recordCounter()).toThrow(locked);
  await expect(vault.saveRecordCounter(1)).rejects.toMatchObject({ code: 'LOCKED' });
});

it('keeps the counter over a restart, and only raises it', async () => {
  const { folder, vault } = await openUnlocked();
  expect(vault.recordCounter()).toBe(0);
  const mac = vault.sealRecord('a');
  await vault.saveRecordCounter(5);
  await vault.saveRecordCounter(4);
  vault.lock();
  const again = openTestVault({ folder });
  await again.unlock(PASSWORD);
  expect(again.recordCounter()).toBe(5);
  expect(again.isSealedRecord('a', mac)).toBe(true);
});

it('keeps the generation before the last change of keys, and reports no rollback, over a hundred saves', async () => {
  const { folder, vault, rollbackMemory } = await openUnlocked();
  const before = readFileSync(join(folder, 'vault.json'), 'utf8');
  await vault.storeApiKey({ apiKey: 'ak', apiSecret: 'as' });
  const previous = (): string => readFileSync(join(folder, 'vault.json.1'), 'utf8');
  expect(previous()).toBe(before);
  for (let counter = 1; counter <= 100; counter += 1) await vault.saveRecordCounter(counter);
  expect(previous()).toBe(before);
  expect(vault.status().older).toBeNull();
  const again = openTestVault({ folder, rollbackMemory });
  await again.unlock(PASSWORD);
  expect(again.status().older).toBeNull();
  const beforeRemoval = readFileSync(join(folder, 'vault.json'), 'utf8');
  await again.markBackedUp();
  expect(previous()).toBe(beforeRemoval);
});
