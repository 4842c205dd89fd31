import { expect, it } from 'vitest';
import { createOrders } from '#main/trading/orders/orders.ts';
import { applyPostOutcome } from '#main/trading/orders/postOutcome.ts';
import type { PostOutcome } from '#shared/order/placement.ts';
import { makeOrder, makeSigned, TIMED_OUT } from '#test/slice/makers.ts';

function openSent() {
  const orders = createOrders({
    journal: { append() {}, findByOrder: () => [] },
    onChange() {},
    onFault(_where, error) {
      throw error;
    },
  });
  const record = orders.addSigned(makeSigned());
  orders.apply(record, { kind: 'sent', atMs: 1 });
  const calls: string[] = [];
  const apply = (outcome: PostOutcome) =>
    applyPostOutcome(record, outcome, 'own', 2, {
      orders,
      onAccepted: (order) => void calls.push(`accepted ${order.id}`),
      onLost: () => void calls.push('lost'),
    });
  return { orders, record, calls, apply };
}

it('reports an accepted order with its id', () => {
  const { record, calls, apply } = openSent();
  expect(apply({ kind: 'accepted', order: makeOrder('7') })).toEqual({ outcome: 'accepted', orderId: '7' });
  expect([record.life.at, calls]).toEqual(['resting', ['accepted 7']]);
});

it('reports a refusal with its codes and the key that signed', () => {
  const { record, calls, apply } = openSent();
  expect(apply({ kind: 'rejected', codes: ['price_invalid'], retryAtMs: null })).toEqual({
    outcome: 'rejected',
    orderId: null,
    refusal: { codes: ['price_invalid'], signedBy: 'own' },
  });
  expect([record.life.at, calls]).toEqual(['rejected', []]);
});

it('leaves an order without an answer unknown and has the exchange asked', () => {
  const { record, calls, apply } = openSent();
  expect(apply({ kind: 'unknown', cause: TIMED_OUT })).toEqual({ outcome: 'unknown', orderId: null });
  expect([record.life.at, calls]).toEqual(['unknown', ['lost']]);
});

it('joins an order without an answer to its own data that the stream brought before', () => {
  const { orders, record, calls, apply } = openSent();
  orders.applyExchangeOrders([makeOrder('7')], 1, 'stream');
  expect(apply({ kind: 'unknown', cause: TIMED_OUT })).toEqual({ outcome: 'accepted', orderId: '7' });
  expect([record.life.at, calls]).toEqual(['resting', []]);
});
