import { afterEach, expect, it } from 'vitest';
import { openAccountVault } from '#main/vault/accountVault.ts';
import { KEY_HEX, makeFolder, openTestVault, PASSWORD, removeFolders } from './openTestVault.ts';
import { makePlan } from './prepared/makePlan.ts';

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

it('ends the exits that were prepared for an account that is left', async () => {
  const vault = openTestVault({ folder: makeFolder() });
  const first = openAccountVault(vault, 'first');
  await vault.create(PASSWORD, { kind: 'hex', privateKey: KEY_HEX });
  await first.storeApiKey({ apiKey: 'one', apiSecret: 'secret' });
  await first.prepared.prepare(PASSWORD, makePlan());
  const [lot] = first.prepared.pack()!.lots;
  const id = await vault.addAccount(PASSWORD, { label: 'Other', colour: 'orange' }, { kind: 'random' });
  const other = openAccountVault(vault, id);
  expect([other.prepared.pack(), other.prepared.credentials(), other.prepared.ended()]).toEqual([null, null, null]);
  expect(() => other.prepared.take(lot!.id)).toThrow(expect.objectContaining({ code: 'LOCKED' }));
  other.prepared.burn(lot!.id);
  other.prepared.discard('revoked');
  expect(first.prepared.pack()?.lots[0]).toMatchObject({ at: 'ready' });
  await vault.selectAccount(PASSWORD, id);
  expect(vault.prepared.ended()).toMatchObject({ reason: 'accountChanged' });
  expect(first.prepared.credentials()).toBeNull();
});
