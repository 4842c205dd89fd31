import { describe, expect, it } from 'vitest';
import {
  isOrderFailure,
  parseCancelResponse,
  parseOrder,
  parseOrderOrFailure,
  parseOrders,
} from '#wire/messages/order.ts';

const order = {
  id: 305,
  market: 'rain-101',
  side: 'yes',
  direction: 'buy',
  ord_type: 'limit',
  price: '0.61',
  state: 'wait',
  origin_volume: '10',
  remaining_volume: '7.5',
  filled_volume: '2.5',
  contracts_count: 1,
  locked: '4.66',
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:01Z',
};

describe('parseOrder', () => {
  it('reads every field', () => {
    expect(parseOrder(order)).toEqual({
      id: '305',
      market: 'rain-101',
      side: 'yes',
      direction: 'buy',
      ordType: 'limit',
      price: 610_000,
      state: 'wait',
      originShares: 10_000_000,
      remainingShares: 7_500_000,
      filledShares: 2_500_000,
      contractsCount: 1,
      locked: 4_660_000n,
      createdAtMs: 1767225600000,
      updatedAtMs: 1767225601000,
    });
  });

  it('keeps an unknown state as raw text', () => {
    expect(parseOrder({ ...order, state: 'frozen' }).state).toEqual({ unknown: 'frozen' });
    expect(parseOrder({ ...order, state: 'pending' }).state).toBe('pending');
  });

  it('reads stream payloads with Unix seconds and without a direction', () => {
    const { direction: _, ...rest } = order;
    const read = parseOrder({ ...rest, created_at: 1767225600, updated_at: '1767225601' });
    expect(read).toMatchObject({ direction: null, createdAtMs: 1767225600000, updatedAtMs: 1767225601000 });
  });

  it('computes the filled volume only when it is absent', () => {
    const { filled_volume: _, ...rest } = order;
    expect(parseOrder(rest).filledShares).toBe(2_500_000);
    expect(() => parseOrder({ ...rest, remaining_volume: '11' })).toThrow('at order.remaining_volume');
  });

  it('refuses an order with a number as money, or with an unknown side', () => {
    expect(() => parseOrder({ ...order, price: 0.61 })).toThrow('at order.price');
    expect(() => parseOrder({ ...order, side: 'buy' })).toThrow("'yes' or 'no' at order.side");
  });

  it('reports an unreadable order of a list with its id and path, and keeps the others', () => {
    const [first, second, third] = parseOrders([{ ...order, price: '0' }, order, { ...order, id: {}, market: 7.5 }]);
    expect(second).toEqual(parseOrder(order));
    const createdAtMs = 1767225600000;
    expect(first).toMatchObject({ unreadable: { id: '305', market: 'rain-101', createdAtMs } });
    expect(isOrderFailure(first!) && first.error.message).toBe(
      'Expected a price between 0 and 1 at orders[0].price (order 305), found "0"',
    );
    expect(third).toMatchObject({ unreadable: { id: null, market: null, createdAtMs } });
    expect(isOrderFailure(third!) && third.unreadable.problem.path).toContain('orders[2].id');
    expect(() => parseOrders({ orders: [] })).toThrow('an array at orders');
  });

  it('reads one order, or tells what it could not read of it', () => {
    expect(parseOrderOrFailure(order)).toEqual(parseOrder(order));
    expect(parseOrderOrFailure({ ...order, price: null })).toMatchObject({
      unreadable: { id: '305' },
      error: { path: 'order.price (order 305)' },
    });
  });
});

describe('parseCancelResponse', () => {
  it('tells the state, so that a cancel that only triggered is known', () => {
    expect(parseCancelResponse({ id: 305, state: 'cancel' })).toBe('cancel');
    expect(parseCancelResponse({ id: 305, state: 'wait' })).toBe('wait');
    expect(() => parseCancelResponse({})).toThrow('at cancel.state');
  });
});
