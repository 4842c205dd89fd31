import { describe, expect, it } from 'vitest';
import { createUnreadableOrders } from '#main/trading/orders/unreadableOrders.ts';
import type { UnreadableOrder } from '#shared/order/account/account.ts';
import { parseOrderId } from '#shared/units/ids.ts';

const unread = (id: string | null): UnreadableOrder => ({
  id: id === null ? null : parseOrderId(id),
  market: null,
  createdAtMs: null,
  problem: { path: `order ${id}`, expected: 'a price', found: 'nothing' },
});

describe('unreadable orders', () => {
  it('are those of the latest lists and of stream messages since', () => {
    const all = createUnreadableOrders();
    all.add(unread('1'), 10);
    all.replace('open', [unread('2')], 20);
    expect(all.list().map((one) => one.id)).toEqual(['2']);
    all.add(unread(null), 30);
    all.replace('open', [unread('3')], 25);
    expect(all.list().map((one) => one.id)).toEqual(['3', null]);
    all.clear();
    expect(all.list()).toEqual([]);
  });

  it('are found by id until they are readable', () => {
    const all = createUnreadableOrders();
    all.replace('open', [unread('2'), unread('3')], 0);
    expect(all.problemOf(parseOrderId('2'))?.path).toBe('order 2');
    all.remove(parseOrderId('2'));
    expect(all.problemOf(parseOrderId('2'))).toBeNull();
    expect(all.list().map((one) => one.id)).toEqual(['3']);
  });

  it('distinguish closed ones from those that may rest', () => {
    const all = createUnreadableOrders();
    all.add(unread('1'), 10);
    all.replace('closed', [unread('2')], 20);
    expect(all.list().map((one) => one.id)).toEqual(['2', '1']);
    expect(all.open().map((one) => one.id)).toEqual(['1']);
    all.replace('open', [], 20);
    expect(all.list().map((one) => one.id)).toEqual(['2']);
    all.remove(parseOrderId('2'));
    all.replace('open', [], 30);
    expect(all.list()).toEqual([]);
  });
});
