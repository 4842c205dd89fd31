import { describe, expect, it } from 'vitest';
import { parseTrades } from '#wire/words/trade.ts';

const row = { id: 1, price: '0.61', volume: '2', created_at: '2026-01-01T00:00:00Z' };

describe('trades', () => {
  it('reads REST items, and stream items in the other spelling', () => {
    const trade = { id: '1', price: 610_000, shares: 2_000_000, takerSide: 'no', exchangeTimeMs: 1767225600000 };
    expect(parseTrades([{ ...row, taker_side: 'no' }])).toEqual([trade]);
    expect(
      parseTrades({ trades: [{ tid: '1', price: '0.61', amount: '2', taker_side: 'no', date: 1767225600 }] }),
    ).toEqual([trade]);
  });

  it('never guesses who took: anything but yes and no is unattributed', () => {
    const sides = ['yes', 'no', '', null, undefined, 'buy', 'sell', 'YES', 1];
    const trades = parseTrades(
      sides.map((taker_side, id) => ({ ...row, id, taker_side, taker_type: 'buy', side: 'yes' })),
    );
    expect(trades.map((trade) => trade.takerSide)).toEqual(['yes', 'no', null, null, null, null, null, null, null]);
  });

  it('refuses a price served as a number, naming the trade', () => {
    expect(() => parseTrades([row, { ...row, price: 0.61 }])).toThrow('Expected text at contracts[1].price');
    expect(() => parseTrades({ trades: 7 })).toThrow('at contracts.trades');
  });
});
