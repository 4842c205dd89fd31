/** The acts that set a password: the vault's own, and that of a key backup. */
import { useState } from 'react';
import type { AppInfo } from '#shared/ipc/contract.ts';
import { SecretField, type SecretRef, takeSecret, useSecret } from '../../ui/Secret.tsx';
import { ActForm } from './ActForm.tsx';
import { formatPasswordRule } from './model.ts';
import { useAct } from './useAct.ts';

interface FormProps {
  readonly network: AppInfo['network'] | null;
}

export function PasswordForm(props: FormProps) {
  const fields = useRepeated();
  const { command, run } = useAct('Change the password');
  const submit = async (): Promise<void> => {
    const taken = fields.take();
    if (taken === null) return;
    const { password, chosen } = taken;
    const isDone = await run('vault.changePassword', { password, newPassword: chosen }, () => ({
      text: 'The password is changed: it alone opens the vault now. Backups, copies and the save before this one keep the passwords that they were written with.',
      path: null,
    }));
    if (!isDone) fields.password.current?.focus();
  };
  return (
    <ActForm
      title="Change the password"
      lead="Your keys stay as they are; only what opens the vault is new."
      submit="Change password"
      busy="Changing…"
      command={command}
      onSubmit={() => void submit()}
    >
      <SecretField label="Password now" input={fields.password} focus />
      <Repeated fields={fields} label="New password" hint={formatPasswordRule(props.network)} />
    </ActForm>
  );
}

export function BackupForm(props: FormProps) {
  const fields = useRepeated();
  const { command, run } = useAct('Write a key backup');
  const submit = async (): Promise<void> => {
    const taken = fields.take();
    if (taken === null) return;
    const { password, chosen } = taken;
    const isDone = await run('vault.backup', { password, backupPassword: chosen }, ({ path }) => ({
      text: 'The backup was written, read again and opened with its password. Keep it away from this computer:',
      path,
    }));
    if (!isDone) fields.password.current?.focus();
  };
  return (
    <ActForm
      title="Write a key backup"
      lead="The own key in a file of its own (Web3 Secret Storage), which other wallets can open with the backup's password."
      submit="Write backup"
      busy="Writing and reading back…"
      command={command}
      onSubmit={() => void submit()}
    >
      <SecretField label="Password of the vault" input={fields.password} focus />
      <Repeated
        fields={fields}
        label="Backup password"
        hint={
          props.network === 'paper' ? formatPasswordRule('paper') : 'At least 12 characters, not the one of the vault'
        }
      />
    </ActForm>
  );
}

interface RepeatedFields {
  readonly password: SecretRef;
  readonly chosen: SecretRef;
  readonly repeat: SecretRef;
  readonly isOther: boolean;
  /** Empties the fields; null, and only the repetition empty, when the two are not the same. */
  take(): { readonly password: string; readonly chosen: string } | null;
}

function useRepeated(): RepeatedFields {
  const password = useSecret();
  const chosen = useSecret();
  const repeat = useSecret();
  const [isOther, setOther] = useState(false);
  return {
    password,
    chosen,
    repeat,
    isOther,
    take() {
      const isSame = chosen.current?.value === repeat.current?.value;
      setOther(!isSame);
      takeSecret(repeat);
      if (isSame) return { password: takeSecret(password), chosen: takeSecret(chosen) };
      repeat.current?.focus();
      return null;
    },
  };
}

function Repeated(props: { readonly fields: RepeatedFields; readonly label: string; readonly hint: string }) {
  const { fields } = props;
  return (
    <>
      <SecretField label={props.label} input={fields.chosen} hint={props.hint} />
      <SecretField
        label={`${props.label} again`}
        input={fields.repeat}
        wrong={fields.isOther}
        hint={fields.isOther ? 'Not the same: type it again' : null}
      />
    </>
  );
}
