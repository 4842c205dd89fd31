/** Sign step: signs and relays the calls in nonce order; after a failure it reads the wallet again first. */

import { useState } from 'react';
import type { WalletView } from '#shared/ipc/views.ts';
import { WIZARD_LABELS } from '#shared/text/wallet/wizardLabels.ts';
import { useCommand } from '../../act/useCommand.ts';
import { consumeSecret, SecretField, useSecret } from '../../ui/form/Secret.tsx';
import { Calls } from './Calls.tsx';
import { formatCallCount, listPending } from './model.ts';
import { StepForm } from './StepForm.tsx';

export function SignStep(props: { readonly wallet: WalletView; readonly onClose: () => void }) {
  const password = useSecret();
  const signing = useCommand(false);
  const reading = useCommand(false);
  const [hasFailed, setFailed] = useState(false);
  const { setup } = props.wallet;
  const pending = setup ? listPending(setup) : [];
  const mustReadFirst = !signing.isBusy && hasFailed;

  const submit = async (): Promise<void> => {
    if (mustReadFirst) {
      const read = await reading.run('wallet.read', {});
      if (read?.ok) setFailed(false);
      return;
    }
    const result = await signing.run('wallet.setup', {
      password: consumeSecret(password),
      hashes: pending.map((call) => call.hash),
    });
    if (result?.ok) {
      setFailed(result.value.calls.some((call) => call.progress.at === 'failed'));
      return;
    }
    if (result && !NOTHING_SENT.has(result.error.code)) setFailed(true);
    password.current?.focus();
  };

  return (
    <StepForm
      title={WIZARD_LABELS.signAndSend}
      lead="Your key signs each call. The exchange sends them to the chain in order and pays the gas."
      error={reading.error ?? signing.error}
      busy={signing.isBusy || reading.isBusy}
      submit={formatSubmit(signing.isBusy, reading.isBusy, mustReadFirst, pending.length)}
      focusSubmit={mustReadFirst}
      onSubmit={() => void submit()}
      onClose={props.onClose}
    >
      {setup ? <Calls calls={setup.calls} showProgress /> : null}
      {mustReadFirst ? (
        <p>“Try again” first reads the wallet, so that nothing is sent twice.</p>
      ) : (
        <SecretField label="Password" input={password} focus />
      )}
    </StepForm>
  );
}

/** Errors before anything was relayed: the user enters the password again. */
const NOTHING_SENT: ReadonlySet<string> = new Set([
  'WRONG_PASSWORD',
  'BACK_OFF',
  'LOCKED',
  'BAD_INPUT',
  'CANCELLED',
  'QUESTION_OPEN',
  'QUESTIONS_LIMITED',
]);

function formatSubmit(isSigning: boolean, isReading: boolean, mustReadFirst: boolean, count: number): string {
  if (isSigning) return 'Signing and sending…';
  if (isReading) return 'Reading…';
  return mustReadFirst ? 'Try again' : `Sign and send ${formatCallCount(count)}`;
}
