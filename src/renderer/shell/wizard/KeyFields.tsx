/** Key source: new, imported or passkey, with the fields of each. */
import { WIZARD_LABELS } from '#shared/text/wallet/wizardLabels.ts';
import { SecretField } from '../../ui/form/Secret.tsx';
import { Field, Segmented } from '../../ui/parts.tsx';
import type { KeyKind } from './model.ts';
import { PhraseAddresses } from './PhraseAddresses.tsx';
import type { KeyEntry } from './useKeyEntry.ts';

const CHOICES = [
  { value: 'random', label: 'New key' },
  { value: 'phrase', label: 'Recovery phrase' },
  { value: 'hex', label: 'Private key' },
  { value: 'keystore', label: 'Key file' },
] as const;
const PASSKEY = { value: 'passkey', label: 'I use a passkey' } as const;

export function KeyFields(props: {
  readonly entry: KeyEntry;
  /** Offers a wallet that a passkey owns. */
  readonly offersPasskey?: boolean;
  /** Question above the addresses of a phrase. */
  readonly question: string;
  readonly onPick: () => void;
}) {
  const { entry } = props;
  const choices: readonly { readonly value: KeyKind; readonly label: string }[] = props.offersPasskey
    ? [...CHOICES, PASSKEY]
    : CHOICES;
  return (
    <>
      <Segmented
        label="Key"
        value={entry.kind}
        onChange={(next) => {
          entry.pick(next);
          props.onPick();
        }}
        choices={choices}
      />
      {entry.kind === 'random' ? <p className="dim">{WIZARD_LABELS.adytonCreatesNewRandomKey}</p> : null}
      {entry.kind === 'passkey' ? <p className="dim">{WIZARD_LABELS.forWalletThatPasskeyOwns}</p> : null}
      {entry.kind === 'phrase' ? (
        <>
          <SecretField
            label={WIZARD_LABELS.recoveryPhrase}
            input={entry.secret}
            hint="12 to 24 words with spaces between them"
            onEdit={entry.clearAddresses}
          />
          {entry.addresses === null ? null : (
            <PhraseAddresses
              addresses={entry.addresses}
              choice={entry.choice}
              question={props.question}
              onChoose={entry.choose}
            />
          )}
        </>
      ) : null}
      {entry.kind === 'hex' ? (
        <SecretField label={WIZARD_LABELS.privateKey} input={entry.secret} hint="64 hex digits, with or without 0x" />
      ) : null}
      {entry.kind === 'keystore' ? (
        <>
          <div className="wizard-pair even">
            <Field label={WIZARD_LABELS.keyFile} hint="Web3 Secret Storage, version 3">
              {(id, describedBy) => (
                <input
                  ref={entry.file}
                  id={id}
                  type="file"
                  accept=".json,application/json"
                  aria-describedby={describedBy}
                />
              )}
            </Field>
            <SecretField label={WIZARD_LABELS.passwordOfKeyFile} input={entry.keystorePassword} />
          </div>
          <Field label={WIZARD_LABELS.orPasteTextOfFile}>
            {(id) => <textarea ref={entry.pasted} id={id} className="mono" autoComplete="off" spellCheck={false} />}
          </Field>
        </>
      ) : null}
    </>
  );
}
