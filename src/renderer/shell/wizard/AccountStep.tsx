/** Account step: opens a paper account, or connects one by API key and secret. */

import { useRef, useState } from 'react';
import type { AppInfo, Input } from '#shared/ipc/contract.ts';
import { WIZARD_LABELS } from '#shared/text/wallet/wizardLabels.ts';
import { useCommand } from '../../act/useCommand.ts';
import { useFirstFocus } from '../../ui/focus.ts';
import { consumeSecret, SecretField, useSecret } from '../../ui/form/Secret.tsx';
import { Field, Segmented } from '../../ui/parts.tsx';
import type { Progress } from './model.ts';
import { StepForm } from './StepForm.tsx';

export function AccountStep(props: {
  readonly info: AppInfo;
  readonly owner: string | null;
  /** The exchange refuses the stored API key or its secret. */
  readonly isKeyRefused: boolean;
  readonly onClose: () => void;
  readonly onOpened: (account: NonNullable<Progress['account']>) => void;
  readonly onConnected: () => void;
  /** Keeps the stored API key; null where there is none. */
  readonly onBack: (() => void) | null;
}) {
  return props.info.network === 'paper' ? <OpenPaper {...props} /> : <Connect {...props} />;
}

type PaperKind = NonNullable<Input<'account.open'>['kind']>;
const PAPER_KINDS = [
  { value: 'key', label: 'Funds in a wallet of your key' },
  { value: 'custodial', label: 'Funds held by the exchange' },
] as const;
const LEADS: Readonly<Record<PaperKind, string>> = {
  key: 'The embedded exchange opens an account for your key, creates a wallet owned by that key and deposits test money.',
  custodial:
    'The embedded exchange opens an account without a wallet and deposits test money. Orders are sent with the API key, without a signature.',
};

function OpenPaper(props: {
  readonly owner: string | null;
  readonly onClose: () => void;
  readonly onOpened: (account: NonNullable<Progress['account']>) => void;
}) {
  const [kind, setKind] = useState<PaperKind>('key');
  const command = useCommand();
  const submit = async (): Promise<void> => {
    const result = await command.run('account.open', { kind });
    if (result?.ok) props.onOpened(result.value);
  };
  return (
    <StepForm
      title={WIZARD_LABELS.openPaperAccount}
      lead={LEADS[kind]}
      error={command.error}
      busy={command.isBusy}
      submit={command.isBusy ? 'Opening…' : 'Open a paper account'}
      focusSubmit
      onSubmit={() => void submit()}
      onClose={props.onClose}
    >
      <Segmented label={WIZARD_LABELS.whoHoldsFunds} value={kind} onChange={setKind} choices={PAPER_KINDS} />
      <dl className="wizard-facts">
        <dt>{WIZARD_LABELS.yourKeysAddress}</dt>
        <dd className="mono">{props.owner ?? '–'}</dd>
      </dl>
    </StepForm>
  );
}

function Connect(props: {
  readonly info: AppInfo;
  readonly isKeyRefused: boolean;
  readonly onClose: () => void;
  readonly onConnected: () => void;
  readonly onBack: (() => void) | null;
}) {
  const [apiKey, setApiKey] = useState('');
  const first = useRef<HTMLInputElement>(null);
  useFirstFocus(first, true);
  const secret = useSecret();
  const password = useSecret();
  const command = useCommand();
  const submit = async (): Promise<void> => {
    const input = { apiKey: apiKey.trim(), apiSecret: consumeSecret(secret).trim(), password: consumeSecret(password) };
    const result = await command.run('account.connect', input);
    if (result?.ok) props.onConnected();
    else secret.current?.focus();
  };
  return (
    <StepForm
      title={props.onBack === null ? WIZARD_LABELS.connectYourAccount : WIZARD_LABELS.connectAgain}
      lead={
        <>
          {WIZARD_LABELS.anApiKeyOf} <span className="mono">{props.info.baseUrl}</span>{' '}
          {WIZARD_LABELS.canReadYourAccountAndSubmit}
        </>
      }
      error={command.error}
      busy={command.isBusy}
      submit={command.isBusy ? 'Connecting…' : 'Connect'}
      aside={
        props.onBack === null ? null : (
          <button type="button" className="button" disabled={command.isBusy} onClick={props.onBack}>
            {WIZARD_LABELS.keepStoredOne}
          </button>
        )
      }
      onSubmit={() => void submit()}
      onClose={props.onClose}
    >
      {props.isKeyRefused && command.error === null ? (
        <p className="wrong-box" role="alert">
          {WIZARD_LABELS.exchangeRefusesStoredAPIKey}
        </p>
      ) : null}
      <Field label={WIZARD_LABELS.apiKey}>
        {(id, describedBy, isWrong) => (
          <input
            ref={first}
            id={id}
            className="mono"
            autoComplete="off"
            spellCheck={false}
            required
            aria-describedby={describedBy}
            aria-invalid={isWrong}
            value={apiKey}
            onChange={(event) => setApiKey(event.target.value)}
          />
        )}
      </Field>
      <SecretField label={WIZARD_LABELS.apiSecret} input={secret} hint="Stored encrypted in the vault, never sent" />
      <SecretField label={WIZARD_LABELS.passwordOfVault} input={password} />
    </StepForm>
  );
}
