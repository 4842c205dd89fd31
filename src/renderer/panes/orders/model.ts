/**
 * The member's orders as rows: what is not known first, then what is open, then what is over; each life in words.
 *
 * Units       Times in ms of this machine's clock.
 */

import type { Outputs } from '#shared/ipc/contract.ts';
import type { Result } from '#shared/ipc/result.ts';
import type { LifeStep, OrderView } from '#shared/ipc/views.ts';
import { bookColumn } from '#shared/market/outcome.ts';
import type { UnreadableOrder } from '#shared/order/account.ts';
import { isTerminal } from '#shared/order/life.ts';
import { formatBridgeError } from '#shared/text/bridgeErrors.ts';

export type Filter = 'open' | 'all';

/** Unknown orders first, oldest on top; open ones next, closed ones last, newest on top of each. */
export function sortOrders(orders: readonly OrderView[], filter: Filter): readonly OrderView[] {
  const rank = (order: OrderView): number => (order.life.at === 'unknown' ? 0 : isTerminal(order.life) ? 2 : 1);
  return orders
    .filter((order) => filter === 'all' || !isTerminal(order.life))
    .toSorted((a, b) => {
      const step = rank(a) - rank(b);
      if (step !== 0) return step;
      if (rank(a) === 0) return a.createdAtMs - b.createdAtMs;
      return rank(a) === 2 ? b.updatedAtMs - a.updatedAtMs : b.createdAtMs - a.createdAtMs;
    });
}

/** Names a row across its whole life: the intent where it is ours, else the exchange's id. */
export function keyOf(order: OrderView): string {
  return order.intentId ?? order.orderId ?? `${order.market}:${order.createdAtMs}`;
}

/** 'Buy yes'; an order of which the exchange did not say the direction is just 'Yes'. */
export function tellSide(order: Pick<OrderView, 'side' | 'direction'>): string {
  if (order.direction === null) return order.side === 'yes' ? 'Yes' : 'No';
  return `${order.direction === 'buy' ? 'Buy' : 'Sell'} ${order.side}`;
}

/** Hue of the side of the book it stands on: buying yes and selling no are up. */
export function toneOfSide(order: Pick<OrderView, 'side' | 'direction'>): 'yes' | 'no' {
  return bookColumn(order.side, order.direction ?? 'buy') === 'bid' ? 'yes' : 'no';
}

export interface ToldState {
  readonly text: string;
  readonly tone: 'plain' | 'loud' | 'good' | 'bad' | 'over';
  /** A clock runs beside it. */
  readonly sinceMs: number | null;
}

export function tellState(order: OrderView): ToldState {
  const state = tellLifeState(order);
  if (order.unreadable === undefined || isTerminal(order.life)) return state;
  // The newest that could be read, which is not the newest that there is.
  return { ...state, text: `${state.text}, last word unreadable`, tone: 'loud' };
}

function tellLifeState(order: OrderView): ToldState {
  const told = (text: string, tone: ToldState['tone'], sinceMs: number | null = null): ToldState => ({
    text,
    tone,
    sinceMs,
  });
  const { life } = order;
  switch (life.at) {
    case 'unknown':
      return told('Unknown', 'loud', life.sinceMs);
    case 'signed':
      return told('Signed', 'plain');
    case 'sent':
      return told('Sending', 'plain');
    case 'resting':
      return order.filled > 0 ? told('Part filled', 'good') : told('Resting', 'plain');
    case 'cancelling':
      return told('Cancelling', 'plain', life.sinceMs);
    case 'done':
      return told('Filled', 'good');
    case 'cancelled':
      return told(order.filled > 0 ? 'Cancelled, part filled' : 'Cancelled', 'over');
    case 'rejected':
      return told('Rejected', 'bad');
    case 'absent':
      return told(order.orderId === null ? 'Never arrived' : 'Gone from the exchange', 'over');
  }
}

/** One sentence about orders that are there and can't be shown; null when there is none. */
export function tellUnreadable(unreadable: readonly UnreadableOrder[] | undefined): string | null {
  const first = unreadable?.[0];
  if (!unreadable || !first) return null;
  const which = first.id === null ? 'An order of yours' : `Your order ${first.id}`;
  const way = first.id === null ? 'without its id it can’t be cancelled from here' : 'Cancel all asks for it too';
  const others = unreadable.length === 1 ? '' : ` ${unreadable.length - 1} more can’t be read either.`;
  return `${which} is on the exchange and can’t be read: ${first.why}. It may rest; ${way}.${others}`;
}

