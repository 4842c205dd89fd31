/** Second-key dialog, opened from the Wallet pane. */
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { SecondKeyForm } from './SecondKeyForm.tsx';
import './wizard.css';

export function SecondKeyDialog(props: { readonly onClose: () => void }) {
  return (
    <Dialog title="A wallet that a passkey owns" onClose={props.onClose}>
      <div className="wizard alone">
        <SecondKeyForm onClose={props.onClose} onDone={props.onClose} />
      </div>
    </Dialog>
  );
}
