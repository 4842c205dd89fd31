import { describe, expect, it } from 'vitest';
import type { PublicEvent } from '#shared/market/events.ts';
import { createBlockEncoder, decodeBlock } from '#shared/recording/block.ts';
import type { RecordedEvent } from '#shared/recording/record.ts';
import { RecordingError } from '#shared/recording/recordingError.ts';
import { toShares } from '#shared/units/shares.ts';
import { parseUsd } from '#shared/units/usd.ts';
import { levels, MARKET, makeBalance, makeBook } from '#test/slice/makers.ts';

const START = 1_700_000_000_000;
const increment = (sequence: number, atMs: number): PublicEvent => ({
  kind: 'bookIncrement',
  market: MARKET,
  update: { bids: levels(['0.60', '100']), asks: [], sequence },
  receivedAtMs: atMs,
});

function decode(bytes: Uint8Array): RecordedEvent[] {
  const records: RecordedEvent[] = [];
  decodeBlock(bytes, START, (record) => {
    records.push(record);
  });
  return records;
}

describe('createBlockEncoder', () => {
  it('writes an increment of one level after another in six bytes', () => {
    const block = createBlockEncoder();
    block.begin(START);
    block.market(increment(1, START), true);
    const first = block.length();
    block.market(increment(2, START + 3), true);
    expect(block.length() - first).toBe(6);
  });

  it('writes facts with their bigints', () => {
    const block = createBlockEncoder();
    block.begin(START);
    const balance = { ...makeBalance('1'), locked: parseUsd('12345678901234567890') };
    block.fact('private', { kind: 'balance', balance, receivedAtMs: START }, START, true);
    expect(decode(block.slice(0))).toEqual([
      { kind: 'private', fact: { kind: 'balance', balance, receivedAtMs: START }, atMs: START, beginsBatch: true },
    ]);
  });

  it('ends the block before a record that it could not write', () => {
    const block = createBlockEncoder();
    block.begin(START);
    block.market(increment(1, START), true);
    const unsafe = { ...makeBook(2), sequence: 2 ** 60 };
    const event = { kind: 'bookIncrement', market: MARKET, update: unsafe, receivedAtMs: START } as const;
    expect(() => block.market(event, false)).toThrow(RecordingError);
    expect(decode(block.slice(0))).toHaveLength(1);
    expect(() => block.market(increment(2, START), false)).toThrow('one that a failed record ended');
    block.begin(START);
    block.market(increment(2, START), false);
    expect(decode(block.slice(0))).toMatchObject([{ event: { update: { sequence: 2 } } }]);
  });

  it('writes a book before its first snapshot without a sequence', () => {
    const block = createBlockEncoder();
    block.begin(START);
    const book = { market: MARKET, sequence: null, bids: [], asks: levels(['0.7', '3']) };
    block.bookState(book, START);
    expect(decode(block.slice(0))).toEqual([{ kind: 'bookState', book, atMs: START, beginsBatch: false }]);
  });
});

describe('decodeBlock', () => {
  it('ends where its visitor returns false', () => {
    const block = createBlockEncoder();
    block.begin(START);
    for (let sequence = 1; sequence <= 5; sequence += 1) block.market(increment(sequence, START + sequence), true);
    let visited = 0;
    decodeBlock(block.slice(0), START, ({ atMs }) => {
      visited += 1;
      return atMs < START + 3;
    });
    expect(visited).toBe(3);
  });

  it('refuses a kind of record, a name and a number that no encoder writes', () => {
    expect(() => decode(new Uint8Array([99, 0]))).toThrow('found code 99');
    expect(() => decode(new Uint8Array([2, 0, 5]))).toThrow('found number 5');
    expect(() => decode(new Uint8Array([2, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f]))).toThrow(
      'larger one',
    );
  });

  it('keeps volumes above 2^31 exact', () => {
    const block = createBlockEncoder();
    block.begin(START);
    const shares = toShares(Number.MAX_SAFE_INTEGER);
    block.market(
      {
        ...increment(1, START),
        kind: 'bookIncrement',
        market: MARKET,
        update: { bids: [], asks: [{ price: levels(['0.5', '1'])[0]!.price, shares }], sequence: 1 },
        receivedAtMs: START,
      },
      true,
    );
    expect(decode(block.slice(0))).toMatchObject([{ event: { update: { asks: [{ shares }] } } }]);
  });
});
