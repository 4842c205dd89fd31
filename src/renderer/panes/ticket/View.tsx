/** Order ticket: a limit order, or a conditional order of the type that its header names. */
import { useConditionalDraft } from '../../domain/conditionals/conditionalDraft.ts';
import { usePane, usePaneMarket } from '../../domain/workspaces/panes.ts';
import { ConditionalTicket } from './ConditionalTicket.tsx';
import { LimitTicket } from './LimitTicket.tsx';
import './ticket.css';

export function View() {
  const { linkKey } = usePane();
  const draft = useConditionalDraft(linkKey, usePaneMarket());
  return draft === null ? <LimitTicket /> : <ConditionalTicket draft={draft} />;
}
