import { describe, expect, it } from 'vitest';
import { checkAgainst, startTrace } from '#main/market/bookAudit.ts';
import { applySnapshot, buildBook } from '#shared/market/book.ts';
import { levels, makeBook } from '#test/slice/makers.ts';

function traceAt(sequence: number) {
  const book = buildBook();
  applySnapshot(book, makeBook(sequence));
  return startTrace(book)!;
}

describe('canary', () => {
  it('has nothing to compare before a snapshot', () => {
    expect(startTrace(buildBook())).toBeNull();
  });

  it('agrees with the same levels at the same sequence', () => {
    expect(checkAgainst(traceAt(5), makeBook(5))).toBe('agrees');
  });

  it('differs when a level, its volume or its side differs', () => {
    expect(checkAgainst(traceAt(5), makeBook(5, { asks: levels(['0.62', '79']) }))).toBe('differs');
    expect(checkAgainst(traceAt(5), makeBook(5, { asks: [] }))).toBe('differs');
    expect(checkAgainst(traceAt(5), makeBook(5, { bids: levels(['0.60', '100']) }))).toBe('differs');
    expect(checkAgainst(traceAt(5), makeBook(5, { bids: levels(['0.6005', '100']) }))).toBe('differs');
  });

  it('meets the served sequence exactly by the updates since', () => {
    const trace = traceAt(5);
    trace.updates.push({ bids: [], asks: levels(['0.62', '0']), sequence: 6 });
    trace.updates.push({ bids: [], asks: levels(['0.63', '9']), sequence: 7 });
    expect(checkAgainst(trace, makeBook(6, { asks: [] }))).toBe('agrees');
    expect(checkAgainst(trace, makeBook(7, { asks: levels(['0.63', '9']) }))).toBe('agrees');
    expect(checkAgainst(trace, makeBook(7))).toBe('differs');
    expect(checkAgainst(trace, makeBook(8))).toBe('ahead');
    expect(checkAgainst(trace, makeBook(4))).toBe('older');
  });

  it('compares a deep served side only as deep as it was served', () => {
    const deep = levels(...Array.from({ length: 60 }, (_, at) => [`0.${String(599 - at)}`, '1'] as const));
    const book = buildBook();
    applySnapshot(book, makeBook(5, { bids: deep }));
    expect(checkAgainst(startTrace(book)!, makeBook(5, { bids: deep.slice(0, 50) }))).toBe('agrees');
    expect(checkAgainst(startTrace(book)!, makeBook(5, { bids: deep.slice(0, 49) }))).toBe('differs');
  });

  it('compares a book without a sequence with every state since the trace began', () => {
    const trace = traceAt(5);
    expect(checkAgainst(trace, makeBook(-1))).toBe('agrees');
    expect(checkAgainst(trace, makeBook(-1, { asks: [] }))).toBe('older');
    trace.updates.push({ bids: [], asks: levels(['0.62', '0']), sequence: 6 });
    trace.updates.push({ bids: [], asks: levels(['0.63', '9']), sequence: 7 });
    expect(checkAgainst(trace, makeBook(-1, { asks: [] }))).toBe('agrees');
    expect(checkAgainst(trace, makeBook(-1))).toBe('agrees');
    expect(checkAgainst(trace, makeBook(-1, { asks: levels(['0.99', '1']) }))).toBe('unclear');
  });
});
