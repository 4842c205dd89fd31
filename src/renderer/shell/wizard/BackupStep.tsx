/** Backup step: main writes an encrypted copy of the key and opens it again to verify it. */
import { useRef, useState } from 'react';
import type { AppInfo } from '#shared/ipc/contract.ts';
import { useCommand } from '../../act/useCommand.ts';
import { useFirstFocus } from '../../ui/focus.ts';
import { useRepeatedPassword } from '../../ui/form/repeatedPassword.ts';
import { SecretField } from '../../ui/form/Secret.tsx';
import type { Progress } from './model.ts';
import { StepForm } from './StepForm.tsx';

export function BackupStep(props: {
  readonly network: AppInfo['network'];
  readonly keyOrigin: Progress['key'];
  /** The account is already open. */
  readonly canSkip: boolean;
  readonly onClose: () => void;
  readonly onWriting: () => void;
  readonly onWritten: () => void;
  readonly onDone: () => void;
}) {
  const [written, setWritten] = useState<{ path: string; owner: string } | null>(null);
  const { password, chosen: backup, repeat, read } = useRepeatedPassword();
  const later = useRef<HTMLButtonElement>(null);
  const command = useCommand(false);
  useFirstFocus(later, props.network === 'paper');

  const submit = async (): Promise<void> => {
    const passwords = read();
    if (passwords === null) return;
    props.onWriting();
    const input = { password: passwords.password, backupPassword: passwords.chosen };
    const result = await command.run('vault.backup', input);
    if (result?.ok) {
      props.onWritten();
      setWritten(result.value);
    } else if (result) passwords.settle(result.error.code);
  };

  if (written) {
    return (
      <StepForm
        title="Backup verified"
        lead="Adyton read the file again, opened it with its password and found this key."
        error={null}
        busy={false}
        submit="Continue"
        focusSubmit
        onSubmit={props.onDone}
        onClose={props.onClose}
      >
        <dl className="wizard-facts">
          <dt>File</dt>
          <dd className="mono">{written.path}</dd>
          <dt>Address of the key</dt>
          <dd className="mono">{written.owner}</dd>
        </dl>
        <p>Store a copy outside this computer, and the password apart from the copy.</p>
      </StepForm>
    );
  }

  const isPaper = props.network === 'paper';
  const canPostpone = props.canSkip || isPaper || props.keyOrigin === 'imported';
  return (
    <StepForm
      title="Back up the key"
      lead={
        isPaper
          ? 'Without a backup, the key is lost with this computer or its password. On paper, only test money is lost.'
          : 'Without a backup, the key and everything in the wallet are lost with this computer or its password.'
      }
      error={command.error}
      busy={command.isBusy}
      submit={command.isBusy ? 'Writing and verifying…' : 'Write backup'}
      onSubmit={() => void submit()}
      onClose={props.onClose}
      aside={
        canPostpone ? (
          <button ref={later} type="button" className="button" disabled={command.isBusy} onClick={props.onDone}>
            {props.keyOrigin === 'imported' && !isPaper ? 'I keep this key elsewhere' : 'Back up later'}
          </button>
        ) : null
      }
    >
      <SecretField label="Password of the vault" input={password} focus={!isPaper} />
      <SecretField
        label="Backup password"
        input={backup}
        onEdit={repeat.clearWrong}
        hint={isPaper ? 'Any password works for paper money.' : 'At least 12 characters, different from the vault’s'}
      />
      <SecretField label="Backup password again" {...repeat.field} />
    </StepForm>
  );
}
