/** Forms that set a password: of the vault, and of a key backup. */

import type { AppInfo } from '#shared/ipc/contract.ts';
import { WALLET_PANE_LABELS } from '#shared/text/wallet/walletPaneLabels.ts';
import { useRepeatedPassword } from '../../ui/form/repeatedPassword.ts';
import { SecretField } from '../../ui/form/Secret.tsx';
import { describePasswordRule } from './model.ts';
import { useFormCommand } from './useFormCommand.ts';
import { WalletForm } from './WalletForm.tsx';

const CHANGED =
  'The password is changed. Backups, vault copies and the previous save still open with the passwords they were written with.';
const WRITTEN = 'The backup was written and verified with its password. Store it away from this computer:';

interface FormProps {
  readonly network: AppInfo['network'] | null;
}

export function PasswordForm(props: FormProps) {
  const fields = useRepeatedPassword();
  const { command, run } = useFormCommand('Change the password');
  const submit = async (): Promise<void> => {
    const passwords = fields.read();
    if (passwords === null) return;
    const input = { password: passwords.password, newPassword: passwords.chosen };
    await run('vault.changePassword', input, () => ({ text: CHANGED, path: null }), passwords.settle);
  };
  return (
    <WalletForm
      title={WALLET_PANE_LABELS.changePassword}
      lead="Your keys do not change, only the password of the vault."
      submit="Change password"
      busy="Changing…"
      command={command}
      onSubmit={() => void submit()}
    >
      <SecretField label={WALLET_PANE_LABELS.currentPassword} input={fields.password} focus />
      <Repeated fields={fields} label={WALLET_PANE_LABELS.newPassword} hint={describePasswordRule(props.network)} />
    </WalletForm>
  );
}

export function BackupForm(props: FormProps) {
  const fields = useRepeatedPassword();
  const { command, run } = useFormCommand('Write a key backup');
  const submit = async (): Promise<void> => {
    const passwords = fields.read();
    if (passwords === null) return;
    const input = { password: passwords.password, backupPassword: passwords.chosen };
    await run('vault.backup', input, ({ path }) => ({ text: WRITTEN, path }), passwords.settle);
  };
  return (
    <WalletForm
      title={WALLET_PANE_LABELS.writeKeyBackup}
      lead="Writes the own key to a file (Web3 Secret Storage). Other wallets can open it with the backup password."
      submit="Write backup"
      busy="Writing and verifying…"
      command={command}
      onSubmit={() => void submit()}
    >
      <SecretField label={WALLET_PANE_LABELS.vaultPassword} input={fields.password} focus />
      <Repeated
        fields={fields}
        label={WALLET_PANE_LABELS.backupPassword}
        hint={
          props.network === 'paper'
            ? describePasswordRule('paper')
            : 'At least 12 characters, different from the vault password'
        }
      />
    </WalletForm>
  );
}

type RepeatedFields = ReturnType<typeof useRepeatedPassword>;

function Repeated(props: { readonly fields: RepeatedFields; readonly label: string; readonly hint: string }) {
  const { fields } = props;
  return (
    <>
      <SecretField label={props.label} input={fields.chosen} hint={props.hint} onEdit={fields.repeat.clearWrong} />
      <SecretField label={WALLET_PANE_LABELS.again(props.label)} {...fields.repeat.field} />
    </>
  );
}
