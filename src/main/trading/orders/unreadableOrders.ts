/**
 * Unreadable orders: orders in the exchange's answers that could not be parsed.
 *
 * Invariants  Neither an unreadable order nor the absence of one proves anything about our orders. An order from the stream
 *             stays until a later complete read omits it, or until it is parsed.
 */

import type { ParseProblem } from '#shared/base/parseProblem.ts';
import type { UnreadableOrder } from '#shared/order/account/account.ts';
import type { OrderId } from '#shared/units/ids.ts';

/** Unreadable orders kept from the stream between two reads; the oldest go first. */
const MAX_FROM_STREAM = 100;

export interface UnreadableOrders {
  /** Replaces the result of reading open or closed orders; a read of open ones also drops older stream messages. */
  replace(of: 'open' | 'closed', found: readonly UnreadableOrder[], askedAtMs: number): void;
  /** Adds one from the stream. */
  add(one: UnreadableOrder, receivedAtMs: number): void;
  /** Removes an order that has been parsed. */
  remove(id: OrderId): void;
  list(): readonly UnreadableOrder[];
  /** Those that may rest: all but the closed ones. */
  open(): readonly UnreadableOrder[];
  /** Why the latest data about this order cannot be read, or null. */
  problemOf(id: OrderId): ParseProblem | null;
  clear(): void;
}

export function createUnreadableOrders(): UnreadableOrders {
  const listed: Record<'open' | 'closed', readonly UnreadableOrder[]> = { open: [], closed: [] };
  let streamed: readonly { readonly one: UnreadableOrder; readonly receivedAtMs: number }[] = [];
  const open = (): readonly UnreadableOrder[] => [...listed.open, ...streamed.map(({ one }) => one)];
  const list = (): readonly UnreadableOrder[] => [...listed.closed, ...open()];
  const problemOf = (id: OrderId): ParseProblem | null => list().find((one) => one.id === id)?.problem ?? null;
  return {
    replace(of, found, askedAtMs) {
      listed[of] = found;
      if (of === 'open') streamed = streamed.filter(({ receivedAtMs }) => receivedAtMs >= askedAtMs);
    },
    add(one, receivedAtMs) {
      streamed = [...streamed, { one, receivedAtMs }].slice(-MAX_FROM_STREAM);
    },
    remove(id) {
      if (problemOf(id) === null) return;
      listed.open = listed.open.filter((one) => one.id !== id);
      listed.closed = listed.closed.filter((one) => one.id !== id);
      streamed = streamed.filter(({ one }) => one.id !== id);
    },
    list,
    open,
    problemOf,
    clear() {
      listed.open = [];
      listed.closed = [];
      streamed = [];
    },
  };
}
