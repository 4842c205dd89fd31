/** Forms that set a password: of the vault, and of a key backup. */
import type { AppInfo } from '#shared/ipc/contract.ts';
import { consumeSecret, SecretField, type SecretRef, useRepeatedSecret, useSecret } from '../../ui/form/Secret.tsx';
import { describePasswordRule } from './model.ts';
import { useFormCommand } from './useFormCommand.ts';
import { WalletForm } from './WalletForm.tsx';

interface FormProps {
  readonly network: AppInfo['network'] | null;
}

export function PasswordForm(props: FormProps) {
  const fields = useRepeated();
  const { command, run } = useFormCommand('Change the password');
  const submit = async (): Promise<void> => {
    const passwords = fields.take();
    if (passwords === null) return;
    const { password, chosen } = passwords;
    const isDone = await run('vault.changePassword', { password, newPassword: chosen }, () => ({
      text: 'The password is changed. Backups, vault copies and the previous save still open with the passwords they were written with.',
      path: null,
    }));
    if (!isDone) fields.password.current?.focus();
  };
  return (
    <WalletForm
      title="Change the password"
      lead="Your keys do not change, only the password of the vault."
      submit="Change password"
      busy="Changing…"
      command={command}
      onSubmit={() => void submit()}
    >
      <SecretField label="Current password" input={fields.password} focus />
      <Repeated fields={fields} label="New password" hint={describePasswordRule(props.network)} />
    </WalletForm>
  );
}

export function BackupForm(props: FormProps) {
  const fields = useRepeated();
  const { command, run } = useFormCommand('Write a key backup');
  const submit = async (): Promise<void> => {
    const passwords = fields.take();
    if (passwords === null) return;
    const { password, chosen } = passwords;
    const isDone = await run('vault.backup', { password, backupPassword: chosen }, ({ path }) => ({
      text: 'The backup was written and verified with its password. Store it away from this computer:',
      path,
    }));
    if (!isDone) fields.password.current?.focus();
  };
  return (
    <WalletForm
      title="Write a key backup"
      lead="Writes the own key to a file (Web3 Secret Storage). Other wallets can open it with the backup password."
      submit="Write backup"
      busy="Writing and verifying…"
      command={command}
      onSubmit={() => void submit()}
    >
      <SecretField label="Vault password" input={fields.password} focus />
      <Repeated
        fields={fields}
        label="Backup password"
        hint={
          props.network === 'paper'
            ? describePasswordRule('paper')
            : 'At least 12 characters, different from the vault password'
        }
      />
    </WalletForm>
  );
}

interface RepeatedFields {
  readonly password: SecretRef;
  readonly chosen: SecretRef;
  readonly repeat: ReturnType<typeof useRepeatedSecret>;
  /** The two passwords, and empties the fields; null, and empties only the repetition, when the repetition differs. */
  take(): { readonly password: string; readonly chosen: string } | null;
}

function useRepeated(): RepeatedFields {
  const password = useSecret();
  const chosen = useSecret();
  const repeat = useRepeatedSecret(chosen);
  return {
    password,
    chosen,
    repeat,
    take() {
      if (!repeat.isSame()) return null;
      consumeSecret(repeat.field.input);
      return { password: consumeSecret(password), chosen: consumeSecret(chosen) };
    },
  };
}

function Repeated(props: { readonly fields: RepeatedFields; readonly label: string; readonly hint: string }) {
  const { fields } = props;
  return (
    <>
      <SecretField label={props.label} input={fields.chosen} hint={props.hint} onEdit={fields.repeat.clearWrong} />
      <SecretField label={`${props.label} again`} {...fields.repeat.field} />
    </>
  );
}
