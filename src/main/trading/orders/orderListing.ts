/** Builds the list of orders to show: unknown ones first, then open ones, then those that closed last. */
import type { OrderView } from '#shared/ipc/views.ts';
import { isTerminal } from '#shared/order/life.ts';
import { isMatch } from './lostOrderMatch.ts';
import { type OrderRecord, toView } from './orderRecord.ts';

/** Closed orders that stay in the list. */
export const MAX_CLOSED = 200;

/** An exchange order that may be one of our orders in flight is listed once. */
export function buildOrderViews(records: Iterable<OrderRecord>): OrderView[] {
  const all = [...records];
  const inFlight = all.filter(({ signed, life }) => signed !== null && (life.at === 'signed' || life.at === 'sent'));
  const listed = all.filter((record) => record.signed !== null || !inFlight.some((sent) => isMatch(sent, record)));
  listed.sort((a, b) => rankOf(a) - rankOf(b) || b.createdAtMs - a.createdAtMs);
  const open = listed.filter((record) => !isTerminal(record.life));
  // Candidates for a lost order are listed however many orders are closed.
  const candidates = new Set(open.flatMap((record) => record.candidates ?? []));
  const closed = listed.filter((record) => isTerminal(record.life));
  // By their end: an old order that was unknown or rested until now must not vanish when it ends.
  const latest = new Set([...closed].sort((a, b) => b.updatedAtMs - a.updatedAtMs).slice(0, MAX_CLOSED));
  const visible = closed.filter(
    (record) => latest.has(record) || (record.orderId !== null && candidates.has(record.orderId)),
  );
  return [...open, ...visible].map(toView);
}

function rankOf(record: OrderRecord): number {
  if (record.life.at === 'unknown') return 0;
  return isTerminal(record.life) ? 2 : 1;
}
