/** Password and key: a fresh key by default, or one that the trader already has. */
import { useRef, useState } from 'react';
import type { AppInfo, KeySource } from '#shared/ipc/contract.ts';
import type { Address } from '#shared/units/ids.ts';
import { useCommand } from '../../act/useCommand.ts';
import { Field, Segmented } from '../../ui/parts.tsx';
import { SecretField, takeSecret, useSecret } from '../../ui/Secret.tsx';
import { takeIndex, tellKeySubmit, tellPasswordRule } from './model.ts';
import { FIRST, PhraseAddresses } from './PhraseAddresses.tsx';
import { StepForm } from './StepForm.tsx';

type Kind = KeySource['kind'];

export function KeyStep(props: {
  readonly network: AppInfo['network'];
  readonly onClose: () => void;
  readonly onKey: (how: 'created' | 'imported') => void;
}) {
  const [kind, setKind] = useState<Kind>('random');
  const [addresses, setAddresses] = useState<readonly Address[] | null>(null);
  const [choice, setChoice] = useState(FIRST);
  const [wrongRepeat, setWrongRepeat] = useState(false);
  const password = useSecret();
  const repeat = useSecret();
  const secret = useSecret();
  const keystorePassword = useSecret();
  const file = useRef<HTMLInputElement>(null);
  const pasted = useRef<HTMLTextAreaElement>(null);
  /** Rises when the phrase is another. */
  const edits = useRef(0);
  const command = useCommand();
  const listing = useCommand(false);
  const repeats = props.network !== 'paper';

  const readKeystore = async (): Promise<string> => {
    const chosen = file.current?.files?.[0];
    const text = chosen ? await chosen.text() : (pasted.current?.value ?? '');
    if (file.current) file.current.value = '';
    if (pasted.current) pasted.current.value = '';
    return text;
  };

  const takeKey = async (): Promise<KeySource | string> => {
    if (kind === 'random') return { kind };
    if (kind === 'hex') return { kind, privateKey: takeSecret(secret) };
    if (kind === 'keystore') {
      const json = await readKeystore();
      if (json.trim() === '') return 'Choose the key file, or paste its text';
      return { kind, json, keystorePassword: takeSecret(keystorePassword) };
    }
    const index = takeIndex(choice);
    return index === null
      ? 'The address index is a whole number from 0 to 99'
      : { kind, phrase: takeSecret(secret), index };
  };

  /** The words stay in their field until one of their addresses is chosen; main keeps none of them. */
  const listAddresses = async (): Promise<void> => {
    command.clear();
    const own = edits.current;
    const listed = await listing.run('vault.listPhraseAddresses', { phrase: secret.current?.value ?? '' });
    // Addresses of other words than those in the field would be imported from these.
    if (edits.current !== own) return;
    if (listed?.ok) setAddresses(listed.value.addresses);
    else secret.current?.focus();
  };
  const forgetAddresses = (): void => {
    edits.current += 1;
    setAddresses(null);
    setChoice(FIRST);
  };

  const submit = async (): Promise<void> => {
    if (command.isBusy || listing.isBusy) return;
    if (kind === 'phrase' && addresses === null) {
      await listAddresses();
      return;
    }
    const isSame = !repeats || repeat.current?.value === password.current?.value;
    setWrongRepeat(!isSame);
    if (!isSame) {
      takeSecret(repeat);
      repeat.current?.focus();
      return;
    }
    const key = await takeKey();
    if (typeof key === 'string') {
      command.refuse(key);
      return;
    }
    takeSecret(repeat);
    forgetAddresses();
    props.onKey(kind === 'random' ? 'created' : 'imported');
    const result = await command.run('vault.create', { password: takeSecret(password), key });
    if (!result?.ok) password.current?.focus();
  };

  return (
    <StepForm
      title="Choose a password and a key"
      lead="The key signs your orders. It is sealed on this computer with your password and never leaves it."
      error={listing.error ?? command.error}
      busy={command.isBusy || listing.isBusy}
      submit={tellKeySubmit(kind, addresses !== null, command.isBusy, listing.isBusy)}
      onSubmit={() => void submit()}
      onClose={props.onClose}
    >
      <SecretField label="Password" input={password} focus hint={tellPasswordRule(props.network)} />
      {repeats ? (
        <SecretField
          label="Password again"
          input={repeat}
          wrong={wrongRepeat}
          hint={wrongRepeat ? 'This was not the same password: type it again' : null}
        />
      ) : null}
      <Segmented
        label="Key"
        value={kind}
        onChange={(next) => {
          setKind(next);
          forgetAddresses();
          command.clear();
          listing.clear();
        }}
        choices={[
          { value: 'random', label: 'New key' },
          { value: 'phrase', label: 'Recovery phrase' },
          { value: 'hex', label: 'Private key' },
          { value: 'keystore', label: 'Key file' },
        ]}
      />
      {kind === 'random' ? <p className="dim">A new key is made from this computer's randomness.</p> : null}
      {kind === 'phrase' ? (
        <>
          <SecretField
            label="Recovery phrase"
            input={secret}
            hint="12 to 24 words with spaces between them"
            onEdit={forgetAddresses}
          />
          {addresses === null ? null : <PhraseAddresses addresses={addresses} choice={choice} onChoose={setChoice} />}
        </>
      ) : null}
      {kind === 'hex' ? (
        <SecretField label="Private key" input={secret} hint="64 hex digits, with or without 0x" />
      ) : null}
      {kind === 'keystore' ? (
        <>
          <div className="wizard-pair even">
            <Field label="Key file" hint="Web3 Secret Storage, version 3">
              {(id, describedBy) => (
                <input ref={file} id={id} type="file" accept=".json,application/json" aria-describedby={describedBy} />
              )}
            </Field>
            <SecretField label="Password of the key file" input={keystorePassword} />
          </div>
          <Field label="Or paste the text of the file">
            {(id) => <textarea ref={pasted} id={id} className="mono" autoComplete="off" spellCheck={false} />}
          </Field>
        </>
      ) : null}
    </StepForm>
  );
}
