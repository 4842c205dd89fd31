/** Passkey step: read-only account, or a second signing key. */

import type { WalletView } from '#shared/ipc/views.ts';
import { WIZARD_LABELS } from '#shared/text/wallet/wizardLabels.ts';
import type { Progress } from './model.ts';
import { SecondKeyForm } from './SecondKeyForm.tsx';
import { StepForm } from './StepForm.tsx';

export function PasskeyStep(props: {
  readonly wallet: WalletView;
  readonly second: Progress['second'];
  readonly onClose: () => void;
  readonly onSecond: (second: Progress['second']) => void;
}) {
  const { onSecond } = props;
  const { setup } = props.wallet;
  if (props.second === 'adding') {
    return <SecondKeyForm onBack={() => onSecond('open')} onClose={props.onClose} onDone={() => onSecond('settled')} />;
  }
  return (
    <StepForm
      title={WIZARD_LABELS.passkeyOwnsThisWallet}
      lead="The passkey signs only in the browser, so this account is read-only here until you add a second signing key."
      error={null}
      busy={false}
      submit="Add a second signing key"
      focusSubmit
      onSubmit={() => onSecond('adding')}
      onClose={props.onClose}
      aside={
        <button type="button" className="button" onClick={props.onClose}>
          {WIZARD_LABELS.continueReadOnly}
        </button>
      }
    >
      <dl className="wizard-facts wizard-even wizard-ways">
        <dt>Read-only</dt>
        <dd>{WIZARD_LABELS.marketsBalanceOrdersFills}</dd>
        <dt>{WIZARD_LABELS.withSecondKey}</dt>
        <dd>{WIZARD_LABELS.adytonSignsYourOrders}</dd>
      </dl>
      {setup?.status === 'setup_required' ? (
        <p className="wrong-box">{WIZARD_LABELS.walletsSetupIsNotFinished}</p>
      ) : null}
      {setup ? (
        <dl className="wizard-facts wizard-even">
          <dt>Wallet</dt>
          <dd className="mono">{setup.safe}</dd>
          <dt>{WIZARD_LABELS.passkeysSigner}</dt>
          <dd className="mono">{setup.owner}</dd>
          <dt>{WIZARD_LABELS.chainDomain}</dt>
          <dd>
            <span className="mono">{setup.chainId}</span> · {setup.domainName}
          </dd>
        </dl>
      ) : null}
    </StepForm>
  );
}
