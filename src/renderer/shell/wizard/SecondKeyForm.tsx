/** A second signing key for a passkey's wallet: it is made or imported here, and what the exchange must do then is said. */
import { useState } from 'react';
import type { Address } from '#shared/units/ids.ts';
import { useCommand } from '../../act/useCommand.ts';
import { Copyable } from '../../ui/Copyable.tsx';
import { SecretField, takeSecret, useSecret } from '../../ui/Secret.tsx';
import { KeyFields } from './KeyFields.tsx';
import { formatKeySubmit } from './model.ts';
import { StepForm } from './StepForm.tsx';
import { useKeyEntry } from './useKeyEntry.ts';

export function SecondKeyForm(props: {
  /** Leads back to where it was asked for; absent: there is nothing before it. */
  readonly onBack?: () => void;
  readonly onClose: () => void;
  readonly onDone: () => void;
}) {
  const [made, setMade] = useState<Address | null>(null);
  const password = useSecret();
  const entry = useKeyEntry();
  const command = useCommand(false);

  const submit = async (): Promise<void> => {
    if (command.isBusy || entry.isListing) return;
    command.clearError();
    if (await entry.listFirst()) return;
    const key = await entry.take();
    if (typeof key === 'string') {
      command.refuse(key);
      return;
    }
    const result = await command.run('vault.addSecondKey', { password: takeSecret(password), key });
    if (result?.ok) setMade(result.value.address);
    else password.current?.focus();
  };

  if (made !== null) return <Made address={made} onClose={props.onClose} onDone={props.onDone} />;
  return (
    <StepForm
      title="Add a second signing key"
      lead="It is sealed in the vault beside the others. With it Adyton signs your orders, each within the order limit, and nothing else."
      error={entry.error ?? command.error}
      busy={command.isBusy || entry.isListing}
      submit={formatKeySubmit(entry.kind, entry.addresses !== null, command.isBusy, entry.isListing)}
      onSubmit={() => void submit()}
      onClose={props.onClose}
      aside={
        props.onBack ? (
          <button type="button" className="button" disabled={command.isBusy} onClick={props.onBack}>
            Back
          </button>
        ) : null
      }
    >
      <KeyFields entry={entry} question="which one is to sign your orders?" onPick={command.clearError} />
      <SecretField label="Password of the vault" input={password} focus />
    </StepForm>
  );
}

function Made(props: { readonly address: Address; readonly onClose: () => void; readonly onDone: () => void }) {
  return (
    <StepForm
      title="The key is here; the wallet does not know it yet"
      lead="Have the exchange add this address as a signing key of your wallet. It asks for two-factor authentication, and until it is done it refuses your orders."
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
          <Copyable what="address of the second key" text={props.address} isWhole />
        </dd>
      </dl>
      <p>Compare it with the address that Adyton's own question showed, outside this window.</p>
      <p>
        The key is nowhere but in this vault: save a copy of the vault in the Wallet pane. Lose both, and the passkey
        still owns the wallet; the exchange then needs another signing key.
      </p>
    </StepForm>
  );
}
