import { describe, expect, it } from 'vitest';
import { createOrderEventLog } from '#main/trading/orders/orderEventLog.ts';
import { buildForeignRecord, buildOwnRecord } from '#main/trading/orders/orderRecord.ts';
import type { JournalEntry } from '#shared/order/journalEntry.ts';
import { parseIntentId, parseOrderId } from '#shared/units/ids.ts';
import { START_MS } from '#test/slice/fakeClock.ts';
import { makeOrder, makeSigned, noAnswer } from '#test/slice/makers.ts';

function openBench(found: readonly JournalEntry[] = []) {
  const written: JournalEntry[] = [];
  const synced: JournalEntry[] = [];
  const faults: string[] = [];
  const bench = { isBroken: false };
  const lines = createOrderEventLog(
    {
      append(entry, sync = 'now') {
        if (bench.isBroken) throw new Error('disk full');
        written.push(entry);
        if (sync === 'now') synced.push(entry);
      },
      findByOrder() {
        if (bench.isBroken) throw new Error('no such line');
        return found;
      },
    },
    (where) => void faults.push(where),
  );
  const kinds = () => written.map((entry) => (entry.kind === 'event' ? entry.event.kind : entry.kind));
  return { lines, kinds, synced, faults, bench };
}

describe('order event log', () => {
  it('writes `sent` with the next event, and nothing about foreign orders', () => {
    const { lines, kinds } = openBench();
    const record = buildOwnRecord(makeSigned());
    lines.addSigned(makeSigned());
    lines.append(record, { kind: 'sent', atMs: 1 });
    lines.append(buildForeignRecord(makeOrder('7'), 1, 1), { kind: 'cancelSent', atMs: 1 });
    expect(kinds()).toEqual(['signed']);
    lines.append(record, { kind: 'lost', atMs: 2, reason: noAnswer('timed out') });
    expect(kinds()).toEqual(['signed', 'sent', 'lost']);
  });

  it('waits for the disk for a signed order and a decision, not for what the exchange can be asked again', () => {
    const { lines, synced, kinds } = openBench();
    const record = buildOwnRecord(makeSigned());
    lines.addSigned(makeSigned());
    lines.append(record, { kind: 'sent', atMs: 1 });
    lines.append(record, { kind: 'lost', atMs: 2, reason: noAnswer('timed out') });
    lines.appendResolution(parseIntentId('intent-0001'), { kind: 'resolved', atMs: 3, orderId: null }, true);
    expect(kinds()).toEqual(['signed', 'sent', 'lost', 'resolved']);
    expect(synced.map((entry) => (entry.kind === 'event' ? entry.event.kind : entry.kind))).toEqual([
      'signed',
      'resolved',
    ]);
  });

  it('reports a failed write of exchange data, and throws on entries that must be on disk', () => {
    const { lines, faults, bench } = openBench();
    bench.isBroken = true;
    lines.append(buildOwnRecord(makeSigned()), { kind: 'lost', atMs: 2, reason: noAnswer('timed out') });
    expect(faults).toEqual(['journal']);
    expect(() => lines.addSigned(makeSigned())).toThrow('disk full');
    const word = { kind: 'resolved', atMs: 2, orderId: null } as const;
    expect(() => lines.appendResolution(parseIntentId('intent-0001'), word, true)).toThrow('disk full');
  });

  it('restores our order with its life, and answers null without entries or after a failure', () => {
    const event = { kind: 'exchange', atMs: 2, order: makeOrder('7', { state: 'done' }) } as const;
    const { intentId } = makeSigned();
    const ours = openBench([makeSigned(), { kind: 'event', intentId, atMs: 2, event, isLast: true }]);
    expect(ours.lines.restore(parseOrderId('7'), START_MS)).toMatchObject({ orderId: '7', life: { at: 'done' } });
    expect(openBench().lines.restore(parseOrderId('7'), START_MS)).toBeNull();
    ours.bench.isBroken = true;
    expect(ours.lines.restore(parseOrderId('7'), START_MS)).toBeNull();
    expect(ours.faults).toEqual(['journal']);
  });
});
