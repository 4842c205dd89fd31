/** A vault in a process of its own, on the session's keychain: does what its parent says and answers how that went. */

import { KEYCHAIN_LIMIT_MS } from '#main/vault/unlock/keychainUnlock.ts';
import { openTestVault } from '#test/unit/main/vault/openTestVault.ts';
import { openRealKeychain } from './realKeychain.ts';

const folder = process.argv[2];
if (folder === undefined) throw new Error('Expected the vault’s folder');
const vault = openTestVault({
  folder,
  keychain: openRealKeychain(),
  // Its limit is the longer one here too; what only waits for the start to be over need not wait.
  schedule(delayMs, run) {
    const timer = setTimeout(run, delayMs < KEYCHAIN_LIMIT_MS ? 0 : 5 * KEYCHAIN_LIMIT_MS);
    return () => clearTimeout(timer);
  },
});

export type VaultAct =
  | { readonly act: 'create' | 'unlock' | 'enable' | 'disable'; readonly password: string }
  | { readonly act: 'unlockWithKeychain' }
  | { readonly act: 'answered' };

export interface VaultReport {
  /** Code of the VaultError, or null when it was done. */
  readonly error: string | null;
  readonly hint: string | null;
  readonly at: string;
  readonly keychainUnlock: ReturnType<typeof vault.keychainUnlock>;
}

/** Until the keychain has said what there is, however that came out. */
function answered(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const look = () => {
    const state = vault.keychainUnlock();
    if (!('why' in state) || !state.why.endsWith('has not answered yet')) resolve();
  };
  vault.onChange(look);
  look();
  return promise;
}

async function perform(message: VaultAct): Promise<void> {
  if (message.act === 'answered') return answered();
  if (message.act === 'unlockWithKeychain') return vault.unlockWithKeychain();
  const { act, password } = message;
  if (act === 'unlock') return vault.unlock(password);
  if (act === 'enable') return vault.enableKeychainUnlock(password);
  if (act === 'disable') return vault.disableKeychainUnlock(password);
  await vault.create(password, { kind: 'random' });
}

process.on('message', (message: VaultAct) => {
  perform(message)
    .then(
      () => ({ error: null, hint: null }),
      (error: { code?: string; hint?: string }) => ({ error: error.code ?? 'none', hint: error.hint ?? null }),
    )
    .then((how) => process.send?.({ ...how, at: vault.status().at, keychainUnlock: vault.keychainUnlock() }));
});
process.on('disconnect', () => process.exit());
process.send?.('up');
