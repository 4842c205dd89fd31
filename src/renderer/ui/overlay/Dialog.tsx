/**
 * Modal dialog on Base UI: keeps the focus inside, gives it back when it closes.
 *
 * Invariants  Escape closes it unless it is busy; a press outside does nothing.
 */
import { Dialog as Base } from '@base-ui/react/dialog';
import { type ReactNode, useRef } from 'react';
import { FIRST_FOCUS, HAS_OPENED, useFocusReturn } from '../focus.ts';
import './dialog.css';

export function Dialog(props: {
  readonly title: string;
  readonly busy?: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  const popup = useRef<HTMLDivElement>(null);
  const returnsFocus = useFocusReturn();
  const placeFocus = (): HTMLElement | true => {
    popup.current?.setAttribute(HAS_OPENED, '');
    return popup.current?.querySelector<HTMLElement>(`[${FIRST_FOCUS}]`) ?? true;
  };
  return (
    <Base.Root
      open
      disablePointerDismissal
      onOpenChange={(isOpen) => {
        if (!isOpen && !props.busy) props.onClose();
      }}
    >
      <Base.Portal>
        <Base.Backdrop className="dialog-backdrop" />
        <Base.Popup ref={popup} className="dialog" initialFocus={placeFocus} finalFocus={returnsFocus}>
          <Base.Title render={<h2>{props.title}</h2>} />
          {props.children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
