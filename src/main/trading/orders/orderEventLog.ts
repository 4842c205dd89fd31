/**
 * Writes our orders' entries to the journal and restores an order by its exchange id.
 *
 * Invariants  `sent` is written together with the next event: its own write would delay the request, and `signed` already
 *             implies that the order may have been sent. An order waits for the disk once: what the exchange reports is written
 *             without waiting, since it can be read again.
 * Errors      `addSigned` and `appendResolution` pass on the journal's errors: their entries must be on disk. The exchange's
 *             data can be read again, so failed writes of it go to `onFault`.
 */
import type { EventEntry, SignedEntry } from '#shared/order/journalEntry.ts';
import { isTerminal, type OrderEvent } from '#shared/order/life.ts';
import type { IntentId, OrderId } from '#shared/units/ids.ts';
import type { Journal } from '../ports.ts';
import type { OrderRecord } from './orderRecord.ts';
import { restoreRecords } from './restore.ts';

export interface OrderEventLog {
  addSigned(entry: SignedEntry, sync?: 'now' | 'later'): void;
  /** Writes an event that has been applied to the record. */
  append(record: OrderRecord, event: OrderEvent): void;
  /** Writes a person's decision before it is applied. */
  appendResolution(intentId: IntentId, event: OrderEvent, isLast: boolean): void;
  /** Restores our order with this exchange id if start-up did not load it; null when there is none. */
  restore(id: OrderId, nowMs: number): OrderRecord | null;
}

export function createOrderEventLog(
  journal: Pick<Journal, 'append' | 'findByOrder'>,
  onFault: (where: string, error: unknown) => void,
): OrderEventLog {
  const pendingSent = new Map<IntentId, OrderEvent>();
  const toEntry = (intentId: IntentId, event: OrderEvent, isLast: boolean): EventEntry => ({
    kind: 'event',
    intentId,
    atMs: event.atMs,
    event,
    isLast,
  });
  return {
    addSigned: (entry, sync) => journal.append(entry, sync),
    append(record, event) {
      if (!record.signed) return;
      const { intentId } = record.signed;
      if (event.kind === 'sent') {
        pendingSent.set(intentId, event);
        return;
      }
      const sent = pendingSent.get(intentId);
      pendingSent.delete(intentId);
      try {
        if (sent) journal.append(toEntry(intentId, sent, false), 'later');
        journal.append(toEntry(intentId, event, isTerminal(record.life)), 'later');
      } catch (error) {
        // The signed order is on disk, which is enough to find it again.
        onFault('journal', error);
      }
    },
    appendResolution: (intentId, event, isLast) => journal.append(toEntry(intentId, event, isLast)),
    restore(id, nowMs) {
      try {
        return restoreRecords(journal.findByOrder(id), nowMs)[0] ?? null;
      } catch (error) {
        onFault('journal', error);
        return null;
      }
    },
  };
}
