/**
 * Rows of the orders pane: sorting, states and lives in words.
 *
 * Units       Times in ms of this machine's clock.
 */
import { formatDuration } from '#shared/base/formatDuration.ts';
import type { Result } from '#shared/ipc/result.ts';
import type { LifeStep, OrderView } from '#shared/ipc/views.ts';
import type { Market } from '#shared/market/market.ts';
import { bookColumn, inYesTerms } from '#shared/market/outcome.ts';
import type { UnreadableOrder } from '#shared/order/account/account.ts';
import { ALL_ORDERS, type CancelSelection, ordersOfMarket } from '#shared/order/exits/selection.ts';
import { isTerminal, type OrderSource } from '#shared/order/life.ts';
import type { CancelReceipt, MatchReceipt } from '#shared/order/receipts.ts';
import { formatBridgeError } from '#shared/text/bridgeErrors.ts';
import { formatTickPrice } from '#shared/text/numbers.ts';
import { formatStepDetail, MATCH_REFUSALS } from '#shared/text/orders/orderLife.ts';
import { formatCancelReceipt } from '#shared/text/orders/receipts.ts';
import { formatParseProblem } from '#shared/text/parseProblems.ts';
import { formatTimeMs } from '#shared/text/times.ts';
import type { OrderId } from '#shared/units/ids.ts';
import { attemptOf, type NoticeFact, type Report } from '../../domain/noticeFacts.ts';

/** Unknown orders first, the oldest on top; then open ones, then closed ones, the newest on top. Rows of a group never change places. */
export function sortOrders(orders: readonly OrderView[]): readonly OrderView[] {
  const rank = (order: OrderView): number => (order.life.at === 'unknown' ? 0 : isTerminal(order.life) ? 2 : 1);
  return orders.toSorted((a, b) => {
    const step = rank(a) - rank(b);
    if (step !== 0) return step;
    return rank(a) === 0 ? a.createdAtMs - b.createdAtMs : b.createdAtMs - a.createdAtMs;
  });
}

/** Key of a row over its whole life: the intent of our own order, else the exchange's id. */
export function keyOf(order: OrderView): string {
  return order.intentId ?? order.orderId ?? `${order.market}:${order.createdAtMs}`;
}

/** 'Buy yes', or just 'Yes' when the exchange omits the direction. */
export function formatSide(order: Pick<OrderView, 'side' | 'direction'>): string {
  if (order.direction === null) return order.side === 'yes' ? 'Yes' : 'No';
  return `${order.direction === 'buy' ? 'Buy' : 'Sell'} ${order.side}`;
}

/** Colour by the side of the YES book: buying yes and selling no are bids. */
export function toneOfSide(order: Pick<OrderView, 'side' | 'direction'>): 'yes' | 'no' {
  return bookColumn(order.side, order.direction ?? 'buy') === 'bid' ? 'yes' : 'no';
}

export interface StateText {
  readonly text: string;
  readonly tone: 'plain' | 'loud' | 'good' | 'bad' | 'over';
  /** Start of the elapsed time beside it. */
  readonly sinceMs: number | null;
}

const STATES = {
  unknown: 'Unknown',
  signed: 'Signed',
  sent: 'Sending',
  partFilled: 'Part filled',
  resting: 'Resting',
  cancelling: 'Cancelling',
  done: 'Filled',
  cancelledPart: 'Cancelled, part filled',
  cancelled: 'Cancelled',
  rejected: 'Rejected',
  neverArrived: 'Never arrived',
  gone: 'Gone from the exchange',
  unreadable: 'latest data unreadable',
} as const;

/** Every text that the state of an order can have. */
export const STATE_TEXTS: readonly string[] = Object.values(STATES);

export function describeState(order: OrderView): StateText {
  const state = describeLifeState(order);
  if (order.unreadable === undefined || isTerminal(order.life)) return state;
  // The state is the latest readable one, and the exchange has newer data.
  return { ...state, text: `${state.text}, ${STATES.unreadable}`, tone: 'loud' };
}

function describeLifeState(order: OrderView): StateText {
  const state = (text: string, tone: StateText['tone'], sinceMs: number | null = null): StateText => ({
    text,
    tone,
    sinceMs,
  });
  const { life } = order;
  switch (life.at) {
    case 'unknown':
      return state(STATES.unknown, 'loud', life.sinceMs);
    case 'signed':
      return state(STATES.signed, 'plain');
    case 'sent':
      return state(STATES.sent, 'plain');
    case 'resting':
      return order.filled > 0 ? state(STATES.partFilled, 'good') : state(STATES.resting, 'plain');
    case 'cancelling':
      return state(STATES.cancelling, 'plain', life.sinceMs);
    case 'done':
      return state(STATES.done, 'good');
    case 'cancelled':
      return state(order.filled > 0 ? STATES.cancelledPart : STATES.cancelled, 'over');
    case 'rejected':
      return state(STATES.rejected, 'bad');
    case 'absent':
      return state(order.orderId === null ? STATES.neverArrived : STATES.gone, 'over');
  }
}

