/** Key step: vault password, and a new or imported key. */

import type { AppInfo } from '#shared/ipc/contract.ts';
import { WIZARD_LABELS } from '#shared/text/wallet/wizardLabels.ts';
import { useCommand } from '../../act/useCommand.ts';
import { emptyLater, readSecret, SecretField, useRepeatedSecret, useSecret } from '../../ui/form/Secret.tsx';
import { CancelImport } from './CancelImport.tsx';
import { KeyFields } from './KeyFields.tsx';
import { formatKeySubmit, formatPasswordRule, type Progress } from './model.ts';
import { StepForm } from './StepForm.tsx';
import { useKeyEntry } from './useKeyEntry.ts';

export function KeyStep(props: {
  readonly network: AppInfo['network'];
  readonly onClose: () => void;
  readonly onKey: (origin: Exclude<Progress['key'], 'none'>) => void;
}) {
  const password = useSecret();
  const repeat = useRepeatedSecret(password);
  const entry = useKeyEntry();
  const command = useCommand();
  const asksTwice = props.network !== 'paper';

  const submit = async (): Promise<void> => {
    if (command.isBusy || entry.isListing) return;
    command.clearError();
    if (await entry.listAddresses()) return;
    if (asksTwice && !repeat.isSame()) return;
    const key = await entry.read();
    if (typeof key === 'string') {
      command.refuse(key);
      return;
    }
    const { kind } = entry;
    const empty = emptyLater(password, repeat.field.input);
    props.onKey(kind === 'passkey' ? kind : kind === 'random' ? 'created' : 'imported');
    const result = await command.run('vault.create', { password: readSecret(password), key });
    if (!result?.ok) password.current?.focus();
    if (result?.ok === false && result.error.code === 'WEAK_PASSWORD') return;
    empty();
  };

  return (
    <StepForm
      title={entry.kind === 'passkey' ? WIZARD_LABELS.choosePassword : WIZARD_LABELS.choosePasswordAndKey}
      lead={
        entry.kind === 'passkey'
          ? 'It encrypts what Adyton stores on this computer: your API secret, and a signing key if you add one.'
          : 'The key signs your orders. It is encrypted with your password and never leaves this computer.'
      }
      error={entry.error ?? command.error}
      busy={command.isBusy || entry.isListing}
      submit={formatKeySubmit(entry.kind, entry.addresses !== null, command.isBusy, entry.isListing)}
      onSubmit={() => void submit()}
      onClose={props.onClose}
      aside={command.isBusy && entry.kind === 'keystore' ? <CancelImport /> : null}
    >
      <SecretField
        label="Password"
        input={password}
        focus
        hint={formatPasswordRule(props.network)}
        onEdit={repeat.clearWrong}
      />
      {asksTwice ? <SecretField label={WIZARD_LABELS.passwordAgain} {...repeat.field} /> : null}
      <KeyFields
        entry={entry}
        offersPasskey={asksTwice}
        question="Which one owns your wallet?"
        onPick={command.clearError}
      />
    </StepForm>
  );
}
