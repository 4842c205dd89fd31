import { describe, expect, it } from 'vitest';
import { PROGRAM_STOPPED, restoreRecords } from '#main/trading/orders/restore.ts';
import type { EventEntry } from '#shared/order/journalEntry.ts';
import type { OrderEvent } from '#shared/order/life.ts';
import { parseIntentId } from '#shared/units/ids.ts';
import { START_MS } from '#test/slice/fakeClock.ts';
import { makeOrder, makeSigned, noAnswer } from '#test/slice/makers.ts';

const step = (event: OrderEvent, isLast = false): EventEntry => ({
  kind: 'event',
  intentId: parseIntentId('intent-0001'),
  atMs: event.atMs,
  event,
  isLast,
});

describe('restoring from the journal', () => {
  it('makes an order unknown whose last entry is signed or sent', () => {
    for (const entries of [[makeSigned()], [makeSigned(), step({ kind: 'sent', atMs: 1 })]]) {
      const [record] = restoreRecords(entries, START_MS + 5);
      expect(record?.life).toEqual({ at: 'unknown', sinceMs: START_MS + 5, reason: PROGRAM_STOPPED });
    }
  });

  it('restores the state of an order', () => {
    const entries = [
      makeSigned(),
      step({ kind: 'sent', atMs: 1 }),
      step({ kind: 'exchange', atMs: 2, order: makeOrder('7') }),
    ];
    expect(restoreRecords(entries, START_MS)[0]).toMatchObject({ orderId: '7', life: { at: 'resting' } });
    const cancelling = [...entries, step({ kind: 'cancelSent', atMs: 3 })];
    expect(restoreRecords(cancelling, START_MS)[0]?.life.at).toBe('resting');
    const done = [
      ...entries,
      step({ kind: 'exchange', atMs: 3, order: makeOrder('7', { state: 'done', updatedAtMs: START_MS + 1 }) }, true),
    ];
    expect(restoreRecords(done, START_MS)[0]?.life.at).toBe('done');
  });

  it('omits events without a signed entry, and skips impossible transitions', () => {
    expect(restoreRecords([step({ kind: 'sent', atMs: 1 })], START_MS)).toEqual([]);
    const odd = [
      makeSigned(),
      step({ kind: 'sent', atMs: 1 }),
      step({ kind: 'sent', atMs: 2 }),
      step({ kind: 'provedAbsent', atMs: 3, reason: noAnswer('x') }),
    ];
    expect(restoreRecords(odd, START_MS)[0]?.life.at).toBe('unknown');
  });
});
