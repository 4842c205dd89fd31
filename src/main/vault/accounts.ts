/**
 * Accounts of the vault: list, add, name, select and remove.
 *
 * Invariants  Each change is a step-up. Selecting ends everything that was handed out, as a lock does. The selected account,
 *             and so the last one, is never removed.
 * Errors      VaultError DENIED, BAD_KEY, CANCELLED, and those of a step-up and a save.
 * Source      docs/decisions/0025-several-accounts.md
 */
import { randomUUID } from 'node:crypto';
import {
  type AccountName,
  FIRST_ACCOUNT,
  isAccountLabel,
  isSameLabel,
  MAX_ACCOUNTS,
  type VaultAccount,
} from '#shared/ipc/accounts.ts';
import { type Address, parseAddress } from '#shared/units/ids.ts';
import { buildMeta, sealItem } from './file/sealedVault.ts';
import { findAccount, findApiItem, findOwnItem, type VaultFile } from './file/vaultFile.ts';
import { refuseDuplicate } from './keys/additionalKeys.ts';
import { type ConfirmKey, confirmKey, type KeySource, openKeySource } from './keys/keySource.ts';
import type { SecretBytes } from './keys/secretBytes.ts';
import { addressOf } from './signing/secp256k1.ts';
import type { UnlockedVault } from './unlock/unlockedVault.ts';
import type { VaultCore } from './vaultCoreApi.ts';
import { denied, lockedError } from './vaultError.ts';

export interface Accounts {
  /** In the order of their creation; while locked they come from the file and are not verified. */
  accounts(): readonly VaultAccount[];
  /** Id of the selected account; the first one while there is no vault. */
  selectedAccount(): string;
  /** Step-up: adds an account with an own key; `confirm` runs before it is saved. It is not selected. */
  addAccount(password: string, name: AccountName, source: KeySource, confirm?: ConfirmKey): Promise<string>;
  /** Step-up. */
  nameAccount(password: string, id: string, name: AccountName): Promise<void>;
  /** Step-up: closes the keys of the selected account and opens those of this one. */
  selectAccount(password: string, id: string): Promise<void>;
  /** Step-up: removes the keys of an account that is not selected; only a copy of the vault still has them. */
  removeAccount(password: string, id: string): Promise<void>;
}

export function openAccounts(core: VaultCore): Accounts {
  /** Changes the file of the unlocked vault after the password was right. */
  const change = (password: string, run: (unlocked: UnlockedVault) => Promise<void>): Promise<void> =>
    core.enqueue(async () => run(await core.stepUp(password)));

  return {
    accounts: () => listAccounts(core.file()),
    selectedAccount: () => core.file()?.selected ?? FIRST_ACCOUNT,
    async addAccount(password, name, source, confirm = async () => true) {
      const locked = core.nextLock();
      const cancelled = core.nextCancel();
      const { unlocked, key } = await core.enqueue(async () => {
        const found = await core.stepUp(password);
        checkName(found.file, null, name);
        const { length } = found.file.accounts;
        if (length >= MAX_ACCOUNTS) {
          throw denied('tooManyAccounts', `Expected fewer than ${MAX_ACCOUNTS} accounts, found ${length}`);
        }
        return { unlocked: found, key: await openKeySource(source, core.tools.random, cancelled) };
      });
      try {
        refuseDuplicate(unlocked, key.use(addressOf));
        const address = await confirmKey(key, source, confirm, locked);
        return await core.enqueue(async () => {
          if (core.unlocked() !== unlocked) throw lockedError();
          refuseDuplicate(unlocked, address);
          checkName(unlocked.file, null, name);
          return saveAccount(core, unlocked, name, address, key);
        });
      } finally {
        key.destroy();
      }
    },
    nameAccount: (password, id, { label, colour }) =>
      change(password, async (unlocked) => {
        requireAccount(unlocked.file, id);
        checkName(unlocked.file, id, { label, colour });
        const accounts = unlocked.file.accounts.map((one) => (one.id === id ? { ...one, label, colour } : one));
        await core.save(unlocked, { accounts });
        core.emitChange();
      }),
    selectAccount: (password, id) =>
      change(password, async (unlocked) => {
        requireAccount(unlocked.file, id);
        if (id !== unlocked.account) await core.select(unlocked, id);
      }),
    removeAccount: (password, id) =>
      change(password, async (unlocked) => {
        const { accounts, items } = unlocked.file;
        requireAccount(unlocked.file, id);
        if (id === unlocked.account)
          throw denied('selectedAccount', 'Expected an account that is not selected, found the selected one');
        await core.save(unlocked, {
          accounts: accounts.filter((one) => one.id !== id),
          items: items.filter((item) => item.meta.account !== id),
        });
        core.emitChange();
      }),
  };
}

function listAccounts(file: VaultFile | null): VaultAccount[] {
  return (file?.accounts ?? []).map(({ id, label, colour }) => {
    const own = findOwnItem(file!, id);
    return {
      id,
      label,
      colour,
      owner: own === undefined ? null : readOwner(own.meta.public),
      hasApiKey: findApiItem(file!, id) !== undefined,
      isBackedUp: (own?.meta.backedUpAt ?? null) !== null,
    };
  });
}

/** The address in the metadata of an own key; null for text that is none, in a file that is not verified yet. */
export function readOwner(text: string): Address | null {
  return /^0x[0-9a-f]{40}$/.test(text) ? parseAddress(text) : null;
}

function requireAccount(file: VaultFile, id: string): void {
  if (findAccount(file, id) === undefined)
    throw denied('unknownAccount', 'Expected an account of this vault, found an unknown id');
}

/** `id` is the account that gets the name; null: a new one. */
function checkName(file: VaultFile, id: string | null, { label }: AccountName): void {
  if (!isAccountLabel(label)) throw denied('accountLabel', 'Expected the label of an account, found another text');
  if (file.accounts.some((one) => one.id !== id && isSameLabel(one.label, label)))
    throw denied('sameLabel', 'Expected a label that no other account has, found a used one');
}

async function saveAccount(
  core: VaultCore,
  unlocked: UnlockedVault,
  { label, colour }: AccountName,
  address: Address,
  key: SecretBytes,
): Promise<string> {
  const id = randomUUID();
  const { vaultId, accounts, items } = unlocked.file;
  const meta = buildMeta('own', address, id, core.stamp());
  const item = sealItem(vaultId, meta, key, unlocked.master, core.tools.random);
  await core.save(unlocked, { accounts: [...accounts, { id, label, colour }], items: [...items, item] });
  core.emitChange();
  return id;
}
