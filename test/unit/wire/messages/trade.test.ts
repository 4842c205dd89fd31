import { describe, expect, it } from 'vitest';
import { parseTrades } from '#wire/messages/trade.ts';

const row = { id: 1, price: '0.61', volume: '2', created_at: '2026-01-01T00:00:00Z' };

describe('trades', () => {
  it('reads REST items, and stream items in the other spelling', () => {
    const trade = { id: '1', price: 610_000, shares: 2_000_000, takerSide: 'no', exchangeTimeMs: 1767225600000 };
    const list = { trades: [trade], unreadable: [] };
    expect(parseTrades([{ ...row, taker_side: 'no' }])).toEqual(list);
    expect(
      parseTrades({ trades: [{ tid: '1', price: '0.61', amount: '2', taker_side: 'no', date: 1767225600 }] }),
    ).toEqual(list);
  });

  it('reads any taker side but yes and no as null', () => {
    const sides = ['yes', 'no', '', null, undefined, 'buy', 'sell', 'YES', 1];
    const { trades } = parseTrades(
      sides.map((taker_side, id) => ({ ...row, id, taker_side, taker_type: 'buy', side: 'yes' })),
    );
    expect(trades.map((trade) => trade.takerSide)).toEqual(['yes', 'no', null, null, null, null, null, null, null]);
  });

  it('reports a trade whose price is a number, with its path, and keeps the others', () => {
    const list = parseTrades([row, { ...row, id: 2, price: 0.61 }, { ...row, id: 3 }]);
    expect(list.trades.map((trade) => trade.id)).toEqual(['1', '3']);
    expect(list.unreadable.map((error) => error.message)).toEqual(['Expected text at contracts[1].price, found 0.61']);
  });

  it('refuses a value that is not a list', () => {
    expect(() => parseTrades({ trades: 7 })).toThrow('at contracts.trades');
  });
});
