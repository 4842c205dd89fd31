/** Focus of the ticket's forms: a key that fills one leads there, and Enter in a field goes to its button. */
import { type KeyboardEvent, type RefObject, useEffect } from 'react';
import { useTicketFocus } from '../../domain/orders/ticket.ts';
import { usePane } from '../../domain/workspaces/panes.ts';
import { onKeys } from '../../ui/keys.ts';

const FIRST_FIELD = '.ticket-form input:not([type="checkbox"])';
const BUTTON = '.button.large';

/** Puts the focus on the first field of the form when a key has filled it. */
export function useFillFocus(form: RefObject<HTMLFormElement | null>): void {
  const { linkKey } = usePane();
  const isWanted = useTicketFocus(({ key }) => key === linkKey);
  useEffect(() => {
    if (!isWanted) return;
    // The dock shows the pane first, and places the focus too.
    const frame = requestAnimationFrame(() => {
      form.current?.querySelector<HTMLElement>(FIRST_FIELD)?.focus();
      useTicketFocus.setState({ key: null });
    });
    return () => cancelAnimationFrame(frame);
  }, [isWanted, form]);
}

/** Enter in a field goes to the button, which alone sends; a key held down never goes through it. */
export const sendByButton = onKeys((event: KeyboardEvent<HTMLFormElement>) => {
  if (event.key !== 'Enter' || !(event.target instanceof HTMLElement)) return;
  const button = event.currentTarget.querySelector<HTMLElement>(BUTTON);
  if (event.target.matches('input')) button?.focus();
  else if (event.target !== button || !event.repeat) return;
  event.preventDefault();
});
