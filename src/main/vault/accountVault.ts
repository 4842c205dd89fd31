/**
 * Account vault: the vault as the parts of one account see it.
 *
 * Invariants  While another account is selected it looks locked and does nothing, so that what an earlier account still runs
 *             can't sign, store or authenticate anything for the next one.
 * Errors      VaultError LOCKED while another account is selected.
 * Source      docs/decisions/0025-several-accounts.md
 */
import type { Vault } from './vaultApi.ts';
import { lockedError } from './vaultError.ts';

export function openAccountVault(vault: Vault, account: string): Vault {
  const isHere = (): boolean => vault.selectedAccount() === account;
  const guard =
    <A extends readonly unknown[], R>(run: (...inputs: A) => R) =>
    (...inputs: A): R => {
      if (!isHere()) throw lockedError();
      return run(...inputs);
    };
  const guardAsync =
    <A extends readonly unknown[], R>(run: (...inputs: A) => Promise<R>) =>
    async (...inputs: A): Promise<R> =>
      guard(run)(...inputs);

  const ifHere =
    <A extends readonly unknown[]>(run: (...inputs: A) => void) =>
    (...inputs: A): void => {
      if (isHere()) run(...inputs);
    };
  const { prepared } = vault;

  return {
    ...vault,
    prepared: {
      prepare: guardAsync(prepared.prepare),
      pack: () => (isHere() ? prepared.pack() : null),
      ended: () => (isHere() ? prepared.ended() : null),
      credentials: () => (isHere() ? prepared.credentials() : null),
      take: guard(prepared.take),
      noteOrder: ifHere(prepared.noteOrder),
      settle: ifHere(prepared.settle),
      burn: ifHere(prepared.burn),
      discard: ifHere(prepared.discard),
    },
    status() {
      const status = vault.status();
      if (isHere()) return status;
      const at = status.at === 'unlocked' ? 'locked' : status.at;
      return { ...status, at, owner: null, hasApiKey: false, backedUp: false };
    },
    owner: () => (isHere() ? vault.owner() : null),
    keys: () => (isHere() ? vault.keys() : []),
    credentials: () => (isHere() ? vault.credentials() : null),
    sessionKeys: () => (isHere() ? vault.sessionKeys() : []),
    sealRecord: guard(vault.sealRecord),
    isSealedRecord: guard(vault.isSealedRecord),
    recordCounter: guard(vault.recordCounter),
    sealStep: guard(vault.sealStep),
    isSealedStep: guard(vault.isSealedStep),
    saveRecordCounter: guardAsync(vault.saveRecordCounter),
    storeApiKey: guardAsync(vault.storeApiKey),
    signOrder: guard(vault.signOrder),
    signSecondKeyOrder: guard(vault.signSecondKeyOrder),
    createSessionKey: guardAsync(vault.createSessionKey),
    addSecondKey: guardAsync(vault.addSecondKey),
    removeKey: guardAsync(vault.removeKey),
    signSafeTxs: guardAsync(vault.signSafeTxs),
    exportKeystore: guardAsync(vault.exportKeystore),
    markBackedUp: guardAsync(vault.markBackedUp),
  };
}
