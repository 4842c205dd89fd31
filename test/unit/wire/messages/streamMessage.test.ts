import { describe, expect, it } from 'vitest';
import { parseStreamMessage } from '#wire/messages/streamMessage.ts';
import { WireError } from '#wire/messages/wireError.ts';

const parse = (value: unknown) => parseStreamMessage(JSON.stringify(value));
const order = {
  id: 1,
  market: '101',
  side: 'yes',
  price: '0.5',
  state: 'wait',
  origin_volume: '1',
  remaining_volume: '1',
  created_at: 1767225600,
};

describe('parseStreamMessage', () => {
  it('parses each stream by its key', () => {
    expect(parse({ '101.ob-snap': { bids: [], asks: [['0.6', '1']], sequence: 4 } })).toEqual([
      {
        kind: 'snapshot',
        market: '101',
        update: { bids: [], asks: [{ price: 600_000, shares: 1_000_000 }], sequence: 4 },
      },
    ]);
    expect(parse({ '101.ob-inc': { bids: ['0.5', '0'], sequence: 5 } })).toMatchObject([
      { kind: 'increment', market: '101' },
    ]);
    const trade = { id: 1, price: '0.5', volume: '1', created_at: 1767225600 };
    expect(parse({ '101.trades': { trades: [trade] } })).toMatchObject([{ kind: 'trades', trades: [{ id: '1' }] }]);
    expect(parse({ '101.trades': [trade] })).toMatchObject([{ kind: 'trades', market: '101' }]);
    expect(parse({ '101.kline-1m': [1767225600, 0.5, 0.5, 0.5, 0.5, 1] })).toMatchObject([
      { kind: 'candle', period: '1m' },
    ]);
    expect(parse({ 'crypto.BTC-USD': { price: 1, timestamp: 1767225600 } })).toMatchObject([{ kind: 'tick' }]);
    expect(parse({ order })).toMatchObject([{ kind: 'order', order: { id: '1' } }]);
    expect(
      parse({ contract: { id: 1, market: '101', price: '0.5', volume: '1', created_at: 1767225600 } }),
    ).toMatchObject([{ kind: 'fill' }]);
    expect(parse({ balance: { currency: 'usdc', balance: '1', locked: '0', available: '1' } })).toMatchObject([
      { kind: 'balance' },
    ]);
    expect(parse({ position: { market: '101', outcome: 'yes', qty: '1' } })).toMatchObject([{ kind: 'position' }]);
  });

  it('reads several rows, several items and several streams in one message', () => {
    const row = [1767225600, 0.5, 0.5, 0.5, 0.5, 1];
    expect(parse({ '101.kline-1m': [row, row] })).toHaveLength(2);
    expect(parse({ order: [order, order] })).toHaveLength(2);
    expect(parse({ '101.ob-inc': { sequence: 1 }, '102.ob-inc': { sequence: 2 } })).toHaveLength(2);
  });

  it('reads the others beside an unreadable item, and says which stream it was on', () => {
    const fill = { id: 1, market: '101', price: '0.5', volume: '1', created_at: 1767225600 };
    const position = { market: '101', outcome: 'yes', qty: '1' };
    const kinds = (message: unknown) => parse(message).map(({ kind }) => kind);
    expect(kinds({ contract: [{ ...fill, price: 'x' }, fill] })).toEqual(['unreadable', 'fill']);
    expect(kinds({ position: [{ ...position, qty: 1 }, position] })).toEqual(['unreadable', 'position']);
    const row = [1767225600, 0.5, 0.5, 0.5, 0.5, 1];
    expect(parse({ '101.kline-1m': [row, [1]] })).toMatchObject([
      { kind: 'candle' },
      { kind: 'unreadable', stream: '101.kline-1m', market: '101', error: { path: '101.kline-1m[1]' } },
    ]);
  });

  it('parses the list of streams and errors', () => {
    expect(parse({ success: { message: 'subscribed', streams: ['order', 7] } })).toEqual([
      { kind: 'subscribed', streams: ['order'] },
    ]);
    expect(parse({ error: 'no' })).toEqual([{ kind: 'error', text: 'no' }]);
    expect(parse({ error: { message: 'no' } })).toEqual([{ kind: 'error', text: 'no' }]);
  });

  it('reports an unreadable payload and parses the other streams', () => {
    const messages = parse({ '101.ob-inc': { bids: [['0.9', '1']], sequence: -1 }, '102.ob-inc': { sequence: 2 } });
    expect(messages.map((message) => message.kind)).toEqual(['unreadable', 'increment']);
    expect(messages[0]).toMatchObject({
      stream: '101.ob-inc',
      market: '101',
      error: { path: '101.ob-inc.sequence' },
    });
    expect(parse({ order: {} })).toMatchObject([{ kind: 'unreadable', stream: 'order', market: null }]);
  });

  it('keeps the other orders of a message, and the readable fields of an unreadable order', () => {
    const messages = parse({ order: [{ ...order, price: '0' }, order] });
    expect(messages).toMatchObject([
      { kind: 'unreadable', stream: 'order', order: { id: String(order.id) } },
      { kind: 'order', order: { id: String(order.id) } },
    ]);
  });

  it('keeps the readable trades of a message and reports the unreadable one', () => {
    const trade = { id: 1, price: '0.5', volume: '1', created_at: 1767225600 };
    const messages = parse({
      '101.trades': {
        trades: [
          { ...trade, price: '0' },
          { ...trade, id: 2 },
        ],
      },
    });
    expect(messages).toMatchObject([
      { kind: 'unreadable', stream: '101.trades', market: '101', error: { path: '101.trades.trades[0].price' } },
      { kind: 'trades', market: '101', trades: [{ id: '2' }] },
    ]);
    expect(parse({ '101.trades': [{ ...trade, price: '0' }] })).toMatchObject([{ kind: 'unreadable' }]);
  });

  it('reports an unknown stream', () => {
    expect(parse({ 'global.tickers': {} })).toEqual([{ kind: 'other', stream: 'global.tickers' }]);
  });

  it('refuses text that is not an object keyed by streams', () => {
    for (const text of ['', 'x', '[]', 'null', '1', '{"a":']) expect(() => parseStreamMessage(text)).toThrow(WireError);
    const many = Object.fromEntries(Array.from({ length: 65 }, (_, index) => [`s${index}`, 1]));
    expect(() => parse(many)).toThrow('at most 64 streams');
  });
});
