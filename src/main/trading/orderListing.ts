/** Which orders are shown, and in which order: unknown first, then open, then the latest closed ones. */
import type { OrderView } from '#shared/ipc/views.ts';
import { isTerminal } from '#shared/order/life.ts';
import { isMatch } from './lostOrderMatch.ts';
import { type OrderRecord, toView } from './orderRecord.ts';

/** Closed orders that are kept in sight. */
export const MOST_CLOSED = 200;

/** An order of the exchange that may be one of ours still on its way is not shown twice. */
export function buildOrderViews(records: Iterable<OrderRecord>): OrderView[] {
  const all = [...records];
  const onTheirWay = all.filter(({ signed, life }) => signed !== null && (life.at === 'signed' || life.at === 'sent'));
  const shown = all.filter((record) => record.signed !== null || !onTheirWay.some((sent) => isMatch(sent, record)));
  shown.sort((a, b) => rankOf(a) - rankOf(b) || b.createdAtMs - a.createdAtMs);
  const open = shown.filter((record) => !isTerminal(record.life));
  // What a person may choose from must be in sight, however many are closed.
  const candidates = new Set(open.flatMap((record) => record.candidates ?? []));
  const closed = shown
    .filter((record) => isTerminal(record.life))
    .filter(({ orderId }, index) => index < MOST_CLOSED || (orderId !== null && candidates.has(orderId)));
  return [...open, ...closed].map(toView);
}

function rankOf(record: OrderRecord): number {
  if (record.life.at === 'unknown') return 0;
  return isTerminal(record.life) ? 2 : 1;
}
