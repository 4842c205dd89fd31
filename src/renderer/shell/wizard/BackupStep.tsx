/** Backup step: main writes an encrypted copy of the key and opens it again to verify it. */

import { useRef, useState } from 'react';
import type { AppInfo } from '#shared/ipc/contract.ts';
import { WIZARD_LABELS } from '#shared/text/wallet/wizardLabels.ts';
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
        title={WIZARD_LABELS.backupVerified}
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
          <dt>{WIZARD_LABELS.addressOfKey}</dt>
          <dd className="mono">{written.owner}</dd>
        </dl>
        <p>{WIZARD_LABELS.storeCopyOutsideThisComputer}</p>
      </StepForm>
    );
  }

  const isPaper = props.network === 'paper';
  const canPostpone = props.canSkip || isPaper || props.keyOrigin === 'imported';
  return (
    <StepForm
      title={WIZARD_LABELS.backUpKey}
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
            {props.keyOrigin === 'imported' && !isPaper
              ? WIZARD_LABELS.iKeepThisKeyElsewhere
              : WIZARD_LABELS.backUpLater}
          </button>
        ) : null
      }
    >
      <SecretField label={WIZARD_LABELS.passwordOfVault} input={password} focus={!isPaper} />
      <SecretField
        label={WIZARD_LABELS.backupPassword}
        input={backup}
        onEdit={repeat.clearWrong}
        hint={isPaper ? 'Any password works for paper money.' : 'At least 12 characters, different from the vault’s'}
      />
      <SecretField label={WIZARD_LABELS.backupPasswordAgain} {...repeat.field} />
    </StepForm>
  );
}
