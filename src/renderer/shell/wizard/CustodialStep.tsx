/** Custodial step: the exchange names no wallet, so a person confirms once that it holds the funds. */
import { useState } from 'react';
import { type CustodialView, findDirectionFault } from '#shared/order/account/custodial.ts';
import {
  formatCustodialProof,
  formatCustodialProofReceipt,
  formatCustodialSign,
} from '#shared/text/account/custodial.ts';
import { useCommand } from '../../act/useCommand.ts';
import { attemptOf } from '../../domain/noticeFacts.ts';
import { DirectionFields } from '../../ui/form/DirectionFields.tsx';
import { consumeSecret, SecretField, useSecret } from '../../ui/form/Secret.tsx';
import { useOverlay } from '../../ui/overlay/overlay.ts';
import { StepForm } from './StepForm.tsx';

export function CustodialStep(props: { readonly custodial: CustodialView; readonly onClose: () => void }) {
  const { sign, proof } = props.custodial;
  const [direction, setDirection] = useState(props.custodial.direction);
  const command = useCommand(false);
  const hasFailed = proof.at === 'contradicted' || proof.at === 'refused';
  const reading = useCommand(false);
  const password = useSecret();
  const confirm = async (): Promise<void> => {
    // The field says what is wrong.
    if (findDirectionFault(direction) !== null) return;
    const result = await command.run('account.confirmCustodial', { password: consumeSecret(password), direction });
    if (!result?.ok) {
      password.current?.focus();
      return;
    }
    // The step says itself that the exchange refused it.
    const left = result.value.outcome === 'rejected' ? null : formatCustodialProofReceipt(result.value);
    if (left !== null) useOverlay.getState().notify('warn', 'Account confirmed', `${left}.`, attemptOf('Account'));
  };
  return (
    <StepForm
      title="Who holds the funds of this account?"
      lead={`Asked for your wallet, the exchange answered: ${formatCustodialSign(sign)}. Then it holds the funds itself.`}
      error={command.error}
      busy={command.isBusy}
      submit={command.isBusy ? 'Confirming…' : 'The exchange holds them'}
      onSubmit={() => void confirm()}
      onClose={props.onClose}
      aside={
        <button
          type="button"
          className="button"
          disabled={reading.isBusy}
          onClick={() => void reading.run('wallet.read', {})}
        >
          {reading.isBusy ? 'Reading…' : 'Read again'}
        </button>
      }
    >
      {hasFailed ? (
        <p className="wrong-box" role="alert">
          {formatCustodialProof(proof)}.
        </p>
      ) : null}
      <dl className="wizard-facts wizard-even wizard-ways">
        <dt>If you confirm</dt>
        <dd>
          Orders are sent with your API key alone, without a signature, and say buy or sell in the usual form. One
          post-only buy of 1 contract at the lowest price proves it at once, and is cancelled: the question names it.
        </dd>
        <dt>What it means</dt>
        <dd>
          Whoever has the API key and its secret can trade with everything in the account. Withdrawals are made at the
          exchange, not here.
        </dd>
        <dt>If you have a wallet</dt>
        <dd>Do not confirm. Ask the exchange why it does not name your wallet, then read it again.</dd>
      </dl>
      {/* Asked where the usual form failed; else it is there for who knows better. */}
      <details className="wizard-advanced" open={hasFailed || undefined}>
        <summary>Advanced: how an order says buy or sell</summary>
        <div className="wizard-row">
          <DirectionFields direction={direction} onChange={setDirection} />
        </div>
      </details>
      <SecretField label="Password of the vault" input={password} focus />
    </StepForm>
  );
}
