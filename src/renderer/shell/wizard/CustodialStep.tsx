/** Custodial step: the exchange names no wallet, so a person confirms once that it holds the funds. */

import { useState } from 'react';
import { type CustodialView, findDirectionFault } from '#shared/order/account/custodial.ts';
import {
  formatCustodialProof,
  formatCustodialProofReceipt,
  formatCustodialSign,
} from '#shared/text/account/custodial.ts';
import { WIZARD_LABELS } from '#shared/text/wallet/wizardLabels.ts';
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
      title={WIZARD_LABELS.whoHoldsFundsOf}
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
          {reading.isBusy ? 'Reading…' : WIZARD_LABELS.readAgain}
        </button>
      }
    >
      {hasFailed ? (
        <p className="wrong-box" role="alert">
          {formatCustodialProof(proof)}.
        </p>
      ) : null}
      <dl className="wizard-facts wizard-even wizard-ways">
        <dt>{WIZARD_LABELS.ifYouConfirm}</dt>
        <dd>{WIZARD_LABELS.ordersAreSentWith}</dd>
        <dt>{WIZARD_LABELS.whatItMeans}</dt>
        <dd>{WIZARD_LABELS.whoeverHasAPIKey}</dd>
        <dt>{WIZARD_LABELS.ifYouHaveWallet}</dt>
        <dd>{WIZARD_LABELS.doNotConfirmAskExchange}</dd>
      </dl>
      {/* Asked where the usual form failed; else it is there for who knows better. */}
      <details className="wizard-advanced" open={hasFailed || undefined}>
        <summary>{WIZARD_LABELS.advancedHowOrderSaysBuy}</summary>
        <div className="wizard-row">
          <DirectionFields direction={direction} onChange={setDirection} />
        </div>
      </details>
      <SecretField label={WIZARD_LABELS.passwordOfVault} input={password} focus />
    </StepForm>
  );
}
