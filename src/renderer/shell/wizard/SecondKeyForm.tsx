/** Second-key form: creates or imports a signing key for a passkey's wallet, then names the next step. */
import { useState } from 'react';
import { WIZARD_LABELS } from '#shared/text/wallet/wizardLabels.ts';
import type { Address } from '#shared/units/ids.ts';
import { useCommand } from '../../act/useCommand.ts';
import { Copyable } from '../../ui/form/Copyable.tsx';
import { consumeSecret, SecretField, useSecret } from '../../ui/form/Secret.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { CancelImport } from './CancelImport.tsx';
import { KeyFields } from './KeyFields.tsx';
import { formatKeySubmit } from './model.ts';
import { StepForm } from './StepForm.tsx';
import { useKeyEntry } from './useKeyEntry.ts';
import './wizard.css';

export function SecondKeyForm(props: {
  /** Returns to the previous step; absent without one. */
  readonly onBack?: () => void;
  readonly onClose: () => void;
  readonly onDone: () => void;
}) {
  const [created, setCreated] = useState<Address | null>(null);
  const password = useSecret();
  const entry = useKeyEntry();
  const command = useCommand(false);

  const submit = async (): Promise<void> => {
    if (command.isBusy || entry.isListing) return;
    command.clearError();
    if (await entry.listAddresses()) return;
    const key = await entry.read();
    if (typeof key === 'string') {
      command.refuse(key);
      return;
    }
    const result = await command.run('vault.addSecondKey', { password: consumeSecret(password), key });
    if (result?.ok) setCreated(result.value.address);
    else password.current?.focus();
  };

  if (created !== null) return <Created address={created} onClose={props.onClose} onDone={props.onDone} />;
  return (
    <StepForm
      title={WIZARD_LABELS.addSecondSigningKey}
      lead="It is encrypted in the vault. Adyton uses it only to sign your orders, each within the order limit."
      error={entry.error ?? command.error}
      busy={command.isBusy || entry.isListing}
      submit={formatKeySubmit(entry.kind, entry.addresses !== null, command.isBusy, entry.isListing)}
      onSubmit={() => void submit()}
      onClose={props.onClose}
      aside={
        <>
          {command.isBusy && entry.kind === 'keystore' ? <CancelImport /> : null}
          {props.onBack ? (
            <button type="button" className="button" disabled={command.isBusy} onClick={props.onBack}>
              Back
            </button>
          ) : null}
        </>
      }
    >
      <KeyFields entry={entry} question="Which one signs your orders?" onPick={command.clearError} />
      <SecretField label={WIZARD_LABELS.passwordOfVault} input={password} focus />
    </StepForm>
  );
}

function Created(props: { readonly address: Address; readonly onClose: () => void; readonly onDone: () => void }) {
  return (
    <StepForm
      title={WIZARD_LABELS.keyAddedExchangeMustNow}
      lead="Ask the exchange to add this address as a signing key of your wallet. This requires two-factor authentication. Until then, the exchange refuses your orders."
      error={null}
      busy={false}
      submit="Continue"
      focusSubmit
      onSubmit={props.onDone}
      onClose={props.onClose}
    >
      <dl className="wizard-facts">
        <dt>Address</dt>
        <dd>
          <Copyable what={WIZARD_LABELS.addressOfTheSecondKey} text={props.address} isWhole />
        </dd>
      </dl>
      <p>{WIZARD_LABELS.compareItWithAddress}</p>
      <p>{WIZARD_LABELS.keyExistsOnlyIn}</p>
    </StepForm>
  );
}

/** Second-key dialog, opened from the Wallet pane. */
export function SecondKeyDialog(props: { readonly onClose: () => void }) {
  return (
    <Dialog title={WIZARD_LABELS.walletThatPasskeyOwns} onClose={props.onClose}>
      <div className="wizard alone">
        <SecondKeyForm onClose={props.onClose} onDone={props.onClose} />
      </div>
    </Dialog>
  );
}
