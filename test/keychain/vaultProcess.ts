/** Vault process of the keychain tests: runs the parent's commands on the session's keychain and reports the result. */
import { KEYCHAIN_LIMIT_MS } from '#main/vault/unlock/keychain.ts';
import { VaultError } from '#main/vault/vaultError.ts';
import { openTestVault } from '#test/unit/main/vault/openTestVault.ts';
import { openRealKeychain } from './realKeychain.ts';

const folder = process.argv[2];
if (folder === undefined) throw new Error('Expected the vault’s folder');
const vault = openTestVault({
  folder,
  keychain: openRealKeychain(),
  // Keychain calls get a longer limit than in the program; the delayed start-up check runs at once.
  schedule(delayMs, run) {
    const timer = setTimeout(run, delayMs < KEYCHAIN_LIMIT_MS ? 0 : 5 * KEYCHAIN_LIMIT_MS);
    return () => clearTimeout(timer);
  },
});

export type VaultAct =
  | { readonly act: 'create' | 'unlock' | 'enable' | 'disable'; readonly password: string }
  | { readonly act: 'unlockWithKeychain' }
  | { readonly act: 'check' };

export interface VaultReport {
  /** Code of the VaultError; null on success. */
  readonly error: string | null;
  /** Code of the keychain's fault. */
  readonly fault: string | null;
  readonly at: string;
  readonly keychainUnlock: ReturnType<typeof vault.keychainUnlock>;
}

/** Resolves when the start-up check of the keychain has ended. */
function checked(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const check = () => {
    const state = vault.keychainUnlock();
    if (!('reason' in state) || state.reason.code !== 'notChecked') resolve();
  };
  vault.onChange(check);
  check();
  return promise;
}

async function perform(message: VaultAct): Promise<void> {
  if (message.act === 'check') return checked();
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
      () => ({ error: null, fault: null }),
      (error: unknown) => ({
        error: error instanceof VaultError ? error.code : 'none',
        fault:
          error instanceof VaultError && error.coded.code === 'KEYCHAIN_FAILED'
            ? error.coded.parameters.fault.code
            : null,
      }),
    )
    .then((result) => process.send?.({ ...result, at: vault.status().at, keychainUnlock: vault.keychainUnlock() }));
});
process.on('disconnect', () => process.exit());
process.send?.('up');
