import { describe, expect, it } from 'vitest';
import { decodeMessage, encodeMessage } from '#shared/ipc/codec.ts';
import { type JournalEntry, parseJournalEntry } from '#shared/order/journalEntry.ts';
import type { OrderEvent } from '#shared/order/life.ts';
import { UnitError } from '#shared/units/errors.ts';
import { parseIntentId, parseOrderId } from '#shared/units/ids.ts';
import { makeOrder, makeSigned } from '#test/slice/makers.ts';

const event = (value: OrderEvent): JournalEntry => ({
  kind: 'event',
  intentId: parseIntentId('intent-0001'),
  atMs: 5,
  event: value,
  isLast: false,
});
const ENTRIES: JournalEntry[] = [
  makeSigned(),
  event({ kind: 'sent', atMs: 1 }),
  event({ kind: 'lost', atMs: 1.5, why: 'x' }),
  event({ kind: 'vanished', atMs: 1, why: 'x' }),
  event({ kind: 'refused', atMs: 1, code: 'x' }),
  event({ kind: 'cancelSent', atMs: 1 }),
  event({ kind: 'cancelFailed', atMs: 1, why: 'x' }),
  event({ kind: 'provedAbsent', atMs: 1, why: 'x' }),
  event({ kind: 'resolved', atMs: 1, orderId: null }),
  event({ kind: 'resolved', atMs: 1, orderId: parseOrderId('7') }),
  event({ kind: 'exchange', atMs: 1, order: makeOrder('7') }),
  event({ kind: 'exchange', atMs: 1, order: makeOrder('7', { direction: null, state: { unknown: 'frozen' } }) }),
];

describe('journal entries', () => {
  it('come back from text as they were', () => {
    for (const entry of ENTRIES) expect(parseJournalEntry(decodeMessage(encodeMessage(entry)))).toEqual(entry);
  });

  it('keep no signature, whatever a line carries', () => {
    expect(parseJournalEntry({ ...makeSigned(), signature: '0x11' })).toEqual(makeSigned());
  });

  it('are refused with any field missing or of another kind', () => {
    for (const entry of ENTRIES) {
      for (const name of Object.keys(entry)) {
        for (const bad of [undefined, {}, Number.NaN, 'x y', -1]) {
          expect(() => parseJournalEntry({ ...entry, [name]: bad })).toThrow(UnitError);
        }
      }
    }
    for (const value of [null, 5, 'x', [], {}]) expect(() => parseJournalEntry(value)).toThrow(UnitError);
  });
});
