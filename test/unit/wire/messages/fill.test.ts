import { describe, expect, it } from 'vitest';
import { parseFill, parseFills } from '#wire/messages/fill.ts';

describe('fills', () => {
  it('parses the older and the newer spelling into the same fill', () => {
    const fill = {
      id: '9',
      orderId: '305',
      market: 'rain-101',
      side: 'no',
      direction: 'sell',
      price: 390_000,
      shares: 2_000_000,
      value: 780_000n,
      fee: 9_516n,
      takerSide: 'yes',
      state: 'active',
      exchangeTimeMs: 1767225600000,
    };
    const shared = {
      order_id: 305,
      price: '0.39',
      direction: 'sell',
      total: '0.78',
      fee: '0.009516',
      taker_side: 'yes',
      state: 'active',
    };
    const created_at = '2026-01-01T00:00:00Z';
    expect(parseFill({ ...shared, id: 9, market: 'rain-101', side: 'no', volume: '2', created_at })).toEqual(fill);
    expect(
      parseFill({ ...shared, tid: '9', market_id: 'rain-101', outcome: 'no', amount: '2.0', date: 1767225600 }),
    ).toEqual(fill);
  });

  it('reads absent fields as null', () => {
    expect(parseFill({ id: 1, market: 'm', price: '0.5', volume: '1', created_at: 1767225600 })).toMatchObject({
      orderId: null,
      side: null,
      direction: null,
      value: null,
      fee: null,
      takerSide: null,
      state: null,
    });
  });

  it('reads the others beside an unreadable fill, and names it by its id', () => {
    const good = { id: 2, market: 'm', price: '0.5', volume: '1', created_at: 1767225600 };
    expect(parseFills([{ tid: 1 }, good, 'x'])).toMatchObject([
      { unreadable: { id: '1', market: null }, error: { path: 'contracts[0].market (1)' } },
      { id: '2', price: 500_000 },
      { unreadable: { id: null, market: null, outcome: null }, error: { path: 'contracts[2]' } },
    ]);
  });
});
