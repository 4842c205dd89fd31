/**
 * What stands between the ticket and its order, and what became of the latest one: a place of fixed height above the button.
 *
 * Invariants  No message moves the button or the fields. A second order beside one whose answer is unknown needs the box
 *             ticked, for this size and price alone; Enter in a field does not tick it.
 */

import { type ReactElement, type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import type { OrderView } from '#shared/ipc/views.ts';
import type { Direction } from '#shared/market/outcome.ts';
import type { Denial } from '#shared/order/check.ts';
import { LIMIT_RULES } from '#shared/order/risk/limits.ts';
import { formatDenial } from '#shared/text/orders/denials.ts';
import { TICKET_PANE_LABELS } from '#shared/text/orders/ticketPaneLabels.ts';
import { formatTime } from '#shared/text/times.ts';

export function Messages(props: { readonly children: ReactNode; readonly box?: RefObject<HTMLDivElement | null> }) {
  const { children, box = null } = props;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would have a frame
    <div
      className="ticket-messages scroll"
      role="group"
      aria-label={TICKET_PANE_LABELS.messagesOfTicket}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: long messages scroll, also from the keyboard
      tabIndex={0}
      ref={box}
    >
      {children}
    </div>
  );
}

/** The most important message first: without room for all, it stands alone with a button for the others. */
export function FoldedMessages(props: { readonly messages: readonly ReactElement[] }) {
  const { messages } = props;
  const box = useRef<HTMLDivElement>(null);
  const [wantsAll, setWantsAll] = useState(false);
  const further = messages.length - 1;
  const isOpen = wantsAll && further > 0;
  useLayoutEffect(() => {
    const element = box.current;
    const ticket = element?.closest('.ticket') ?? null;
    if (element === null || ticket === null || further < 1) return element?.classList.remove('folded', 'open');
    const fold = (): void => {
      element.classList.toggle('open', isOpen);
      element.classList.remove('folded');
      element.classList.toggle('folded', !isOpen && element.scrollHeight > element.clientHeight + 1);
    };
    fold();
    const observer = new ResizeObserver(fold);
    observer.observe(ticket);
    return () => observer.disconnect();
  });
  return (
    <Messages box={box}>
      {messages}
      {further > 0 ? (
        <button type="button" className="ticket-all" aria-expanded={isOpen} onClick={() => setWantsAll(!isOpen)}>
          {isOpen
            ? TICKET_PANE_LABELS.firstMessageOnly
            : further === 1
              ? TICKET_PANE_LABELS.n1MoreMessage
              : TICKET_PANE_LABELS.moreMessageCount(further)}
        </button>
      ) : null}
    </Messages>
  );
}

export function Reasons(props: { readonly reasons: readonly Denial[]; readonly blockedMs: number }) {
  const { reasons, blockedMs } = props;
  const [isOpen, setOpen] = useState(false);
  if (reasons.length === 0 && blockedMs === 0) return null;
  // The figures of one limit have room above the button; those of the others are in the title.
  const first = reasons.find(({ code }) => code === 'limit');
  const told = reasons.filter((reason) => reason.code !== 'limit' || reason === first);
  const further = reasons.filter((reason) => reason.code === 'limit' && reason !== first);
  const count = told.length + (further.length > 0 ? 1 : 0) + (blockedMs > 0 ? 1 : 0) - 1;
  const more =
    count === 0 ? null : (
      <button type="button" className="ticket-more" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {isOpen ? 'less' : TICKET_PANE_LABELS.moreCount(count)}
      </button>
    );
  return (
    <ul className={isOpen ? 'ticket-reasons open' : 'ticket-reasons'} aria-label={TICKET_PANE_LABELS.whyItCantBeSent}>
      {blockedMs > 0 ? (
        <li data-testid="ticket-blocked">
          {formatSeconds(blockedMs)} {TICKET_PANE_LABELS.untilTheExchangeAcceptsOrdersAgain} {more}
        </li>
      ) : null}
      {told.map((reason, at) => (
        <li key={reason.code}>
          {formatDenial(reason)} {at === 0 && blockedMs === 0 ? more : null}
        </li>
      ))}
      {further.length === 0 ? null : (
        <li title={further.map(formatDenial).join('\n')}>
          {TICKET_PANE_LABELS.alsoRefusedBy} {further.map(nameOfLimit).join(', ')}
        </li>
      )}
    </ul>
  );
}

function formatSeconds(ms: number): string {
  return `${Math.ceil(ms / 1_000)} s`;
}

/** 'worst loss of a market' */
function nameOfLimit({ code, parameters }: Denial): string {
  if (code !== 'limit') return code;
  const { label } = LIMIT_RULES[parameters.limit];
  return label.charAt(0).toLowerCase() + label.slice(1);
}

/** The order whose answer is unknown, and the agreement to place another one beside it. */
export function TwinWarning(props: {
  readonly twin: OrderView;
  /** The unknown order in words. */
  readonly what: string;
  readonly isConfirmed: boolean;
  readonly onConfirm: (isConfirmed: boolean) => void;
}) {
  return (
    <div className="ticket-twin" role="alert">
      <strong>
        Unknown: {props.what}, {formatTime(props.twin.createdAtMs)}
      </strong>
      <label>
        <input
          type="checkbox"
          checked={props.isConfirmed}
          onChange={(event) => props.onConfirm(event.target.checked)}
        />
        {TICKET_PANE_LABELS.placeSecondOrderBeside}
      </label>
      <span>{TICKET_PANE_LABELS.itMayRestOrHave}</span>
    </div>
  );
}

/** What to do about a sale that is larger than what can be sold. */
export function SaleHelp(props: {
  readonly sellable: number | null;
  readonly all: string;
  readonly hasPosition: boolean;
  /** The purchase that ends in the same place as the sale. */
  readonly instead: string;
  readonly direction: Direction;
  readonly onAll: () => void;
  readonly onClose: () => void;
  readonly onInstead: () => void;
}) {
  if (props.direction === 'buy') return null;
  const button = (text: string, onClick: () => void) => (
    <button type="button" className="button small" onClick={onClick}>
      {text}
    </button>
  );
  return (
    <div className="ticket-help">
      {props.sellable !== null && props.sellable > 0 ? button(`Sell all ${props.all}`, props.onAll) : null}
      {props.hasPosition ? button('Close position…', props.onClose) : null}
      {props.sellable === 0 && !props.hasPosition ? button(props.instead, props.onInstead) : null}
    </div>
  );
}
