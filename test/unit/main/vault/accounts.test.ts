import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { readOwner } from '#main/vault/accounts.ts';
import { parseVaultFile } from '#main/vault/file/vaultFile.ts';
import type { SaveStep } from '#main/vault/file/vaultStore.ts';
import type { Vault } from '#main/vault/vault.ts';
import { type AccountName, MAX_ACCOUNTS } from '#shared/ipc/accounts.ts';
import type { OrderFields } from '#shared/order/fields.ts';
import { parseAddress, parseTokenId, ZERO_ADDRESS } from '#shared/units/ids.ts';
import { KEY_ADDRESS, KEY_HEX, makeFolder, openTestVault, PASSWORD, removeFolders } from './openTestVault.ts';

afterEach(removeFolders);

const OWN = { kind: 'hex', privateKey: KEY_HEX } as const;
const HEDGES: AccountName = { label: 'Hedges', colour: 'violet' };
const SECOND = { kind: 'hex', privateKey: `0x${'0'.repeat(63)}2` } as const;
const SECOND_ADDRESS = '0x2b5ad5c4795c026514f8317c7a215e218dccd6cf';
const code = (expected: string) => expect.objectContaining({ code: expected });
const denied = (reason: string) => expect.objectContaining({ coded: { code: 'DENIED', parameters: { reason } } });

async function make() {
  const folder = makeFolder();
  const vault = openTestVault({ folder });
  await vault.create(PASSWORD, OWN);
  await vault.storeApiKey({ apiKey: 'one', apiSecret: 'secret one' });
  const id = await vault.addAccount(PASSWORD, HEDGES, SECOND);
  return { folder, vault, id };
}

const address = (digit: string) => parseAddress(`0x${digit.repeat(40)}`);
const sign = async (vault: Vault, signer: string) => {
  const fields: OrderFields = {
    salt: 1n,
    maker: address('3'),
    signer: parseAddress(signer),
    taker: ZERO_ADDRESS,
    tokenId: BigInt(parseTokenId('7')),
    makerAmount: 40n,
    takerAmount: 100n,
    expiration: 1_700_000_100n,
    nonce: 0n,
    feeRateBps: 0n,
    side: 0,
    signatureType: 2,
  } as OrderFields;
  return vault.signOrder(fields, { name: 'x', version: '1', chainId: 137n, verifyingContract: address('5') });
};

it('starts with one account, which has a label and a colour', async () => {
  const vault = openTestVault();
  expect(vault.accounts()).toEqual([]);
  expect(vault.selectedAccount()).toBe('first');
  await vault.create(PASSWORD, OWN);
  expect(vault.accounts()).toEqual([
    { id: 'first', label: 'Account 1', colour: 'blue', owner: KEY_ADDRESS, hasApiKey: false, isBackedUp: false },
  ]);
});

it('adds an account without selecting it, and lists both while locked', async () => {
  const { folder, vault, id } = await make();
  expect(vault.selectedAccount()).toBe('first');
  expect(vault.owner()).toBe(KEY_ADDRESS);
  expect(vault.keys().map(({ use }) => use)).toEqual(['own', 'api']);
  expect(openTestVault({ folder }).accounts()).toMatchObject([
    { id: 'first', owner: KEY_ADDRESS, hasApiKey: true },
    { id, ...HEDGES, owner: SECOND_ADDRESS, hasApiKey: false },
  ]);
});

it('signs with the keys of the selected account alone, over a restart too', async () => {
  const { folder, vault, id } = await make();
  await sign(vault, KEY_ADDRESS);
  await expect(sign(vault, SECOND_ADDRESS)).rejects.toEqual(code('DENIED'));
  await vault.selectAccount(PASSWORD, id);
  expect([vault.owner(), vault.credentials()]).toEqual([SECOND_ADDRESS, null]);
  await sign(vault, SECOND_ADDRESS);
  await expect(sign(vault, KEY_ADDRESS)).rejects.toEqual(code('DENIED'));
  const next = openTestVault({ folder });
  expect([next.selectedAccount(), next.owner(), next.status().hasApiKey]).toEqual([id, SECOND_ADDRESS, false]);
  await next.unlock(PASSWORD);
  expect(next.keys().map(({ public: shown }) => shown)).toEqual([SECOND_ADDRESS]);
  await expect(sign(next, KEY_ADDRESS)).rejects.toEqual(code('DENIED'));
});

