import { describe, expect, it } from 'vitest';
import { parsePrice } from '#shared/units/price.ts';
import { parseShares } from '#shared/units/shares.ts';
import { BASE, type Bench, CALM, openBench } from '../makers.ts';

const terms = {
  ...BASE,
  kind: 'twap',
  direction: 'buy',
  worst: parsePrice('0.41'),
  lengthMs: 40_000,
  slices: 4,
  minSlice: parseShares('1'),
  pricing: 'join',
  atEnd: 'report',
} as const;

function next(bench: Bench) {
  return [...bench.wait(10_000), ...bench.book(CALM)];
}

describe('a TWAP', () => {
  it('sends one slice at a time, and what one leaves with the next, for at most two', () => {
    const bench = openBench(terms);
    expect(bench.book(CALM)).toMatchObject([{ intent: { shares: parseShares('25'), price: parsePrice('0.40') } }]);
    bench.ends(bench.children()[0], 'filled', '25');
    expect(bench.book(CALM)).toEqual([]);
    expect(next(bench)).toMatchObject([{ intent: { shares: parseShares('25') } }]);
    bench.child(bench.children()[1], {
      at: 'ended',
      end: { kind: 'notSent', codes: ['budget'], retryAtMs: bench.now() + 10_000 },
      filled: parseShares('0'),
    });
    expect(next(bench)).toMatchObject([{ intent: { shares: parseShares('50') } }]);
  });

  it('counts what rests as placed, and reports the rest at the end', () => {
    const bench = openBench(terms);
    bench.book(CALM);
    bench.rests(bench.children()[0], '5');
    expect(next(bench)).toMatchObject([{ intent: { shares: parseShares('25') } }]);
    bench.rests(bench.children()[1]);
    for (let slice = 2; slice < 4; slice += 1) {
      next(bench);
      bench.rests(bench.children()[slice]);
    }
    expect(next(bench).map(({ kind }) => kind)).toEqual(['cancel', 'cancel', 'cancel', 'cancel']);
    for (const child of bench.children()) bench.ends(child, 'cancelled', '5');
    expect(bench.state().life).toMatchObject({ at: 'partial', reason: { code: 'limitReached' } });
  });

  it('takes the rest at the worst price at the end, where that was chosen, and never beyond it', () => {
    const bench = openBench({ ...terms, atEnd: 'cross', pricing: 'cross' });
    expect(bench.book(CALM)).toMatchObject([{ intent: { price: parsePrice('0.41') } }]);
    bench.rests(bench.children()[0]);
    bench.wait(40_000);
    expect(bench.ends(bench.children()[0], 'cancelled', '10')).toMatchObject([
      { intent: { shares: parseShares('90'), price: parsePrice('0.41') } },
    ]);
  });

  it('waits for a book, and merges slices that are too small', () => {
    expect(openBench(terms).state().life).toMatchObject({ at: 'waiting', reason: { code: 'stale' } });
    const bench = openBench({ ...terms, minSlice: parseShares('40') });
    expect(bench.book(CALM)).toEqual([]);
    expect(next(bench)).toMatchObject([{ intent: { shares: parseShares('50') } }]);
  });

  it('asks after a restart, its orders cancelled first', () => {
    const bench = openBench(terms);
    bench.book(CALM);
    bench.feed({ kind: 'restart', atMs: bench.now(), isProgram: true });
    expect(bench.at()).toBe('halted');
    expect(bench.rests(bench.children()[0])).toMatchObject([{ kind: 'cancel' }]);
  });
});
