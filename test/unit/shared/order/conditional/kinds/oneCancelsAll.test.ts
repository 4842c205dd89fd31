import { describe, expect, it } from 'vitest';
import { DEFAULT_TICK } from '#shared/market/tickGrid.ts';
import { filledOfLegs, leftOfLeg } from '#shared/order/conditional/kinds/oneCancelsAll.ts';
import { parsePrice } from '#shared/units/price.ts';
import { parseShares } from '#shared/units/shares.ts';
import { OTHER_MARKET } from '#test/slice/makers.ts';
import { CLOSE, OCA, OTHER_YES, openBench, type Pairs, type YES } from '../makers.ts';

const FAR: readonly [Pairs, Pairs] = [[['0.10', '100']], [['0.90', '100']]];
const other = { market: OTHER_MARKET };

/** Both books are far from the legs' prices; the first leg is nearer. */
function openLegs(change: object = {}) {
  const bench = openBench({ ...OCA, ...change });
  bench.book(FAR);
  bench.book([[['0.10', '100']], [['0.95', '100']]], other);
  return bench;
}
type Bench = ReturnType<typeof openLegs>;

const legs = (bench: Bench) => bench.children().map(({ slot, shares }) => [slot, shares]);
/** The other market comes within reach of its leg, and stays there. */
function attract(bench: Bench) {
  const seen = bench.book([[['0.20', '100']], [['0.29', '100']]], other);
  return [...seen, ...bench.wait(1_500)];
}

describe('a one-cancels-all in a block', () => {
  it('has the leg that is nearest to a trade on the book, and no other', () => {
    const bench = openBench(OCA);
    expect(bench.book([[['0.10', '100']], [['0.45', '100']]], other)).toMatchObject([
      { kind: 'place', intent: { market: OTHER_MARKET, shares: parseShares('50'), price: parsePrice('0.30') } },
    ]);
    expect(bench.book(FAR)).toEqual([]);
    expect(bench.children()).toHaveLength(1);
  });

  it('reduces the other leg by the part that filled, once the order before is proved cancelled', () => {
    const bench = openLegs();
    bench.rests(bench.children()[0], '40');
    bench.wait(2_000);
    bench.book(FAR);
    expect(attract(bench)).toMatchObject([{ kind: 'cancel' }]);
    bench.wait(1_000);
    expect(legs(bench)).toEqual([['leg1', parseShares('100')]]);
    // 60 % filled in the end: 40 % of 50 are left.
    bench.ends(bench.children()[0], 'cancelled', '60');
    expect(legs(bench).at(-1)).toEqual(['leg2', parseShares('20')]);
    bench.rests(bench.children()[1]);
    bench.ends(bench.children()[1], 'filled', '20');
    expect(bench.state().life).toMatchObject({ at: 'done', reason: { code: 'filled' } });
  });

  it('places nothing while the answer to an order is lost', () => {
    const bench = openLegs();
    bench.child(bench.children()[0], { at: 'unknown', filled: parseShares('0') });
    expect([...attract(bench), ...bench.wait(1_000)]).toEqual([]);
    expect(bench.at()).toBe('waiting');
  });

  it('stays where it is for a better leg that does not last, and without a book to compare', () => {
    const bench = openLegs();
    bench.rests(bench.children()[0]);
    bench.wait(3_000);
    bench.book(FAR);
    bench.book([[['0.20', '100']], [['0.29', '100']]], other);
    bench.wait(500);
    bench.book([[['0.10', '100']], [['0.95', '100']]], other);
    expect(bench.wait(1_000)).toEqual([]);
    bench.book([[['0.20', '100']], [['0.29', '100']]], { ...other, health: 'waiting' });
    expect(bench.wait(1_500)).toEqual([]);
    expect(bench.state().life).toMatchObject({ at: 'waiting', reason: { code: 'stale' } });
  });
});

describe('a one-cancels-all as a race', () => {
  it('has every leg on the book, and cancels the others down to what is left', () => {
    const bench = openLegs({ mode: 'race' });
    for (const child of bench.children()) bench.rests(child);
    expect(legs(bench)).toEqual([
      ['leg1', parseShares('100')],
      ['leg2', parseShares('50')],
    ]);
    expect(bench.rests(bench.children()[0], '25')).toMatchObject([
      { kind: 'cancel', intentId: bench.children()[1]!.intentId },
    ]);
    bench.ends(bench.children()[1], 'cancelled', '0');
    expect(legs(bench).at(-1)).toEqual(['leg2', parseShares('37.5')]);
    bench.rests(bench.children()[2]);
    expect(bench.ends(bench.children()[0], 'filled', '100')).toMatchObject([{ kind: 'cancel' }]);
    bench.ends(bench.children()[2], 'cancelled', '0');
    expect(bench.at()).toBe('done');
  });

  it('reduces also while it needs an answer, and places nothing', () => {
    const bench = openLegs({ mode: 'race' });
    const [first, second] = bench.children();
    bench.rests(first);
    bench.child(second, {
      at: 'ended',
      end: { kind: 'rejected', codes: ['x'], retryAtMs: null },
      filled: parseShares('0'),
    });
    expect(bench.at()).toBe('halted');
    bench.feed({ kind: 'answer', atMs: bench.now(), answer: 'resume' });
    bench.rests(bench.children()[2]);
    bench.child(bench.children()[2], { at: 'ended', end: { kind: 'cancelled' }, filled: parseShares('25') });
    expect(bench.at()).toBe('halted');
    expect(bench.wait(10)).toEqual([]);
    expect(bench.children()[0]!.cancel).not.toBeNull();
  });
});

