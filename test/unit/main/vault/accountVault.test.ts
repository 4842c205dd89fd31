import { afterEach, expect, it } from 'vitest';
import { openAccountVault } from '#main/vault/accountVault.ts';
import { makeFolder, openTestVault, PASSWORD, removeFolders } from './openTestVault.ts';

afterEach(removeFolders);

it('is the vault while its account is selected, and looks locked while another one is', async () => {
  const vault = openTestVault({ folder: makeFolder() });
  const first = openAccountVault(vault, 'first');
  expect(first.status().at).toBe('absent');
  const owner = await vault.create(PASSWORD, { kind: 'random' });
  await first.storeApiKey({ apiKey: 'one', apiSecret: 'secret' });
  const id = await vault.addAccount(PASSWORD, { label: 'Other', colour: 'orange' }, { kind: 'random' });
  const other = openAccountVault(vault, id);
  expect([first.status().at, first.owner(), first.keys().length]).toEqual(['unlocked', owner, 2]);
  expect([other.status().at, other.owner(), other.keys().length, other.credentials()]).toEqual([
    'locked',
    null,
    0,
    null,
  ]);
  const mac = first.sealRecord('record');
  await vault.selectAccount(PASSWORD, id);
  expect(first.status()).toMatchObject({ at: 'locked', owner: null, hasApiKey: false, backedUp: false });
  expect([first.owner(), first.keys(), first.sessionKeys(), first.credentials()]).toEqual([null, [], [], null]);
  const locked = expect.objectContaining({ code: 'LOCKED' });
  expect(() => first.sealRecord('record')).toThrow(locked);
  expect(() => first.isSealedRecord('record', mac)).toThrow(locked);
  expect(() => first.recordCounter()).toThrow(locked);
  const refused = [
    first.saveRecordCounter(9),
    first.storeApiKey({ apiKey: 'late', apiSecret: 'late' }),
    first.createSessionKey(PASSWORD),
    first.addSecondKey(PASSWORD, { kind: 'random' }),
    first.removeKey(PASSWORD, 'any'),
    first.signSafeTxs([], PASSWORD),
    first.exportKeystore(PASSWORD, PASSWORD),
    first.markBackedUp(),
  ];
  for (const one of await Promise.allSettled(refused)) expect(one).toMatchObject({ reason: { code: 'LOCKED' } });
  expect(other.owner()).toBe(vault.owner());
  expect([other.recordCounter(), other.keys().length]).toEqual([0, 1]);
});
