/** Passkey step: read-only account, or a second signing key. */
import type { WalletView } from '#shared/ipc/views.ts';
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
      title="A passkey owns this wallet"
      lead="The passkey signs only in the browser, so this account is read-only here until you add a second signing key."
      error={null}
      busy={false}
      submit="Add a second signing key"
      focusSubmit
      onSubmit={() => onSecond('adding')}
      onClose={props.onClose}
      aside={
        <button type="button" className="button" onClick={props.onClose}>
          Continue read-only
        </button>
      }
    >
      <dl className="wizard-facts wizard-even wizard-ways">
        <dt>Read-only</dt>
        <dd>Markets, balance, orders, fills and positions are live, and you can cancel resting orders.</dd>
        <dt>With a second key</dt>
        <dd>
          Adyton signs your orders with it, within the order limit. The exchange must first add it to the wallet, which
          requires two-factor authentication. Only the passkey signs wallet calls.
        </dd>
      </dl>
      {setup?.status === 'setup_required' ? (
        <p className="wrong-box">The wallet’s setup is not finished: sign it where the passkey is.</p>
      ) : null}
      {setup ? (
        <dl className="wizard-facts wizard-even">
          <dt>Wallet</dt>
          <dd className="mono">{setup.safe}</dd>
          <dt>Passkey’s signer</dt>
          <dd className="mono">{setup.owner}</dd>
          <dt>Chain, domain</dt>
          <dd>
            <span className="mono">{setup.chainId}</span> · {setup.domainName}
          </dd>
        </dl>
      ) : null}
    </StepForm>
  );
}
