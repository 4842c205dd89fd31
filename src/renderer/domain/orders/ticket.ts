/**
 * Fills order tickets from other panes.
 *
 * Invariants  A key that fills a ticket gives it the focus, so that the next Enter is the form's. A click on a price does not: the
 *             pointer goes on at the prices.
 */
import { create } from 'zustand';
import { changeDraft, type Draft } from '../../act/draft.ts';
import { attemptOf, type Report } from '../noticeFacts.ts';
import { isPaneLink, type LinkKey, linkKeyOf } from '../workspaces/links.ts';
import { paneRequests } from '../workspaces/paneRequests.ts';
import { usePanes } from '../workspaces/panes.ts';

/** What a person reads where `fillTicket` answers false. */
export const NO_TICKET: Report = {
  tone: 'warn',
  title: 'No ticket follows this pane',
  detail: 'Give the pane a link colour: its prices then fill the ticket of that colour.',
  fact: attemptOf('ticket'),
};

interface TicketFocus {
  /** The link group whose ticket takes the focus as soon as it is on screen; null where none waits for it. */
  readonly key: LinkKey | null;
}

export const useTicketFocus = create<TicketFocus>(() => ({ key: null }));

/**
 * Fills the draft under `key` and shows a ticket of it, a new one if there is none.
 * False for an unlinked pane: no ticket can follow it.
 */
export function fillTicket(key: LinkKey, part: Partial<Draft>, takesFocus = false): boolean {
  changeDraft(key, part);
  return showTicket(key, takesFocus);
}

/** Shows a ticket of `key`, a new one if there is none; false for an unlinked pane. */
export function showTicket(key: LinkKey, takesFocus: boolean): boolean {
  const ticket = Object.entries(usePanes.getState().panes).find(
    ([id, pane]) => pane.name === 'ticket' && linkKeyOf(id, pane.link) === key,
  );
  if (ticket) paneRequests.emit({ kind: 'reveal', id: ticket[0] });
  else if (isPaneLink(key)) paneRequests.emit({ kind: 'add', name: 'ticket', link: key });
  else return false;
  if (takesFocus) useTicketFocus.setState({ key });
  return true;
}
