/** Unlock step: opens a locked vault before the setup continues. */

import type { WalletView } from '#shared/ipc/views.ts';
import { WIZARD_LABELS } from '#shared/text/wallet/wizardLabels.ts';
import { useCommand } from '../../act/useCommand.ts';
import { useNow } from '../../ui/clock.ts';
import { consumeSecret, SecretField, useSecret } from '../../ui/form/Secret.tsx';
import { KeychainUnlock } from '../custody/KeychainUnlock.tsx';
import { formatLockMessage } from '../custody/lockMessage.ts';
import { StepForm } from './StepForm.tsx';

export function UnlockStep(props: { readonly wallet: WalletView; readonly onClose: () => void }) {
  const password = useSecret();
  const command = useCommand();
  const byKeychain = useCommand();
  const now = useNow(30_000);
  const submit = async (): Promise<void> => {
    const result = await command.run('vault.unlock', { password: consumeSecret(password) });
    if (!result?.ok) password.current?.focus();
  };
  return (
    <StepForm
      title={WIZARD_LABELS.unlockVault}
      lead={`${formatLockMessage(props.wallet, now)} The setup then continues.`}
      error={command.error ?? byKeychain.error}
      busy={command.isBusy || byKeychain.isBusy}
      submit={command.isBusy ? 'Unlocking…' : 'Unlock'}
      onSubmit={() => void submit()}
      onClose={props.onClose}
    >
      <SecretField label="Password" input={password} focus />
      <KeychainUnlock state={props.wallet.custody.keychainUnlock} command={byKeychain} onUnlocked={() => undefined} />
    </StepForm>
  );
}
