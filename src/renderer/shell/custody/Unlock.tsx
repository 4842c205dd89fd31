/** Unlock dialog: opens the vault with its password or the keychain; every submit empties the field. */
import type { FormEvent } from 'react';
import type { KeychainUnlockView } from '#shared/ipc/custody.ts';
import { formatKeychainFault } from '#shared/text/custody/keychain.ts';
import { LOCK_DIALOG_LABELS } from '#shared/text/custody/lockDialogLabels.ts';
import { type Command, useCommand } from '../../act/useCommand.ts';
import { useFeed } from '../../feed/feed.ts';
import { feedKey } from '../../feed/mirror.ts';
import { useNow } from '../../ui/clock.ts';
import { ErrorMessage } from '../../ui/ErrorMessage.tsx';
import { consumeSecret, SecretField, useSecret } from '../../ui/form/Secret.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { formatLockMessage } from './lockMessage.ts';

export function Unlock(props: { readonly onClose: () => void }) {
  const password = useSecret();
  const command = useCommand(false);
  const byKeychain = useCommand(false);
  const now = useNow(30_000);
  const wallet = useFeed([feedKey.wallet], (mirror) => mirror.wallet());
  const isBusy = command.isBusy || byKeychain.isBusy;

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (isBusy) return;
    const result = await command.run('vault.unlock', { password: consumeSecret(password) });
    if (result?.ok) props.onClose();
    else password.current?.focus();
  };

  return (
    <Dialog title={LOCK_DIALOG_LABELS.unlockVault} busy={isBusy} onClose={props.onClose}>
      <form className="stack" aria-label={LOCK_DIALOG_LABELS.unlockVault} onSubmit={(event) => void submit(event)}>
        <p>
          {formatLockMessage(wallet, now)} {LOCK_DIALOG_LABELS.openOrdersStayAtTheExchange}
        </p>
        <SecretField
          label="Password"
          input={password}
          focus
          wrong={command.error !== null}
          hint={command.error?.text ?? null}
        />
        {wallet ? (
          <KeychainUnlock state={wallet.custody.keychainUnlock} command={byKeychain} onUnlocked={props.onClose} />
        ) : null}
        {byKeychain.error ? <ErrorMessage error={byKeychain.error} /> : null}
        <footer>
          <button type="button" className="button" onClick={props.onClose} disabled={isBusy}>
            Cancel
          </button>
          <button type="submit" className="button primary" disabled={isBusy}>
            {command.isBusy ? 'Unlocking…' : 'Unlock'}
          </button>
        </footer>
      </form>
    </Dialog>
  );
}

/** Button that unlocks the vault with the system's keychain, or one line with the reason why it can't. */
export function KeychainUnlock(props: {
  readonly state: KeychainUnlockView;
  readonly command: Command;
  readonly onUnlocked: () => void;
}) {
  const { state, command } = props;
  if (state.at === 'lost' || state.at === 'unavailable') {
    const title = state.at === 'lost' ? 'Keychain unlock no longer works' : 'Keychain unlock is not available';
    return (
      <p className="keychain-note">
        {title}: {formatKeychainFault(state.reason)}.
      </p>
    );
  }
  if (state.at !== 'ready') return null;
  const unlock = async (): Promise<void> => {
    const result = await command.run('vault.unlockWithKeychain', {});
    if (result?.ok) props.onUnlocked();
  };
  return (
    <button type="button" className="button keychain-unlock" disabled={command.isBusy} onClick={() => void unlock()}>
      Unlock with the keychain ({state.keychain})
    </button>
  );
}