/** The orders that a lost one may be, in the order of their making. */
export function candidatesOf(order: OrderView, orders: readonly OrderView[]): readonly OrderView[] {
  const ids = new Set(order.candidates ?? []);
  return orders
    .filter((one) => one.orderId !== null && ids.has(one.orderId))
    .toSorted((a, b) => a.createdAtMs - b.createdAtMs);
}

/** Null when there is nothing to say beyond what the row shows. */
export function tellResolve(result: Result<Outputs['order.resolveUnknown']>): Told | null {
  const title = 'Your word was not taken';
  if (!result.ok) return { tone: 'bad', title, detail: formatBridgeError(result.error) };
  const { outcome, hint } = result.value;
  return outcome === 'refused' ? { tone: 'warn', title, detail: hint } : null;
}

const WORDS: Readonly<Record<LifeStep['step'], string>> = {
  signed: 'signed',
  sent: 'sent',
  accepted: 'accepted',
  lost: 'answer lost',
  asked: 'asking the exchange',
  resolved: 'told by you',
  'part filled': 'fill',
  filled: 'filled',
  'cancel sent': 'cancel sent',
  cancelled: 'cancelled',
  rejected: 'rejected',
  absent: 'never arrived',
};

/** 'signed · sent 3 ms · accepted 41 ms': each step with the time since the one before it. */
export function tellLife(order: OrderView): string {
  const parts: string[] = [];
  let before: LifeStep | null = null;
  for (const [at, step] of order.steps.entries()) {
    const next = order.steps[at + 1];
    // Repeats are told once, by the last of them.
    if (next?.step === step.step && step.step !== 'part filled') continue;
    if (step.step === 'part filled' && next?.step === 'part filled') continue;
    let words: string = step.step === 'absent' && order.orderId !== null ? 'gone from the exchange' : WORDS[step.step];
    if (step.step === 'part filled') {
      const count = countBack(order.steps, at);
      words = count === 1 ? '1 fill' : `${count} fills`;
    } else if (before && step.atMs >= before.atMs) words += ` ${tellGap(step.atMs - before.atMs)}`;
    const hasReason = step.step === 'rejected' || step.step === 'absent' || step.step === 'resolved';
    parts.push(hasReason && step.detail ? `${words}: ${step.detail}` : words);
    before = step;
  }
  if (parts.length > 0) return parts.join(' · ');
  if (order.life.at === 'rejected') return order.life.code;
  return order.intentId === null ? 'placed by another client' : '';
}

function countBack(steps: readonly LifeStep[], from: number): number {
  let at = from;
  while (at > 0 && steps[at - 1]?.step === 'part filled') at -= 1;
  return from - at + 1;
}

/** '3 ms', '4.1 s', '12 m', '3 h'. */
export function tellGap(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  if (ms < 10_000) return `${Math.floor(ms / 1000)}.${Math.floor((ms % 1000) / 100)} s`;
  if (ms < 60_000) return `${Math.floor(ms / 1000)} s`;
  if (ms < 3_600_000) return `${Math.floor(ms / 60_000)} m`;
  return `${Math.floor(ms / 3_600_000)} h`;
}

/** True while a cancel can be asked for. */
export function canCancel(order: OrderView): boolean {
  return order.orderId !== null && !isTerminal(order.life) && order.life.at !== 'cancelling';
}

export interface Told {
  readonly tone: 'good' | 'warn' | 'bad';
  readonly title: string;
  readonly detail: string | null;
}

/** Null when there is nothing to say beyond what the row shows. */
export function tellCancel(result: Result<Outputs['order.cancel']>): Told | null {
  if (!result.ok) {
    return { tone: 'bad', title: 'The order was not cancelled', detail: formatBridgeError(result.error) };
  }
  const { outcome, hint } = result.value;
  if (outcome === 'unknown') {
    return { tone: 'warn', title: 'The answer to the cancel was lost', detail: hint ?? 'The exchange is being asked.' };
  }
  if (outcome === 'gone') return { tone: 'warn', title: 'The order was no longer open', detail: hint };
  return null;
}
