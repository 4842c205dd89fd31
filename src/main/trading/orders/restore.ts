/**
 * Rebuilds orders from the journal, at start-up and after a crash alike.
 *
 * Invariants  Pure. An order whose last entry is `signed` or `sent` may have reached the exchange: it becomes unknown.
 */
import type { JournalEntry } from '#shared/order/journalEntry.ts';
import type { LifeReason } from '#shared/order/life.ts';
import { BugError } from '#shared/units/errors.ts';
import type { IntentId } from '#shared/units/ids.ts';
import { applyEvent, buildOwnRecord, type OrderRecord } from './orderRecord.ts';

export const PROGRAM_STOPPED: LifeReason = { code: 'programStopped', parameters: {} };

/** Entries oldest first; `nowMs` on this machine's clock. Events without their signed entry are omitted. */
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
      // An impossible transition is skipped: reconciliation asks the exchange for every open order.
      if (!(error instanceof BugError)) throw error;
    }
  }
  for (const record of records.values()) {
    if (record.life.at === 'signed' || record.life.at === 'sent') {
      applyEvent(record, { kind: 'lost', atMs: nowMs, reason: PROGRAM_STOPPED });
    }
    if (record.life.at === 'cancelling') {
      applyEvent(record, { kind: 'cancelFailed', atMs: nowMs, reason: PROGRAM_STOPPED });
    }
  }
  return [...records.values()];
}
