import { describe, expect, it } from 'vitest';
import { type AccountMemory, findAccountNews, findTurn, type SeenOrder } from '#shared/alerts/accountEvents.ts';
import type { Fill } from '#shared/order/account/account.ts';
import type { OrderId } from '#shared/units/ids.ts';

const fill = (id: string, exchangeTimeMs: number) => ({ id, exchangeTimeMs }) as Fill;
const rejected: SeenOrder = {
  intentId: 'one',
  orderId: null,
  life: { at: 'rejected', orderId: null, codes: [] },
  steps: [],
};

describe('news of the account', () => {
  it('reports nothing at the first look, and each fill once after it, oldest first', () => {
    const first = findAccountNews(null, '0xa', [fill('b', 2), fill('a', 1)], [rejected]);
    expect(first).toMatchObject({ fills: [], orders: [] });
    const second = findAccountNews(first.memory, '0xa', [fill('d', 4), fill('c', 2), fill('b', 2), fill('a', 1)], []);
    expect(second.fills.map(({ id }) => id)).toEqual(['c', 'd']);
    expect(findAccountNews(second.memory, '0xa', [fill('d', 4), fill('c', 2)], []).fills).toEqual([]);
  });

  it('keeps its memory while nothing is new, and begins anew for another account', () => {
    const { memory } = findAccountNews(null, '0xa', [fill('a', 1)], [rejected]);
    expect(findAccountNews(memory, '0xa', [fill('a', 1)], [rejected]).memory).toBe(memory);
    expect(findAccountNews(memory, '0xb', [fill('z', 9)], [])).toMatchObject({ fills: [], memory: { account: '0xb' } });
  });

  it('remembers fills and orders across a restart', () => {
    const { memory } = findAccountNews(null, '0xa', [fill('a', 100_000)], []);
    const restarted = JSON.parse(JSON.stringify(memory)) as AccountMemory;
    const news = findAccountNews(
      restarted,
      '0xa',
      [fill('b', 500_000), fill('a', 100_000), fill('old', 10_000)],
      [rejected],
    );
    expect(news.fills.map(({ id }) => id)).toEqual(['b']);
    expect(news.orders.map(({ turn }) => turn)).toEqual(['rejected']);
  });

  it('tells a cancel of this program from another', () => {
    const orderId = '7' as OrderId;
    const cancelled = { intentId: null, orderId, life: { at: 'cancelled', orderId }, steps: [] } as const;
    expect(findTurn(cancelled)).toBe('cancelled');
    expect(findTurn({ ...cancelled, steps: [{ step: 'cancel sent' }] })).toBeNull();
    expect(findTurn({ ...cancelled, life: { at: 'resting', orderId } })).toBeNull();
  });
});
