/** The end of the setup: what there is now and what to do next. */
import type { WalletView } from '#shared/ipc/views.ts';
import { StepForm } from './StepForm.tsx';

export function ReadyStep(props: {
  readonly wallet: WalletView;
  readonly onClose: () => void;
  readonly onBackup: () => void;
}) {
  const { wallet } = props;
  return (
    <StepForm
      title="The wallet is ready"
      lead="Press F8 to arm trading, then click a price on the ladder, or compose an order in the ticket."
      error={null}
      busy={false}
      submit="Start trading"
      focusSubmit
      onSubmit={props.onClose}
      onClose={props.onClose}
      aside={
        wallet.backedUp ? null : (
          <button type="button" className="button" onClick={props.onBackup}>
            Back up the key now
          </button>
        )
      }
    >
      <dl className="wizard-facts">
        <dt>Wallet</dt>
        <dd className="mono">{wallet.setup?.safe ?? '–'}</dd>
        <dt>Your key's address</dt>
        <dd className="mono">{wallet.owner ?? '–'}</dd>
        <dt>Backup</dt>
        <dd className={wallet.backedUp ? '' : 'mine'}>{wallet.backedUp ? 'Written and checked' : 'Not written yet'}</dd>
      </dl>
    </StepForm>
  );
}
