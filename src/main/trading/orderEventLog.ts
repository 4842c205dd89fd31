/**
 * What the trading writes down of its orders, and finds again.
 *
 * Invariants  `sent` is held back until the next step: its own write would hold up the bytes, and `signed` already says that
 *             they may leave.
 * Errors      `addSigned` and `appendResolution` throw what the journal throws: what they write must be on the disk. The exchange's
 *             own words can be read again, so those that can't be written go to `onFault`.
 */
import type { EventEntry, SignedEntry } from '#shared/order/journalEntry.ts';
import { isTerminal, type OrderEvent } from '#shared/order/life.ts';
import type { IntentId, OrderId } from '#shared/units/ids.ts';
import type { OrderRecord } from './orderRecord.ts';
import type { Journal } from './ports.ts';
import { restoreRecords } from './restore.ts';

export interface OrderEventLog {
  addSigned(entry: SignedEntry): void;
  /** A step that the record has taken. */
  write(record: OrderRecord, event: OrderEvent): void;
  /** A person's word, before it counts. */
  appendResolution(intentId: IntentId, event: OrderEvent, isLast: boolean): void;
  /** The order of ours that has this id, from before what was loaded at the start; null when there is none. */
  recall(id: OrderId, nowMs: number): OrderRecord | null;
}

export function createOrderEventLog(
  journal: Pick<Journal, 'append' | 'findByOrder'>,
  onFault: (where: string, error: unknown) => void,
): OrderEventLog {
  const held = new Map<IntentId, OrderEvent>();
  const toEntry = (intentId: IntentId, event: OrderEvent, isLast: boolean): EventEntry => ({
    kind: 'event',
    intentId,
    atMs: event.atMs,
    event,
    isLast,
  });
  return {
    addSigned: (entry) => journal.append(entry),
    write(record, event) {
      if (!record.signed) return;
      const { intentId } = record.signed;
      if (event.kind === 'sent') {
        held.set(intentId, event);
        return;
      }
      const sent = held.get(intentId);
      held.delete(intentId);
      try {
        if (sent) journal.append(toEntry(intentId, sent, false));
        journal.append(toEntry(intentId, event, isTerminal(record.life)));
      } catch (error) {
        // The signed order itself is on disk, which is enough to find it again.
        onFault('journal', error);
      }
    },
    appendResolution: (intentId, event, isLast) => journal.append(toEntry(intentId, event, isLast)),
    recall(id, nowMs) {
      try {
        return restoreRecords(journal.findByOrder(id), nowMs)[0] ?? null;
      } catch (error) {
        onFault('journal', error);
        return null;
      }
    },
  };
}
