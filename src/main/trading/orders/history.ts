/** Orders of any age, for an export: as they are known now, else as the journal has them. */
import type { OrderView } from '#shared/ipc/views.ts';
import type { JournalEntry } from '#shared/order/journalEntry.ts';
import { toView } from './orderRecord.ts';
import type { Orders } from './orders.ts';
import { restoreRecords } from './restore.ts';

/** Null without a signed entry. */
export function readHistory(
  entries: readonly JournalEntry[],
  orders: Pick<Orders, 'byIntent'>,
  nowMs: number,
): OrderView | null {
  const [first] = entries;
  if (first === undefined) return null;
  const record = orders.byIntent(first.intentId) ?? restoreRecords(entries, nowMs)[0];
  return record === undefined ? null : toView(record);
}
