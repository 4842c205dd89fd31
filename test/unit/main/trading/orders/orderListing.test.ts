import { describe, expect, it } from 'vitest';
import { buildOrderViews, MAX_CLOSED } from '#main/trading/orders/orderListing.ts';
import { applyEvent, buildForeignRecord, buildOwnRecord, type OrderRecord } from '#main/trading/orders/orderRecord.ts';
import { parseOrderId } from '#shared/units/ids.ts';
import { START_MS } from '#test/slice/fakeClock.ts';
import { makeOrder, makeSigned, noAnswer } from '#test/slice/makers.ts';

const foreign = (id: string, change = {}): OrderRecord => buildForeignRecord(makeOrder(id, change), START_MS, 9);

function lost(): OrderRecord {
  const record = buildOwnRecord(makeSigned(), 1);
  applyEvent(record, { kind: 'lost', atMs: START_MS, reason: noAnswer('timed out') });
  return record;
}

describe('order listing', () => {
  it('has unknown, then open, then closed orders, newest first', () => {
    const done = foreign('3', { state: 'done', createdAtMs: START_MS + 5 });
    const shown = buildOrderViews([done, foreign('1'), foreign('2', { createdAtMs: START_MS + 1 }), lost()]);
    expect(shown.map((order) => order.orderId)).toEqual([null, '2', '1', '3']);
  });

  it('omits an order that may be one of ours in flight', () => {
    const sent = buildOwnRecord(makeSigned(), 1);
    expect(buildOrderViews([sent, foreign('1')]).map((order) => order.orderId)).toEqual([null]);
    expect(buildOrderViews([lost(), foreign('1')]).map((order) => order.orderId)).toEqual([null, '1']);
  });

  it('has an old order that was unknown until now, however many newer ones closed before it', () => {
    const record = lost();
    const closed = Array.from({ length: MAX_CLOSED + 5 }, (_, at) =>
      foreign(String(at), { state: 'cancel', createdAtMs: START_MS + 1_000 + at, updatedAtMs: START_MS + 2_000 + at }),
    );
    applyEvent(record, { kind: 'provedAbsent', atMs: START_MS + 600_000, reason: noAnswer('never listed') });
    const views = buildOrderViews([record, ...closed]);
    expect(views).toHaveLength(MAX_CLOSED);
    expect(views.some(({ life }) => life.at === 'absent')).toBe(true);
  });

  it('has the latest closed orders and all candidates', () => {
    const closed = Array.from({ length: MAX_CLOSED + 5 }, (_, at) =>
      foreign(String(at), { state: 'cancel', createdAtMs: START_MS + at }),
    );
    expect(buildOrderViews(closed)).toHaveLength(MAX_CLOSED);
    const record = lost();
    record.candidates = [parseOrderId('0')];
    const shown = buildOrderViews([...closed, record]);
    expect(shown).toHaveLength(MAX_CLOSED + 2);
    expect(shown.at(-1)?.orderId).toBe('0');
  });
});
