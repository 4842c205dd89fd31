/** Opens the vault by its password; the field is emptied on every submit. */
import type { FormEvent } from 'react';
import { useFeed } from '../feed/feed.ts';
import { feedKey } from '../feed/mirror.ts';
import { Dialog } from '../ui/parts.tsx';
import { SecretField, takeSecret, useSecret } from './wizard/Secret.tsx';
import { useCommand } from './wizard/useCommand.ts';

export function Unlock(props: { readonly onClose: () => void }) {
  const password = useSecret();
  const command = useCommand(false);
  const why = useFeed([feedKey.wallet], (mirror) => mirror.wallet()?.lockedWhy ?? null);

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (command.isBusy) return;
    const result = await command.run('vault.unlock', { password: takeSecret(password) });
    if (result?.ok) props.onClose();
    else password.current?.focus();
  };

  return (
    <Dialog title="Unlock the vault" busy={command.isBusy} onClose={props.onClose}>
      <form className="stack" aria-label="Unlock the vault" onSubmit={(event) => void submit(event)}>
        <p>
          {why ? `It was locked: ${why}.` : 'Your key is sealed until you type its password.'} Open orders stay open.
        </p>
        <SecretField
          label="Password"
          input={password}
          focus
          wrong={command.error !== null}
          hint={command.error ? (command.error.hint ?? command.error.message) : null}
        />
        <footer>
          <button type="button" className="button" onClick={props.onClose} disabled={command.isBusy}>
            Cancel
          </button>
          <button type="submit" className="button primary" disabled={command.isBusy}>
            {command.isBusy ? 'Unlocking…' : 'Unlock'}
          </button>
        </footer>
      </form>
    </Dialog>
  );
}
