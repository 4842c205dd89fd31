import { beforeEach, describe, expect, it } from 'vitest';
import { ABSENT_AFTER_MS, createAbsenceProof } from '#main/trading/orders/absence.ts';
import { createOrders, type Orders } from '#main/trading/orders/orders.ts';
import { parseIntentId, parseOrderId } from '#shared/units/ids.ts';
import { START_MS } from '#test/slice/fakeClock.ts';
import { makeIntent, makeOrder, makeSigned, noAnswer } from '#test/slice/makers.ts';

const NONE = new Set<null>();
const READY_MS = START_MS + ABSENT_AFTER_MS;
let orders: Orders;
let proof: ReturnType<typeof createAbsenceProof>;

const addLost = (name: string) => {
  const intentId = parseIntentId(name);
  const record = orders.addSigned(makeSigned({ intentId, intent: makeIntent({ intentId }) }));
  orders.apply(record, { kind: 'lost', atMs: START_MS, reason: noAnswer() });
  return record;
};

beforeEach(() => {
  orders = createOrders({
    journal: { append: () => {}, findByOrder: () => [] },
    onChange: () => {},
    onFault: () => {},
  });
  proof = createAbsenceProof(orders, { now: () => START_MS, exchangeTimeMs: () => START_MS });
});

describe('proof of absence', () => {
  it('needs two complete reads 30 s apart, both after the latest possible arrival', () => {
    const record = addLost('intent-a');
    proof.applyCompleteRead(READY_MS - 1, NONE);
    proof.applyCompleteRead(READY_MS, NONE);
    proof.applyCompleteRead(READY_MS + 29_999, NONE);
    expect(record.life.at).toBe('unknown');
    proof.applyCompleteRead(READY_MS + 30_000, NONE);
    expect(record.life).toMatchObject({ at: 'absent', reason: { code: 'notListed' } });
  });

  it('starts over when a read lists the order', () => {
    const record = addLost('intent-a');
    record.orderId = parseOrderId('7');
    proof.applyCompleteRead(READY_MS, NONE);
    proof.applyCompleteRead(READY_MS + 30_000, new Set([parseOrderId('7')]));
    proof.applyCompleteRead(READY_MS + 60_000, NONE);
    expect(record.life.at).toBe('unknown');
    proof.applyCompleteRead(READY_MS + 90_000, NONE);
    expect(record.life.at).toBe('absent');
  });

  it('leaves an order unknown, for a person, while one with its terms was created a little too early', () => {
    const record = addLost('intent-a');
    orders.applyExchangeOrders([makeOrder('7', { createdAtMs: START_MS - 16_000 })], START_MS);
    proof.applyCompleteRead(READY_MS, NONE);
    proof.applyCompleteRead(READY_MS + 30_000, NONE);
    expect(record).toMatchObject({ life: { at: 'unknown' }, candidates: ['7'] });
    expect(orders.resolve(record, parseOrderId('7'), READY_MS)).toBe('joined');
    expect(record).toMatchObject({ orderId: '7', life: { at: 'resting' } });
  });

  it('is not held up by an order with its terms from minutes before', () => {
    const record = addLost('intent-a');
    orders.applyExchangeOrders([makeOrder('7', { createdAtMs: START_MS - 60_001 })], START_MS);
    proof.applyCompleteRead(READY_MS, NONE);
    proof.applyCompleteRead(READY_MS + 30_000, NONE);
    expect(record.life.at).toBe('absent');
  });

  it('starts over after clear', () => {
    const record = addLost('intent-a');
    proof.applyCompleteRead(READY_MS, NONE);
    proof.clear();
    proof.applyCompleteRead(READY_MS + 30_000, NONE);
    expect(record.life.at).toBe('unknown');
  });

  it('names as absent the last signed of more identical orders than arrived', () => {
    const [first, last] = [addLost('intent-a'), addLost('intent-b')];
    orders.applyExchangeOrders([makeOrder('7')], START_MS);
    proof.applyCompleteRead(READY_MS, new Set([parseOrderId('7')]));
    proof.applyCompleteRead(READY_MS + 30_000, new Set([parseOrderId('7')]));
    expect(last.life).toMatchObject({
      at: 'absent',
      reason: { code: 'surplus', parameters: { equal: 2, arrived: 1 } },
    });
    expect(first).toMatchObject({ orderId: '7', life: { at: 'resting' } });
  });

  it('sets candidates only when no later read can decide', () => {
    const record = addLost('intent-a');
    orders.applyExchangeOrders([makeOrder('7'), makeOrder('8')], START_MS);
    proof.applyCompleteRead(READY_MS - 1, NONE);
    expect(record.candidates).toBeNull();
    proof.applyCompleteRead(READY_MS, NONE);
    expect(record.candidates).toEqual(['7', '8']);
  });
});
