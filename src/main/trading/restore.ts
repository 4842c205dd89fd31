/**
 * Rebuilds orders from the journal: start-up and crash recovery are one path.
 *
 * Invariants  Pure. An order whose last line is `signed` or `sent` may have reached the exchange: it becomes unknown.
 */

import type { JournalEntry } from '#shared/order/journalEntry.ts';
import { BugError } from '#shared/units/errors.ts';
import type { IntentId } from '#shared/units/ids.ts';
import { applyEvent, buildOwnRecord, type OrderRecord } from './orderRecord.ts';

export const STOPPED_WHY = 'the program stopped before the answer came';

/** Entries oldest first; `nowMs` on this machine's clock. Entries without their signed line are left out. */
export function restoreRecords(entries: readonly JournalEntry[], nowMs: number): OrderRecord[] {
  const records = new Map<IntentId, OrderRecord>();
  for (const entry of entries) {
    if (entry.kind === 'signed') {
      if (!records.has(entry.intentId)) records.set(entry.intentId, buildOwnRecord(entry));
      continue;
    }
    const record = records.get(entry.intentId);
    if (!record) continue;
    try {
      applyEvent(record, entry.event);
    } catch (error) {
      // A line that can't follow the one before tells nothing: the exchange is asked anyway.
      if (!(error instanceof BugError)) throw error;
    }
  }
  for (const record of records.values()) {
    if (record.life.at === 'signed' || record.life.at === 'sent') {
      applyEvent(record, { kind: 'lost', atMs: nowMs, why: STOPPED_WHY });
    }
    if (record.life.at === 'cancelling') {
      applyEvent(record, { kind: 'cancelFailed', atMs: nowMs, why: STOPPED_WHY });
    }
  }
  return [...records.values()];
}
