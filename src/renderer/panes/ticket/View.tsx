/** Order ticket: a limit order, or a conditional order of the type that its header names. */

import { KIND_NAMES } from '#shared/order/conditional/terms.ts';
import { nameKindShortly } from '#shared/text/conditionals/conditionalTerms.ts';
import { TICKET_PANE_LABELS } from '#shared/text/orders/ticketPaneLabels.ts';
import {
  changeKind,
  setConditionalDraft,
  startForm,
  useConditionalDraft,
} from '../../domain/conditionals/conditionalDraft.ts';
import { marketName, marketTitle, useListed } from '../../domain/markets/markets.ts';
import { usePane, usePaneMarket } from '../../domain/workspaces/panes.ts';
import { ConditionalTicket } from './ConditionalTicket.tsx';
import { LimitTicket } from './LimitTicket.tsx';
import './ticket.css';

export function View() {
  const { linkKey } = usePane();
  const draft = useConditionalDraft(linkKey, usePaneMarket());
  return draft === null ? <LimitTicket /> : <ConditionalTicket draft={draft} />;
}

const LIMIT = 'limit';

/** The ticket's market, and the type of order: limit, or a conditional one of this program. */
export function Header() {
  const id = usePaneMarket();
  const { linkKey } = usePane();
  const draft = useConditionalDraft(linkKey, id);
  const market = useListed(id);
  const choose = (value: string): void => {
    const kind = KIND_NAMES.find((one) => one === value);
    if (id === null || kind === undefined) setConditionalDraft(linkKey, null);
    else if (draft === null)
      setConditionalDraft(linkKey, { market: id, form: startForm(linkKey, kind), changes: null });
    else setConditionalDraft(linkKey, { ...draft, form: changeKind(draft.form, kind) });
  };
  return (
    <>
      <span className="dim ticket-market" title={market ? marketTitle(market) : undefined}>
        {market ? marketName(market) : ''}
      </span>
      <select
        className="ticket-type"
        aria-label={TICKET_PANE_LABELS.orderType}
        title={TICKET_PANE_LABELS.conditionalTypesAreWatched}
        value={draft?.form.kind ?? LIMIT}
        // One that is changed keeps its type.
        disabled={id === null || (draft?.changes ?? null) !== null}
        onChange={(event) => choose(event.target.value)}
      >
        <option value={LIMIT}>Limit</option>
        {KIND_NAMES.map((kind) => (
          <option key={kind} value={kind}>
            {nameKindShortly(kind)}
          </option>
        ))}
      </select>
    </>
  );
}
