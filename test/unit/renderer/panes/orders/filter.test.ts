import { describe, expect, it } from 'vitest';
import { filterOrders, type OrderFilter } from '#renderer/panes/orders/filter.ts';
import { keyOf } from '#renderer/panes/orders/model.ts';
import type { IntentId, OrderId } from '#shared/units/ids.ts';
import { parseShares } from '#shared/units/shares.ts';
import { MARKET, makeMarket, noAnswer, OTHER_MARKET } from '#test/slice/makers.ts';
import { orderOf, restingOf } from '../facts.ts';

const unknown = orderOf(
  { at: 'unknown', sinceMs: 5, reason: noAnswer('') },
  { intentId: 'lost' as IntentId, market: OTHER_MARKET },
);
const resting = restingOf('1', { market: MARKET, side: 'yes', direction: 'buy' });
const filled = orderOf(
  { at: 'done', orderId: '2' as OrderId },
  { orderId: '2' as OrderId, market: MARKET, side: 'no', direction: 'sell', filled: parseShares('10') },
);
const cancelled = orderOf(
  { at: 'cancelled', orderId: '3' as OrderId },
  { orderId: '3' as OrderId, market: OTHER_MARKET, side: 'yes', direction: 'sell', filled: parseShares('0') },
);
const all = [unknown, resting, filled, cancelled];
const markets = [makeMarket(), makeMarket({ id: OTHER_MARKET, title: 'Ether above 3,000', eventTitle: 'Ether' })];
const NO_FILTER: OrderFilter = { state: 'all', side: 'all', market: null, text: '' };
const shown = (part: Partial<OrderFilter>) =>
  filterOrders(all, { ...NO_FILTER, ...part }, markets).map((order) => order.orderId ?? keyOf(order));

describe('the filters of the orders', () => {
  it('select by state, side and market', () => {
    expect(shown({})).toEqual(['lost', '1', '2', '3']);
    expect(shown({ state: 'open' })).toEqual(['lost', '1']);
    expect(shown({ state: 'filled' })).toEqual(['lost', '2']);
    expect(shown({ state: 'ended' })).toEqual(['lost', '3']);
    expect(shown({ side: 'sell' })).toEqual(['lost', '2', '3']);
    expect(shown({ side: 'yes' })).toEqual(['lost', '1', '3']);
    expect(shown({ market: MARKET, side: 'sell' })).toEqual(['lost', '2']);
  });

  it('find words of market, side and state by their beginning, and ids', () => {
    expect(shown({ text: 'ether' })).toEqual(['lost', '3']);
    expect(shown({ text: 'ther' })).toEqual(['lost']);
    expect(shown({ text: 'bitc sell' })).toEqual(['lost', '2']);
    expect(shown({ text: 'rest' })).toEqual(['lost', '1']);
    expect(shown({ text: '3,000' })).toEqual(['lost', '3']);
    expect(shown({ text: '2' })).toEqual(['lost', '2']);
  });

  it('never hide an order whose outcome is unknown', () => {
    for (const state of ['filled', 'ended'] as const) expect(shown({ state })).toContain('lost');
    expect(shown({ text: 'nothing has these words' })).toEqual(['lost']);
  });
});
