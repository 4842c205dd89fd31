/** A locked vault is opened before the setup goes on. */
import { SecretField, takeSecret, useSecret } from './Secret.tsx';
import { StepForm } from './StepForm.tsx';
import { useCommand } from './useCommand.ts';

export function UnlockStep(props: { readonly why: string | null; readonly onClose: () => void }) {
  const password = useSecret();
  const command = useCommand();
  const submit = async (): Promise<void> => {
    const result = await command.run('vault.unlock', { password: takeSecret(password) });
    if (!result?.ok) password.current?.focus();
  };
  return (
    <StepForm
      title="Unlock the vault"
      lead={
        props.why
          ? `The vault is locked (${props.why}). The setup goes on where it was.`
          : 'The setup goes on where it was.'
      }
      error={command.error}
      busy={command.isBusy}
      submit={command.isBusy ? 'Unlocking…' : 'Unlock'}
      onSubmit={() => void submit()}
      onClose={props.onClose}
    >
      <SecretField label="Password" input={password} focus />
    </StepForm>
  );
}