it('ends what the account before handed out', async () => {
  const { vault, id } = await make();
  const lent = vault.credentials()!;
  let locked = false;
  const waiting = vault.addSecondKey(PASSWORD, { kind: 'random' }, async () => {
    await vault.selectAccount(PASSWORD, id);
    locked = true;
    return true;
  });
  await expect(waiting).rejects.toEqual(code('LOCKED'));
  expect(locked).toBe(true);
  expect(() => lent.sign('m')).toThrow('found it locked');
  expect(vault.keys()).toHaveLength(1);
});

it('refuses a task that was started with one account and would run with another', async () => {
  const { vault, id } = await make();
  const [selected, stored, counted] = await Promise.allSettled([
    vault.selectAccount(PASSWORD, id),
    vault.storeApiKey({ apiKey: 'late', apiSecret: 'late' }),
    vault.saveRecordCounter(7),
  ]);
  expect(selected!.status).toBe('fulfilled');
  expect([stored, counted]).toEqual([
    { status: 'rejected', reason: code('LOCKED') },
    { status: 'rejected', reason: code('LOCKED') },
  ]);
  expect([vault.credentials(), vault.recordCounter()]).toEqual([null, 0]);
});

it('gives each account an API key, a backup mark and a counter of its own', async () => {
  const { vault, id } = await make();
  await vault.saveRecordCounter(5);
  const mac = vault.sealRecord('{"counter":5}');
  await vault.selectAccount(PASSWORD, id);
  expect([vault.recordCounter(), vault.isSealedRecord('{"counter":5}', mac)]).toEqual([0, false]);
  await vault.storeApiKey({ apiKey: 'two', apiSecret: 'secret two' });
  await vault.markBackedUp();
  await vault.saveRecordCounter(2);
  expect(vault.accounts().map(({ isBackedUp }) => isBackedUp)).toEqual([false, true]);
  await vault.selectAccount(PASSWORD, 'first');
  expect([vault.credentials()!.apiKey, vault.recordCounter(), vault.isSealedRecord('{"counter":5}', mac)]).toEqual([
    'one',
    5,
    true,
  ]);
});

it('removes keys of the selected account only', async () => {
  const { vault, id } = await make();
  const [, api] = vault.keys();
  await vault.selectAccount(PASSWORD, id);
  await expect(vault.removeKey(PASSWORD, api!.id)).rejects.toEqual(denied('unknownKey'));
  await vault.selectAccount(PASSWORD, 'first');
  expect(vault.credentials()?.apiKey).toBe('one');
});

it('names an account, with a label that no other one has', async () => {
  const { vault, id } = await make();
  await vault.nameAccount(PASSWORD, id, { label: 'Weather', colour: 'orange' });
  await vault.nameAccount(PASSWORD, id, { label: 'Weather', colour: 'blue' });
  expect(vault.accounts()[1]).toMatchObject({ label: 'Weather', colour: 'blue' });
  for (const [label, reason] of [
    ['ACCOUNT 1', 'sameLabel'],
    ['', 'accountLabel'],
    [' a', 'accountLabel'],
    ['a\u202eb', 'accountLabel'],
    ['x'.repeat(25), 'accountLabel'],
  ] as const) {
    await expect(vault.nameAccount(PASSWORD, id, { label, colour: 'blue' })).rejects.toEqual(denied(reason));
    await expect(vault.addAccount(PASSWORD, { label, colour: 'blue' }, { kind: 'random' })).rejects.toEqual(
      denied(reason),
    );
  }
});

