import { describe, expect, it } from 'vitest';
import { parsePlainIncrement } from '#wire/messages/plainIncrement.ts';
import { parseAnyMessage } from '#wire/messages/streamMessage.ts';

describe('parsePlainIncrement', () => {
  it('reads fields in any order, several levels, and removed ones', () => {
    expect(
      parsePlainIncrement('{"101.ob-inc":{"asks":[["0.62","2.5"],["0.630",""]],"bids":[["0.61","0.0"]],"sequence":7}}'),
    ).toEqual({
      market: '101',
      update: {
        bids: [{ price: 610_000, shares: 0 }],
        asks: [
          { price: 620_000, shares: 2_500_000 },
          { price: 630_000, shares: 0 },
        ],
        sequence: 7,
      },
    });
    expect(parsePlainIncrement('{"a-b.ob-inc":{"sequence":9,"bids":[]}}')?.update).toEqual({
      bids: [],
      asks: [],
      sequence: 9,
    });
  });

  it('leaves every other text to the general parser', () => {
    const others = [
      '',
      '{}',
      'pong',
      '{"101.ob-snap":{"bids":[],"asks":[],"sequence":1}}',
      '{"101.ob-inc":{"bids":[],"asks":[]}}',
      '{"101.ob-inc":{"bids":[],"asks":[],"sequence":01}}',
      '{"101.ob-inc":{"bids":[],"asks":[],"sequence":-1}}',
      '{"101.ob-inc":{"bids":[],"asks":[],"sequence":1e3}}',
      '{"101.ob-inc":{"bids":[],"asks":[],"sequence":1234567890123456}}',
      '{"101.ob-inc":{"bids":[],"bids":[],"sequence":1}}',
      '{"101.ob-inc":{"bids":null,"asks":[],"sequence":1}}',
      '{"101.ob-inc":{"bids":["0.61","5"],"asks":[],"sequence":1}}',
      '{"101.ob-inc":{"bids":[[0.61,5]],"asks":[],"sequence":1}}',
      '{"101.ob-inc":{"bids":[["0.61","1e3"]],"asks":[],"sequence":1}}',
      '{"101.ob-inc":{"bids":[["1.61","5"]],"asks":[],"sequence":1}}',
      '{"101.ob-inc":{"bids":[["0.61","-5"]],"asks":[],"sequence":1}}',
      '{"101.ob-inc":{"bids":[["0.61","5","1"]],"asks":[],"sequence":1}}',
      '{"101.ob-inc":{"bids":[["0.61","5"],],"asks":[],"sequence":1}}',
      '{"101.ob-inc":{"bids":[],"asks":[],"sequence":1,"mood":1}}',
      '{"101.ob-inc":{"bids":[],"asks":[],"sequence":1}} ',
      '{"101.ob-inc":{"bids":[],"asks":[],"sequence":1},"102.trades":[]}',
      '{"101.ob-inc":{"bids":[],"asks":[],"sequence":1}',
      '{"1\\u0030.ob-inc":{"bids":[],"asks":[],"sequence":1}}',
      `{"101.ob-inc":{"bids":[],"asks":[${Array(400).fill('["0.62","5"]').join(',')}],"sequence":1}}`,
    ];
    for (const text of others) expect(parsePlainIncrement(text), text).toBeNull();
  });

  it('throws nothing where the general parser reports an error', () => {
    const text = '{"101.ob-inc":{"bids":[["2","5"]],"asks":[],"sequence":1}}';
    expect(parsePlainIncrement(text)).toBeNull();
    expect(parsePlainIncrement(text.replace('["2","5"]', '["0.2","1000000001"]'))).toBeNull();
    expect(parseAnyMessage(text)).toMatchObject([
      { kind: 'increment', market: '101', update: { leftOut: { count: 1 } } },
    ]);
  });
});
