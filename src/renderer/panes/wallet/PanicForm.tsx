/** Form that sets whether a panic flattens everything after its cancels. */
import { WALLET_PANE_LABELS } from '#shared/text/wallet/walletPaneLabels.ts';
import { consumeSecret, SecretField, useSecret } from '../../ui/form/Secret.tsx';
import { useFormCommand } from './useFormCommand.ts';
import { WalletForm } from './WalletForm.tsx';

export function PanicForm(props: { readonly isOn: boolean }) {
  const password = useSecret();
  const { command, run } = useFormCommand('Change what panic does');
  const turnOn = async (): Promise<void> => {
    const isDone = await run('exit.enablePanicFlatten', { password: consumeSecret(password) }, () => ({
      text: 'A panic now also flattens everything.',
      path: null,
    }));
    if (!isDone) password.current?.focus();
  };
  const turnOff = (): Promise<boolean> =>
    run('exit.disablePanicFlatten', {}, () => ({ text: 'A panic now only cancels.', path: null }));
  if (props.isOn) {
    return (
      <WalletForm
        title={WALLET_PANE_LABELS.onlyCancelInPanic}
        lead="A panic then disarms and cancels every order, and leaves positions as they are."
        submit="Only cancel"
        busy="Changing…"
        command={command}
        onSubmit={() => void turnOff()}
      >
        {null}
      </WalletForm>
    );
  }
  return (
    <WalletForm
      title={WALLET_PANE_LABELS.alsoFlattenInPanic}
      lead="After its cancels, a panic then exits every position on a live book, at most 0.05 from the best price."
      submit="Also flatten"
      busy="Changing…"
      command={command}
      onSubmit={() => void turnOn()}
    >
      <SecretField label="Password" input={password} />
    </WalletForm>
  );
}