describe('a leg that can trade no more', () => {
  const market = (isTrading: boolean, closeAtMs = CLOSE) => ({
    kind: 'market' as const,
    market: { market: OTHER_MARKET, tick: DEFAULT_TICK, closeAtMs, isTrading },
  });

  it('needs an answer, its order is cancelled, and the others go on without it', () => {
    const bench = openLegs({ mode: 'race' });
    for (const child of bench.children()) bench.rests(child);
    const actions = bench.feed({ ...market(false), atMs: bench.now() });
    expect(actions).toMatchObject([{ kind: 'cancel', intentId: bench.children()[1]!.intentId }]);
    expect(bench.state().life).toMatchObject({
      at: 'halted',
      reason: { code: 'legEnded', parameters: { outcome: OTHER_YES, why: 'market' } },
    });
    bench.ends(bench.children()[1], 'cancelled', '10');
    // What it filled counts: a fifth of the whole.
    expect(bench.children()[0]!.cancel).not.toBeNull();
    bench.ends(bench.children()[0], 'cancelled', '0');
    bench.feed({ kind: 'answer', atMs: bench.now(), answer: 'resume' });
    expect(legs(bench).at(-1)).toEqual(['leg1', parseShares('80')]);
    expect(bench.at()).toBe('placing');
  });

  it('ends it when no other leg is left, and a minute before the close for a buy', () => {
    const bench = openLegs();
    bench.rests(bench.children()[0]);
    bench.feed({ kind: 'clock', atMs: CLOSE - 61_000, offsetMs: 12 });
    expect(bench.feed({ kind: 'time', atMs: CLOSE - 60_000 })).toMatchObject([{ kind: 'cancel' }]);
    bench.ends(bench.children()[0], 'cancelled', '0');
    expect(bench.state().life).toMatchObject({ at: 'ended', reason: { code: 'marketClosed' } });
  });

  it('is also one whose position is gone', () => {
    const bench = openLegs({ direction: 'sell', mode: 'race' });
    for (const child of bench.children()) bench.rests(child);
    bench.position('0', '0', OTHER_YES);
    expect(bench.wait(3_000)).toMatchObject([{ kind: 'cancel', intentId: bench.children()[1]!.intentId }]);
    bench.ends(bench.children()[1], 'cancelled', '0');
    bench.wait(1_000);
    expect(bench.at()).not.toBe('halted');
    bench.wait(3_000);
    expect(bench.state().life).toMatchObject({ at: 'halted', reason: { parameters: { why: 'position' } } });
  });

  it('can be ended while it waits for the answer', () => {
    const bench = openLegs({ mode: 'race' });
    for (const child of bench.children()) bench.rests(child);
    bench.feed({ ...market(false), atMs: bench.now() });
    bench.ends(bench.children()[1], 'cancelled', '0');
    bench.ends(bench.children()[0], 'filled', '100');
    bench.feed({ kind: 'answer', atMs: bench.now(), answer: 'end' });
    expect(bench.at()).toBe('done');
  });
});

it('cannot be changed once a part of it filled', () => {
  const bench = openLegs();
  bench.ends(bench.children()[0], 'cancelled', '10');
  const { generation } = bench.state();
  bench.feed({ kind: 'change', atMs: bench.now(), terms: OCA });
  expect(bench.state().generation).toBe(generation);
});

it('asks after a restart before it buys, and goes on with sales', () => {
  for (const [direction, at] of [
    ['buy', 'halted'],
    ['sell', 'waiting'],
  ] as const) {
    const bench = openLegs({ direction });
    bench.rests(bench.children()[0]);
    bench.feed({ kind: 'restart', atMs: bench.now(), isProgram: true });
    expect(bench.at()).toBe(at);
  }
});

describe('what is left of a leg', () => {
  const filled = (first: string, second: string) => (leg: { outcome: typeof YES }) =>
    parseShares(leg.outcome.market === OTHER_MARKET ? second : first);

  it('is its size less the part that all fills are, rounded down, and never below 0', () => {
    const left = (index: number, first: string, second: string) =>
      leftOfLeg(OCA.legs[index]!, OCA.legs, filled(first, second));
    expect(left(0, '0', '0')).toBe(parseShares('100'));
    expect(left(1, '33.333333', '0')).toBe(parseShares('33.333333'));
    expect(left(0, '50', '25')).toBe(0);
    expect(left(0, '100', '50')).toBe(0);
  });

  it('is shown in shares of the first leg', () => {
    const bench = openLegs();
    bench.rests(bench.children()[0], '25');
    expect(filledOfLegs(OCA, bench.children())).toBe(parseShares('25'));
  });
});
