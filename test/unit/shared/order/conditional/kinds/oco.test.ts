import { describe, expect, it } from 'vitest';
import { isFlippedNow, type OcoTerms } from '#shared/order/conditional/kinds/oco.ts';
import type { StateOf } from '#shared/order/conditional/state.ts';
import { parsePrice } from '#shared/units/price.ts';
import { parseShares } from '#shared/units/shares.ts';
import { CALM, LOW, OCO, openBench } from '../makers.ts';

type State = StateOf<OcoTerms>;

describe('one cancels the other', () => {
  it('places the stop only when the end and the final fill of the take profit are known', () => {
    const bench = openBench(OCO);
    bench.rests(bench.children()[0]);
    bench.book(CALM);
    expect(bench.confirm(LOW)).toMatchObject([{ kind: 'cancel' }]);
    expect([...bench.wait(1_000), ...bench.rests(bench.children()[0], '25'), ...bench.position('75', '75')]).toEqual(
      [],
    );
    expect(bench.ends(bench.children()[0], 'cancelled', '25')).toMatchObject([
      { kind: 'place', intent: { price: parsePrice('0.32'), shares: parseShares('75') } },
    ]);
    bench.ends(bench.children()[1], 'filled', '75');
    expect(bench.at()).toBe('done');
  });

  it('ends when the take profit filled before the cancel arrived', () => {
    const bench = openBench(OCO);
    bench.rests(bench.children()[0]);
    bench.book(CALM);
    bench.confirm(LOW);
    expect(bench.ends(bench.children()[0], 'filled', '100')).toEqual([]);
    expect(bench.at()).toBe('done');
  });

  it('waits for the answer to the take profit before it cancels, and places nothing meanwhile', () => {
    const bench = openBench(OCO);
    bench.book(CALM);
    bench.child(bench.children()[0], { at: 'unknown', filled: parseShares('0') });
    expect(bench.confirm(LOW)).toEqual([]);
    expect(bench.state().life).toMatchObject({ reason: { code: 'orderUnknown' } });
    expect(bench.rests(bench.children()[0])).toMatchObject([{ kind: 'cancel' }]);
  });

  it('pulls the take profit near the stop and puts it back farther away', () => {
    const bench = openBench({ ...OCO, flipTicks: 3 });
    bench.rests(bench.children()[0]);
    bench.book(CALM);
    expect(bench.book([[['0.38', '100']], [['0.40', '100']]])).toMatchObject([{ kind: 'cancel' }]);
    expect(isFlippedNow(bench.state() as State, bench.now())).toBe(true);
    expect(bench.ends(bench.children()[0], 'cancelled', '0')).toEqual([]);
    bench.position('100');
    expect(bench.book([[['0.41', '100']], [['0.43', '100']]])).toEqual([]);
    expect(bench.book([[['0.42', '100']], [['0.44', '100']]])).toMatchObject([
      { kind: 'place', intent: { price: parsePrice('0.60') } },
    ]);
  });
});
