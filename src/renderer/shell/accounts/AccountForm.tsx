/** Form of a change of accounts: what it does, its fields, the password, its error. */

import type { FormEvent, ReactNode } from 'react';
import { ACCOUNT_DIALOG_LABELS } from '#shared/text/account/accountDialogLabels.ts';
import type { Command } from '../../act/useCommand.ts';
import { showAccountDialog } from '../../domain/account/accounts.ts';
import { ErrorMessage } from '../../ui/ErrorMessage.tsx';
import { consumeSecret, SecretField, useSecret } from '../../ui/form/Secret.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';

const close = (): void => showAccountDialog(null);

export function AccountForm(props: {
  readonly title: string;
  readonly submit: string;
  readonly busy: string;
  readonly command: Command;
  /** Focuses the password, for forms without other fields. */
  readonly focusPassword?: boolean;
  /** True when it is done. */
  readonly send: (password: string) => Promise<boolean>;
  readonly children: ReactNode;
}) {
  const password = useSecret();
  const { command } = props;
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (command.isBusy) return;
    if (await props.send(consumeSecret(password))) close();
    else password.current?.focus();
  };
  return (
    <Dialog title={props.title} busy={command.isBusy} onClose={close}>
      <form className="stack account-form" aria-label={props.title} onSubmit={(event) => void submit(event)}>
        {props.children}
        <SecretField
          label={ACCOUNT_DIALOG_LABELS.passwordOfVault}
          input={password}
          focus={props.focusPassword === true}
        />
        {command.error ? <ErrorMessage error={command.error} /> : null}
        <footer>
          <button type="button" className="button" onClick={close} disabled={command.isBusy}>
            Cancel
          </button>
          <button type="submit" className="button primary" disabled={command.isBusy}>
            {command.isBusy ? props.busy : props.submit}
          </button>
        </footer>
      </form>
    </Dialog>
  );
}
