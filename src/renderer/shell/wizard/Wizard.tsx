/** Wallet setup, step by step; the steps live beside this file. */
import type { AppInfo } from '#shared/ipc/contract.ts';
import { Dialog } from '../../ui/parts.tsx';

export function Wizard(props: { readonly info: AppInfo; readonly onClose: () => void }) {
  return (
    <Dialog title="Set up a wallet" onClose={props.onClose}>
      <p>{props.info.network}</p>
    </Dialog>
  );
}