it('removes an account that is not selected, with its keys', async () => {
  const { folder, vault, id } = await make();
  await expect(vault.removeAccount(PASSWORD, 'first')).rejects.toEqual(denied('selectedAccount'));
  await vault.removeAccount(PASSWORD, id);
  await expect(vault.removeAccount(PASSWORD, id)).rejects.toEqual(denied('unknownAccount'));
  await expect(vault.selectAccount(PASSWORD, id)).rejects.toEqual(denied('unknownAccount'));
  const file = parseVaultFile(readFileSync(join(folder, 'vault.json'), 'utf8'));
  expect([file.accounts.length, file.items.length]).toEqual([1, 2]);
  expect(await vault.addAccount(PASSWORD, HEDGES, SECOND)).not.toBe(id);
});

it('takes no key twice and no account too many', async () => {
  const { vault } = await make();
  const add = (label: string, key: typeof OWN | typeof SECOND | { readonly kind: 'random' }) =>
    vault.addAccount(PASSWORD, { label, colour: 'blue' }, key);
  await expect(add('Third', OWN)).rejects.toEqual(code('BAD_KEY'));
  await expect(add('Third', SECOND)).rejects.toEqual(code('BAD_KEY'));
  for (let count = vault.accounts().length; count < MAX_ACCOUNTS; count += 1)
    await add(`Account ${count + 1}`, { kind: 'random' });
  await expect(add('One more', { kind: 'random' })).rejects.toEqual(denied('tooManyAccounts'));
});

it('does nothing without the password, and adds nothing that a person declined', async () => {
  const { vault, id } = await make();
  const before = await vault.sealedCopy();
  const wrong = [
    vault.addAccount('wrong', { label: 'x', colour: 'blue' }, { kind: 'random' }),
    vault.nameAccount('wrong', id, HEDGES),
  ];
  for (const one of await Promise.allSettled(wrong)) expect(one).toMatchObject({ reason: { code: 'WRONG_PASSWORD' } });
  await expect(vault.selectAccount('wrong', id)).rejects.toEqual(code('WRONG_PASSWORD'));
  const declined = vault.addAccount(PASSWORD, { label: 'x', colour: 'blue' }, { kind: 'random' }, async () => false);
  await expect(declined).rejects.toEqual(code('BACK_OFF'));
  expect(await vault.sealedCopy()).toBe(before);
});

it('stays with its account when the selection can not be saved', async () => {
  const folder = makeFolder();
  let broken: SaveStep | null = null;
  const vault = openTestVault({
    folder,
    onSaveStep(step) {
      if (step === broken) throw Object.assign(new Error('full'), { code: 'ENOSPC' });
    },
  });
  await vault.create(PASSWORD, OWN);
  const id = await vault.addAccount(PASSWORD, HEDGES, SECOND);
  broken = 'sync';
  await expect(vault.selectAccount(PASSWORD, id)).rejects.toEqual(code('SAVE_FAILED'));
  expect(vault.selectedAccount()).toBe('first');
  await sign(vault, KEY_ADDRESS);
});

it('refuses a file whose selection was edited', async () => {
  const { folder, id } = await make();
  const path = join(folder, 'vault.json');
  writeFileSync(path, readFileSync(path, 'utf8').replace('"selected":"first"', `"selected":"${id}"`));
  const vault = openTestVault({ folder });
  expect(vault.selectedAccount()).toBe(id);
  await expect(vault.unlock(PASSWORD)).rejects.toEqual(code('VAULT_TAMPERED'));
});

it('keeps the generation before the last change of keys when an account is selected', async () => {
  const { folder, vault, id } = await make();
  const previous = (): string => readFileSync(join(folder, 'vault.json.1'), 'utf8');
  const before = previous();
  await vault.selectAccount(PASSWORD, id);
  expect(previous()).toBe(before);
});

it('reads the address of an own key only', () => {
  expect(readOwner(KEY_ADDRESS)).toBe(KEY_ADDRESS);
  expect(readOwner('')).toBeNull();
});
