import { describe, expect, it } from 'vitest';
import { CREATED_AFTER_MS, CREATED_BEFORE_MS, isMatch, matchLostOrders } from '#main/trading/orders/lostOrderMatch.ts';
import { applyEvent, buildForeignRecord, buildOwnRecord, type OrderRecord } from '#main/trading/orders/orderRecord.ts';
import { parseIntentId } from '#shared/units/ids.ts';
import { START_MS } from '#test/slice/fakeClock.ts';
import { makeOrder, makeSigned, noAnswer } from '#test/slice/makers.ts';

function lost(name: string, number = 1): OrderRecord {
  const record = buildOwnRecord(makeSigned({ intentId: parseIntentId(name) }), number);
  applyEvent(record, { kind: 'lost', atMs: START_MS, reason: noAnswer('timed out') });
  return record;
}

const seen = (id: string, createdAtMs = START_MS, number = 9): OrderRecord =>
  buildForeignRecord(makeOrder(id, { createdAtMs }), START_MS, number);

describe('matching lost orders', () => {
  it('pairs a lost order with the only match', () => {
    const record = lost('intent-a');
    expect(matchLostOrders([record], [seen('7')]).found).toMatchObject([{ record, order: { id: '7' } }]);
  });

  it('pairs as many matches as lost orders, in order of time', () => {
    const { found, ambiguous } = matchLostOrders([lost('intent-a'), lost('intent-b')], [seen('10'), seen('9')]);
    expect(found.map(({ record, order }) => [record.signed?.intentId, order.id])).toEqual([
      ['intent-a', '9'],
      ['intent-b', '10'],
    ]);
    expect(ambiguous).toEqual([]);
  });

  it('pairs none when there are more or fewer matches', () => {
    const more = matchLostOrders([lost('intent-a')], [seen('7'), seen('8')]);
    expect(more.found).toEqual([]);
    expect(more.ambiguous).toMatchObject([{ matching: 2, lost: 1 }]);
    const fewer = matchLostOrders([lost('intent-a'), lost('intent-b')], [seen('7')]);
    expect(fewer.found).toEqual([]);
    expect(fewer.ambiguous).toHaveLength(2);
  });

  it('pairs none while an identical order is still in flight', () => {
    const onItsWay = buildOwnRecord(makeSigned({ intentId: parseIntentId('intent-b') }), 2);
    expect(matchLostOrders([lost('intent-a'), onItsWay], [seen('7')])).toEqual({ found: [], ambiguous: [] });
  });

  it('does not match an order of another time, of other terms, or listed before the signature', () => {
    const record = lost('intent-a', 5);
    expect(isMatch(record, seen('7', START_MS - CREATED_BEFORE_MS))).toBe(true);
    expect(isMatch(record, seen('7', START_MS - CREATED_BEFORE_MS - 1))).toBe(false);
    expect(isMatch(record, seen('7', START_MS + CREATED_AFTER_MS + 1))).toBe(false);
    expect(isMatch(record, seen('7', START_MS, 4))).toBe(false);
    expect(isMatch(record, buildForeignRecord(makeOrder('7', { side: 'no' }), START_MS, 9))).toBe(false);
    expect(isMatch(record, lost('intent-b'))).toBe(false);
  });
});
