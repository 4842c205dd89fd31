import { describe, expect, it } from 'vitest';
import {
  stepPeak,
  type TrailingTerms,
  trailingPrice,
  trailingTrigger,
} from '#shared/order/conditional/kinds/trailing.ts';
import type { StateOf } from '#shared/order/conditional/state.ts';
import { parsePrice } from '#shared/units/price.ts';
import { parseShares } from '#shared/units/shares.ts';
import { MARKET } from '#test/slice/makers.ts';
import { BASE, openBench, type Pairs } from '../makers.ts';

type State = StateOf<TrailingTerms>;

const terms = {
  ...BASE,
  kind: 'trailing',
  distance: { kind: 'ticks', ticks: 5 },
  activation: null,
  minShares: parseShares('10'),
  maxSpread: 100_000,
  cap: 20_000,
  walk: null,
} as const;
const at = (bid: string, ask: string, size = '50'): readonly [Pairs, Pairs] => [[[bid, size]], [[ask, size]]];

describe('a trailing stop', () => {
  it('follows the best confirmed bid up and never down, and fires at its distance', () => {
    const bench = openBench(terms);
    bench.confirm(at('0.40', '0.42'));
    expect(bench.state().peak).toBe(parsePrice('0.40'));
    expect(trailingTrigger(bench.state() as State)).toMatchObject({ price: parsePrice('0.35'), source: 'ask' });
    bench.confirm(at('0.50', '0.52'));
    expect(bench.state().peak).toBe(parsePrice('0.50'));
    bench.confirm(at('0.46', '0.48'));
    expect(trailingPrice(bench.state() as State)).toBe(parsePrice('0.45'));
    expect(bench.confirm(at('0.43', '0.45'))).toMatchObject([
      { kind: 'place', intent: { price: parsePrice('0.43'), shares: parseShares('100') } },
    ]);
  });

  it('is not lifted by a lone ask, a small bid or a bid that stands for a moment', () => {
    const bench = openBench(terms);
    bench.confirm(at('0.40', '0.42'));
    bench.confirm([[['0.40', '50']], [['0.90', '50']]]);
    bench.confirm([
      [
        ['0.60', '9'],
        ['0.40', '50'],
      ],
      [['0.90', '50']],
    ]);
    bench.book(at('0.60', '0.62'));
    bench.book(at('0.40', '0.42'));
    bench.wait(1_000);
    bench.book(at('0.60', '0.62'));
    expect(bench.state().peak).toBe(parsePrice('0.40'));
    expect(stepPeak(bench.state() as State, bench.state().known, bench.now() + 6_000)).toEqual({
      peak: parsePrice('0.40'),
      candidate: null,
    });
  });

  it('is not lifted by a bid before and one after a sleep of the machine', () => {
    const bench = openBench(terms);
    bench.confirm(at('0.40', '0.42'));
    bench.book(at('0.60', '0.62'));
    const { known } = bench.state();
    const awakeMs = bench.now() + 3_600_000;
    const book = known.books[MARKET]!;
    const later = { ...book, sequence: book.sequence + 1, provedAtMs: awakeMs };
    expect(stepPeak(bench.state() as State, { ...known, books: { [MARKET]: later } }, awakeMs)).toMatchObject({
      peak: parsePrice('0.40'),
      candidate: { price: parsePrice('0.60'), sinceMs: awakeMs },
    });
  });

  it('keeps its peak over a restart and a gap', () => {
    const bench = openBench(terms);
    bench.confirm(at('0.50', '0.52'));
    bench.feed({ kind: 'restart', atMs: bench.now(), isProgram: true });
    bench.confirm(at('0.40', '0.42'));
    expect(bench.state().peak).toBe(parsePrice('0.50'));
  });

  it('begins at its activation', () => {
    const bench = openBench({ ...terms, activation: parsePrice('0.50') });
    bench.confirm(at('0.49', '0.52'));
    expect(bench.state().peak).toBeNull();
    bench.confirm(at('0.50', '0.52'));
    expect(bench.state().peak).toBe(parsePrice('0.50'));
  });

  it('keeps at least one tick of distance, on the grid, and the worst price under its limit', () => {
    const bench = openBench({ ...terms, distance: { kind: 'bps', bps: 10 }, worst: parsePrice('0.39') });
    bench.confirm(at('0.40', '0.42'));
    expect(trailingPrice(bench.state() as State)).toBe(parsePrice('0.39'));
    expect(bench.confirm(at('0.37', '0.39'))).toMatchObject([{ intent: { price: parsePrice('0.39') } }]);
  });
});
