import { describe, expect, it } from 'vitest';
import { addTrade, buildTape, tradesSince } from '#shared/market/tape.ts';
import { makeTrade } from '#test/slice/makers.ts';

const ids = (tape: ReturnType<typeof buildTape>, from: number): string[] =>
  tradesSince(tape, from).trades.map((trade) => trade.id);

describe('tape', () => {
  it('has trades in order and drops repeats', () => {
    const tape = buildTape(5);
    expect(addTrade(tape, makeTrade('a'))).toBe(true);
    expect(addTrade(tape, makeTrade('a'))).toBe(false);
    addTrade(tape, makeTrade('b'));
    expect(ids(tape, 0)).toEqual(['a', 'b']);
    expect(ids(tape, 1)).toEqual(['b']);
    expect(tradesSince(tape, 2)).toEqual({ trades: [], lost: 0, nextSeq: 2 });
  });

  it('overwrites the oldest trade and counts the trades that a reader lost', () => {
    const tape = buildTape(3);
    for (const id of 'abcdefg') addTrade(tape, makeTrade(id));
    expect(tradesSince(tape, 1)).toMatchObject({ lost: 3, nextSeq: 7 });
    expect(ids(tape, 1)).toEqual(['e', 'f', 'g']);
    expect(tradesSince(tape, 5)).toMatchObject({ lost: 0 });
  });

  it('removes the id of an overwritten trade', () => {
    const tape = buildTape(2);
    for (const id of 'abc') addTrade(tape, makeTrade(id));
    expect(tape.ids).toEqual(new Set(['b', 'c']));
    expect(addTrade(tape, makeTrade('a'))).toBe(true);
  });
});
