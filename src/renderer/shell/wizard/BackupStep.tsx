/** A backup under a password of its own, written by main and opened again by main before it counts. */
import { useRef, useState } from 'react';
import type { AppInfo } from '#shared/ipc/contract.ts';
import { useCommand } from '../../act/useCommand.ts';
import { useFirstFocus } from '../../ui/focus.ts';
import { SecretField, takeSecret, useSecret } from '../../ui/Secret.tsx';
import type { Progress } from './model.ts';
import { StepForm } from './StepForm.tsx';

export function BackupStep(props: {
  readonly network: AppInfo['network'];
  readonly keyIs: Progress['key'];
  readonly mayLeave: boolean;
  readonly onClose: () => void;
  readonly onWriting: () => void;
  readonly onWritten: () => void;
  readonly onDone: () => void;
}) {
  const [written, setWritten] = useState<{ path: string; owner: string } | null>(null);
  const [wrongRepeat, setWrongRepeat] = useState(false);
  const password = useSecret();
  const backup = useSecret();
  const repeat = useSecret();
  const later = useRef<HTMLButtonElement>(null);
  const command = useCommand(false);
  useFirstFocus(later, props.network === 'paper');

  const submit = async (): Promise<void> => {
    if (backup.current?.value !== repeat.current?.value) {
      setWrongRepeat(true);
      takeSecret(repeat);
      repeat.current?.focus();
      return;
    }
    setWrongRepeat(false);
    takeSecret(repeat);
    props.onWriting();
    const input = { password: takeSecret(password), backupPassword: takeSecret(backup) };
    const result = await command.run('vault.backup', input);
    if (result?.ok) {
      props.onWritten();
      setWritten(result.value);
    } else password.current?.focus();
  };

  if (written) {
    return (
      <StepForm
        title="The backup is good"
        lead="It was read again and opened with its password, and it holds this key."
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
          <dt>Key of</dt>
          <dd className="mono">{written.owner}</dd>
        </dl>
        <p>Keep a copy away from this computer, and the password away from the copy.</p>
      </StepForm>
    );
  }

  const isPaper = props.network === 'paper';
  const mayPostpone = props.mayLeave || isPaper || props.keyIs === 'imported';
  return (
    <StepForm
      title="Back up the key"
      lead={
        isPaper
          ? 'A key without a backup is lost with this computer or its password. On paper only test money is lost with it.'
          : 'A key without a backup is lost with this computer or its password, and everything in the wallet with it.'
      }
      error={command.error}
      busy={command.isBusy}
      submit={command.isBusy ? 'Writing and reading back…' : 'Write backup'}
      onSubmit={() => void submit()}
      onClose={props.onClose}
      aside={
        mayPostpone ? (
          <button ref={later} type="button" className="button" disabled={command.isBusy} onClick={props.onDone}>
            {props.keyIs === 'imported' && !isPaper ? 'I keep this key elsewhere' : 'Back up later'}
          </button>
        ) : null
      }
    >
      <SecretField label="Password of the vault" input={password} focus={!isPaper} />
      <SecretField
        label="Backup password"
        input={backup}
        hint={
          isPaper ? 'Any password will do for paper money.' : 'At least 12 characters, and not the one of the vault'
        }
      />
      <SecretField
        label="Backup password again"
        input={repeat}
        wrong={wrongRepeat}
        hint={wrongRepeat ? 'This was not the same password: type it again' : null}
      />
    </StepForm>
  );
}
