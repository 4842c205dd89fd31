/** Second-key dialog, opened from the Wallet pane. */
import { WIZARD_LABELS } from '#shared/text/wallet/wizardLabels.ts';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { SecondKeyForm } from './SecondKeyForm.tsx';
import './wizard.css';

export function SecondKeyDialog(props: { readonly onClose: () => void }) {
  return (
    <Dialog title={WIZARD_LABELS.walletThatPasskeyOwns} onClose={props.onClose}>
      <div className="wizard alone">
        <SecondKeyForm onClose={props.onClose} onDone={props.onClose} />
      </div>
    </Dialog>
  );
}