/** Why the latest data about an order is unreadable, for a tooltip. */
export function describeProblem(order: OrderView): string | undefined {
  return order.unreadable === undefined ? undefined : formatParseProblem(order.unreadable);
}

/** One sentence about unreadable orders without a row; null when there are none. */
export function describeUnreadable(unreadable: readonly UnreadableOrder[] | undefined): string | null {
  const first = unreadable?.[0];
  if (!unreadable || !first) return null;
  const order = first.id === null ? 'An order of yours' : `Your order ${first.id}`;
  const advice = first.id === null ? 'without its id it can’t be cancelled from here' : 'Cancel all includes it';
  const others = unreadable.length === 1 ? '' : ` ${unreadable.length - 1} more can’t be read either.`;
  return `${order} is on the exchange and can’t be read: ${formatParseProblem(first.problem)}. It may rest; ${advice}.${others}`;
}

/** The orders that a lost one may be, in the order of their creation. */
export function candidatesOf(order: OrderView, orders: readonly OrderView[]): readonly OrderView[] {
  const ids = new Set(order.candidates ?? []);
  return orders
    .filter((one) => one.orderId !== null && ids.has(one.orderId))
    .toSorted((a, b) => a.createdAtMs - b.createdAtMs);
}

const STEPS: Readonly<Record<LifeStep['step'], string>> = {
  signed: 'signed',
  prepared: 'prepared exit',
  recorded: 'recorded, not signed',
  sent: 'sent',
  accepted: 'accepted',
  lost: 'answer lost',
  asked: 'asking the exchange',
  resolved: 'matched',
  'part filled': 'fill',
  filled: 'filled',
  'cancel sent': 'cancel sent',
  cancelled: 'cancelled',
  rejected: 'rejected',
  absent: 'never arrived',
};

/** 'sent 3 ms · accepted 41 ms': each step with the time since the one before it. Every sent order was signed, or recorded, first. */
export function formatLife(order: OrderView): string {
  const parts: string[] = [];
  let before: LifeStep | null = null;
  for (const [at, step] of order.steps.entries()) {
    // Repeated steps are one part, at the time of the last one.
    if (order.steps[at + 1]?.step === step.step) continue;
    if ((step.step === 'signed' || step.step === 'recorded') && order.steps[at + 1]?.step === 'sent') {
      before = step;
      continue;
    }
    let text = nameStep(order, step);
    if (step.step === 'part filled') {
      const count = countBack(order.steps, at);
      text = count === 1 ? '1 fill' : `${count} fills`;
    } else if (before && step.atMs >= before.atMs) text += ` ${formatGap(step.atMs - before.atMs)}`;
    const hasReason = step.step === 'rejected' || step.step === 'absent' || step.step === 'resolved';
    parts.push(hasReason && step.detail ? `${text}: ${formatStepDetail(step.detail)}` : text);
    before = step;
  }
  if (parts.length > 0) return parts.join(' · ');
  if (order.life.at === 'rejected') {
    return formatStepDetail({ code: 'refused', parameters: { codes: order.life.codes } });
  }
  return order.intentId === null ? 'placed by another client' : '';
}

export interface StepRow {
  readonly key: number;
  readonly atMs: number;
  /** Since the step before; null for the first one, and where the clock was set back. */
  readonly gap: string | null;
  readonly step: string;
  readonly source: string;
  readonly reason: string | null;
}

/** The steps of an order, oldest first, as rows of its time line. */
export function listSteps(order: OrderView): readonly StepRow[] {
  return order.steps.map((step, at) => {
    const before = order.steps[at - 1];
    return {
      key: at,
      atMs: step.atMs,
      gap: before !== undefined && step.atMs >= before.atMs ? formatGap(step.atMs - before.atMs) : null,
      step: capitalize(nameStep(order, step)),
      source: describeSource(step),
      reason: step.detail === null ? null : capitalize(formatStepDetail(step.detail)),
    };
  });
}

