import { describe, expect, it } from 'vitest';
import { compareWithTrace, startTrace } from '#main/market/bookTrace.ts';
import { applySnapshot, buildBook } from '#shared/market/book.ts';
import { levels, makeBook } from '#test/slice/makers.ts';

function traceAt(sequence: number) {
  const book = buildBook();
  applySnapshot(book, makeBook(sequence));
  return startTrace(book)!;
}

describe('compareWithTrace', () => {
  it('has no trace before the first snapshot', () => {
    expect(startTrace(buildBook())).toBeNull();
  });

  it('agrees with the same levels at the same sequence', () => {
    expect(compareWithTrace(traceAt(5), makeBook(5))).toBe('agrees');
  });

  it('differs when a level, its volume or its side differs', () => {
    expect(compareWithTrace(traceAt(5), makeBook(5, { asks: levels(['0.62', '79']) }))).toBe('differs');
    expect(compareWithTrace(traceAt(5), makeBook(5, { asks: [] }))).toBe('differs');
    expect(compareWithTrace(traceAt(5), makeBook(5, { bids: levels(['0.60', '100']) }))).toBe('differs');
    expect(compareWithTrace(traceAt(5), makeBook(5, { bids: levels(['0.6005', '100']) }))).toBe('differs');
  });

  it('rebuilds the state at the REST sequence from the updates since the trace started', () => {
    const trace = traceAt(5);
    trace.updates.push({ bids: [], asks: levels(['0.62', '0']), sequence: 6 });
    trace.updates.push({ bids: [], asks: levels(['0.63', '9']), sequence: 7 });
    expect(compareWithTrace(trace, makeBook(6, { asks: [] }))).toBe('agrees');
    expect(compareWithTrace(trace, makeBook(7, { asks: levels(['0.63', '9']) }))).toBe('agrees');
    expect(compareWithTrace(trace, makeBook(7))).toBe('differs');
    expect(compareWithTrace(trace, makeBook(8))).toBe('ahead');
    expect(compareWithTrace(trace, makeBook(4))).toBe('older');
  });

  it('compares a side that may be cut only down to its own depth', () => {
    const deep = levels(...Array.from({ length: 60 }, (_, at) => [`0.${String(599 - at)}`, '1'] as const));
    const book = buildBook();
    applySnapshot(book, makeBook(5, { bids: deep }));
    expect(compareWithTrace(startTrace(book)!, makeBook(5, { bids: deep.slice(0, 50) }))).toBe('agrees');
    expect(compareWithTrace(startTrace(book)!, makeBook(5, { bids: deep.slice(0, 49) }))).toBe('differs');
  });

  it('compares a REST book without a sequence with every traced state', () => {
    const trace = traceAt(5);
    expect(compareWithTrace(trace, makeBook(-1))).toBe('agrees');
    expect(compareWithTrace(trace, makeBook(-1, { asks: [] }))).toBe('older');
    trace.updates.push({ bids: [], asks: levels(['0.62', '0']), sequence: 6 });
    trace.updates.push({ bids: [], asks: levels(['0.63', '9']), sequence: 7 });
    expect(compareWithTrace(trace, makeBook(-1, { asks: [] }))).toBe('agrees');
    expect(compareWithTrace(trace, makeBook(-1))).toBe('agrees');
    expect(compareWithTrace(trace, makeBook(-1, { asks: levels(['0.99', '1']) }))).toBe('inconclusive');
  });
});
