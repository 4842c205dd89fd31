import { describe, expect, it } from 'vitest';
import { type ChaseTerms, followBest } from '#shared/order/conditional/kinds/chase.ts';
import type { StateOf } from '#shared/order/conditional/state.ts';
import { parsePrice } from '#shared/units/price.ts';
import { parseShares } from '#shared/units/shares.ts';
import { BASE, type Bench, CALM, openBench, type Pairs } from '../makers.ts';

type State = StateOf<ChaseTerms>;

const terms = {
  ...BASE,
  kind: 'chase',
  direction: 'buy',
  worst: parsePrice('0.44'),
  postOnly: true,
  minTicks: 1,
  minMs: 500,
  everyMs: 2_000,
  maxMoves: 2,
  maxMs: 60_000,
  maxTicks: 10,
  atEnd: 'rest',
} as const;
const at = (bid: string): readonly [Pairs, Pairs] => [[[bid, '50']], [['0.60', '50']]];

function openChase(change: object = {}): Bench {
  const bench = openBench({ ...terms, ...change });
  bench.book(CALM);
  bench.rests(bench.children()[0]);
  return bench;
}
/** The best price moves and stays. */
function moveTo(bench: Bench, bid: string) {
  return [...bench.wait(2_000), ...bench.book(at(bid)), ...bench.wait(500)];
}

describe('a chase', () => {
  it('follows the best price after it stood for a time, and at most every two seconds', () => {
    const bench = openChase();
    expect(bench.book(at('0.42'))).toEqual([]);
    expect(bench.wait(1_999)).toEqual([]);
    expect(bench.wait(1)).toMatchObject([{ kind: 'cancel' }]);
    expect(followBest(bench.state() as State, bench.now()).known.requoteSinceMs).not.toBeNull();
    expect(bench.at()).toBe('requoting');
    expect(bench.ends(bench.children()[0], 'cancelled', '20')).toMatchObject([
      { kind: 'place', intent: { price: parsePrice('0.42'), shares: parseShares('80'), postOnly: true } },
    ]);
  });

  it('stays when the price comes back in time, and never passes its worst price', () => {
    const bench = openChase();
    bench.wait(2_000);
    bench.book(at('0.42'));
    bench.wait(400);
    bench.book(at('0.40'));
    expect(bench.wait(400)).toEqual([]);
    moveTo(bench, '0.50');
    expect(bench.ends(bench.children()[0], 'cancelled', '0')).toMatchObject([
      { intent: { price: parsePrice('0.44') } },
    ]);
  });

  it.each([
    ['rest', []],
    ['cancel', ['cancel']],
    ['take', ['cancel']],
  ] as const)('after its moves are used it can %s', (atEnd, kinds) => {
    const bench = openChase({ atEnd });
    for (const bid of ['0.41', '0.42']) {
      moveTo(bench, bid);
      bench.ends(bench.children().at(-1), 'cancelled', '0');
      bench.rests(bench.children().at(-1));
    }
    expect(moveTo(bench, '0.43').map(({ kind }) => kind)).toEqual(kinds);
    if (atEnd === 'rest') {
      expect(bench.at()).toBe('working');
      return;
    }
    const actions = bench.ends(bench.children().at(-1), 'cancelled', '30');
    if (atEnd === 'cancel')
      expect(bench.state().life).toMatchObject({ at: 'partial', reason: { code: 'limitReached' } });
    else expect(actions).toMatchObject([{ intent: { price: parsePrice('0.44'), shares: parseShares('70') } }]);
  });

  it('waits without a book', () => {
    const bench = openBench(terms);
    expect(bench.children()).toEqual([]);
    expect(bench.state().life).toMatchObject({ at: 'waiting', reason: { code: 'stale' } });
  });
});