/** Steps that this program makes, without data of the exchange. */
const OWN_STEPS: ReadonlySet<LifeStep['step']> = new Set([
  'signed',
  'recorded',
  'prepared',
  'sent',
  'lost',
  'asked',
  'cancel sent',
  'absent',
]);
const SOURCES: Readonly<Record<OrderSource, string>> = { answer: 'Answer', stream: 'Stream', read: 'Read' };

function describeSource({ step, source, detail }: LifeStep): string {
  if (source !== undefined) return SOURCES[source];
  if (detail?.code === 'matchedByPerson' || detail?.code === 'ruledOutByPerson') return 'You';
  return OWN_STEPS.has(step) ? 'Adyton' : 'Not recorded';
}

function nameStep(order: OrderView, { step }: LifeStep): string {
  return step === 'absent' && order.orderId !== null ? 'gone from the exchange' : STEPS[step];
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** One line per step: its time, what it is, why, and what showed it first. */
export function formatTimeLine(order: OrderView): string {
  const lines = order.steps.map((step) => {
    const detail = step.detail === null ? '' : `: ${formatStepDetail(step.detail)}`;
    const source = step.source === undefined ? '' : ` (${step.source})`;
    return `${formatTimeMs(step.atMs, 'machine')}  ${STEPS[step.step]}${detail}${source}`;
  });
  return lines.length === 0 ? formatLife(order) : lines.join('\n');
}

function countBack(steps: readonly LifeStep[], from: number): number {
  let at = from;
  while (at > 0 && steps[at - 1]?.step === 'part filled') at -= 1;
  return from - at + 1;
}

/** Time between two steps: '3 ms', '4.1 s', '12 m', '2 h 14 m'. */
export function formatGap(ms: number): string {
  return ms < 1_000 ? `${Math.round(ms)} ms` : formatDuration(ms, { tenths: true });
}

/** True while a cancel can be requested. */
export function canCancel(order: OrderView): boolean {
  return order.orderId !== null && !isTerminal(order.life) && order.life.at !== 'cancelling';
}

/** Null when the row shows all there is to say. */
export function describeMatch(result: Result<MatchReceipt>): Report | null {
  const fact = attemptOf('match');
  const title = 'The order was not matched';
  if (!result.ok) return { tone: 'bad', title, detail: formatBridgeError(result.error), fact };
  const receipt = result.value;
  return receipt.outcome === 'refused' ? { tone: 'warn', title, detail: MATCH_REFUSALS[receipt.reason], fact } : null;
}

/** Null when the row shows all there is to say. */
export function describeCancel(orderId: OrderId, result: Result<CancelReceipt>): Report | null {
  const tried = attemptOf('cancel');
  const fact: NoticeFact = { kind: 'cancels', ids: [orderId] };
  if (!result.ok) {
    return { tone: 'bad', title: 'The order was not cancelled', detail: formatBridgeError(result.error), fact: tried };
  }
  const receipt = result.value;
  const detail = formatCancelReceipt(receipt);
  if (receipt.outcome === 'unknown') return { tone: 'warn', title: 'The cancel is not confirmed', detail, fact };
  if (receipt.outcome === 'gone') return { tone: 'warn', title: 'The order was no longer open', detail, fact: tried };
  if (receipt.outcome === 'triggered' && receipt.isUnreadable) {
    return { tone: 'warn', title: 'The cancel is not confirmed', detail, fact };
  }
  return null;
}

/** Cancels that an order's menu offers: orders of its price, side of the book, outcome, market and event. */
interface CancelChoice {
  readonly label: string;
  readonly selection: CancelSelection;
}

/** Selections that this order is part of, narrowest first. */
export function listCancelChoices(order: OrderView, market: Pick<Market, 'eventId'> | null): readonly CancelChoice[] {
  const own = ordersOfMarket(order.market);
  const eventId = market?.eventId ?? null;
  const choices: CancelChoice[] = [];
  if (order.direction !== null) {
    const column = bookColumn(order.side, order.direction);
    const yesPrice = inYesTerms(order.side, order.price);
    choices.push({
      label: `Cancel ${column}s at ${formatTickPrice(yesPrice)} (yes)`,
      selection: { ...own, column, yesPrice },
    });
    choices.push({ label: `Cancel all ${column}s of this market`, selection: { ...own, column } });
  }
  choices.push({ label: `Cancel all ${order.side} orders of this market`, selection: { ...own, side: order.side } });
  choices.push({ label: 'Cancel all orders of this market', selection: own });
  if (eventId !== null) {
    choices.push({ label: 'Cancel all orders of this event', selection: { ...ALL_ORDERS, eventId } });
  }
  return choices;
}
