/** Forms of session keys: confirm the handler, prepare a key, authorise it. */

import { useRef, useState } from 'react';
import type { SessionGrantView, SetupCallView } from '#shared/ipc/views.ts';
import { formatCoded } from '#shared/text/catalogue.ts';
import { formatDecodedCall } from '#shared/text/wallet/walletEffects.ts';
import { WALLET_PANE_LABELS } from '#shared/text/wallet/walletPaneLabels.ts';
import { WALLET_REFUSALS } from '#shared/text/wallet/walletRefusals.ts';
import { useNow } from '../../ui/clock.ts';
import { useFirstFocus } from '../../ui/focus.ts';
import { NumberField } from '../../ui/form/NumberField.tsx';
import { consumeSecret, SecretField, useSecret } from '../../ui/form/Secret.tsx';
import { Field } from '../../ui/parts.tsx';
import { formatGrant, isAddressText, parseHours } from './sessionModel.ts';
import { useFormCommand } from './useFormCommand.ts';
import { WalletForm } from './WalletForm.tsx';

export function HandlerForm() {
  const [handler, setHandler] = useState('');
  const [verifier, setVerifier] = useState('');
  const password = useSecret();
  const { command, run } = useFormCommand('Confirm the signature handler');
  const isWhole = isAddressText(handler) && (verifier.trim() === '' || isAddressText(verifier));
  const submit = async (): Promise<void> => {
    if (!isWhole) return;
    const addresses = { handler: handler.trim(), verifier: verifier.trim() === '' ? null : verifier.trim() };
    const isDone = await run('sessions.confirmHandler', { password: consumeSecret(password), ...addresses }, () => ({
      text: 'The handler is confirmed. Session keys of this wallet may name it and no other.',
      path: null,
    }));
    if (!isDone) password.current?.focus();
  };
  return (
    <WalletForm
      title={WALLET_PANE_LABELS.confirmSignatureHandler}
      lead="The contract that may decide which signatures of your wallet are valid. Enter the address that the exchange publishes, not one that is shown here."
      submit="Confirm handler"
      busy="Confirming…"
      command={command}
      onSubmit={() => void submit()}
    >
      <AddressField label="Handler" text={handler} onChange={setHandler} focus />
      <AddressField
        label={WALLET_PANE_LABELS.verifierIfItIsAnother}
        text={verifier}
        onChange={setVerifier}
        isOptional
      />
      <SecretField label="Password" input={password} />
    </WalletForm>
  );
}

function AddressField(props: {
  readonly label: string;
  readonly text: string;
  readonly onChange: (text: string) => void;
  readonly focus?: boolean;
  readonly isOptional?: boolean;
}) {
  const input = useRef<HTMLInputElement>(null);
  useFirstFocus(input, props.focus === true);
  const isEmpty = props.text.trim() === '';
  const isWrong = !isEmpty && !isAddressText(props.text);
  return (
    <Field label={props.label} hint={isWrong ? '0x and 40 hexadecimal digits' : null} wrong={isWrong}>
      {(id, describedBy) => (
        <input
          ref={input}
          id={id}
          className="mono"
          autoComplete="off"
          spellCheck={false}
          maxLength={60}
          placeholder={props.isOptional ? 'none' : '0x…'}
          value={props.text}
          aria-describedby={describedBy}
          aria-invalid={isWrong}
          onChange={(event) => props.onChange(event.target.value)}
        />
      )}
    </Field>
  );
}

/** Creates a key first where `keyId` is null. */
export function PrepareForm(props: { readonly keyId: string | null }) {
  const [hours, setHours] = useState('24');
  const password = useSecret();
  const title = props.keyId === null ? 'New session key' : 'Prepare the session key again';
  const { command, run } = useFormCommand(title);
  const now = useNow(30_000);
  const parsed = parseHours(hours);
  const submit = async (): Promise<void> => {
    if (parsed === null) return;
    const input = { password: consumeSecret(password), keyId: props.keyId, hours: parsed };
    const isDone = await run('sessions.prepare', input, ({ grant }) => ({
      text:
        grant === null
          ? 'The exchange answered, and the wallet changed meanwhile: prepare the key again.'
          : `The key is prepared ${formatGrant(grant, now)}. Nothing is signed yet.`,
      path: null,
    }));
    if (!isDone) password.current?.focus();
  };
  return (
    <WalletForm
      title={title}
      lead="A P-256 key that never leaves the vault and never owns the wallet. The exchange answers with the calls that authorise it; they are checked and shown before you sign them. It allows five requests an hour."
      submit={props.keyId === null ? 'Create and prepare' : 'Prepare'}
      busy="Asking the exchange…"
      command={command}
      onSubmit={() => void submit()}
    >
      <NumberField
        label={WALLET_PANE_LABELS.lifetimeHours}
        text={hours}
        hint={parsed === null ? 'Whole hours, 1 to 2160' : null}
        wrong={parsed === null}
        onChange={setHours}
        focus
      />
      <SecretField label="Password" input={password} />
    </WalletForm>
  );
}

export function AuthoriseForm(props: { readonly grant: SessionGrantView }) {
  const { calls, refusal, changesHandler } = props.grant;
  const password = useSecret();
  const { command, run } = useFormCommand('Authorise the session key');
  const now = useNow(30_000);
  const submit = async (): Promise<void> => {
    const hashes = calls.map(({ hash }) => hash);
    const isDone = await run('sessions.authorise', { password: consumeSecret(password), hashes }, () => ({
      text: `The calls of the session key are signed, ${formatGrant(props.grant, now)}: see Calls.${changesHandler ? ' Trading was disarmed, because the wallet has a new signature handler.' : ''}`,
      path: null,
    }));
    if (!isDone) password.current?.focus();
  };
  return (
    <WalletForm
      title={WALLET_PANE_LABELS.authoriseSessionKey}
      lead={`${formatGrant(props.grant, now)}. Your own key signs these calls, and the exchange sends them to the chain.`}
      submit={`Sign and send ${calls.length}`}
      busy="Signing and sending…"
      command={command}
      canSubmit={refusal === null}
      onSubmit={() => void submit()}
    >
      <ol className="wallet-calls" aria-label="Calls">
        {calls.map((call) => (
          <Call key={call.hash} call={call} />
        ))}
      </ol>
      {refusal === null ? (
        <SecretField label="Password" input={password} focus />
      ) : (
        <p className="no wallet-calls" role="alert">
          Refused: {formatCoded(WALLET_REFUSALS, refusal)}
          {WALLET_PANE_LABELS.nothingIsSigned}
        </p>
      )}
    </WalletForm>
  );
}

function Call(props: { readonly call: SetupCallView }) {
  const { effects, refusal } = props.call;
  return (
    <li className={refusal === null ? '' : 'no'}>
      {effects.map((effect) => formatDecodedCall(effect)).join('; then: ')}
    </li>
  );
}
