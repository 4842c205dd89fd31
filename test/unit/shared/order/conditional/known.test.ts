import { describe, expect, it } from 'vitest';
import { applyKnown, emptyKnown, keyOf, positionKey } from '#shared/order/conditional/known.ts';
import { parseShares } from '#shared/units/shares.ts';
import { levels, MARKET } from '#test/slice/makers.ts';
import { START, YES } from './makers.ts';

const book = {
  market: MARKET,
  epoch: 2,
  sequence: 5,
  provedAtMs: START,
  health: 'live',
  bids: levels(['0.40', '1']),
  asks: [],
} as const;

describe('what is known', () => {
  it('takes newer books and ignores repeated and older ones', () => {
    const known = applyKnown(emptyKnown(false), { kind: 'book', atMs: START, book });
    for (const change of [{}, { sequence: 4 }, { provedAtMs: START - 1 }, { epoch: 1, sequence: 9 }]) {
      expect(applyKnown(known, { kind: 'book', atMs: START, book: { ...book, ...change } })).toBe(known);
    }
    for (const change of [{ sequence: 6 }, { provedAtMs: START + 1 }, { epoch: 3, sequence: 1 }, { health: 'stale' }]) {
      const next = { ...book, ...change } as typeof book;
      expect(applyKnown(known, { kind: 'book', atMs: START, book: next }).books[MARKET]).toEqual(next);
    }
  });

  it('ignores older ticks and positions', () => {
    const tick = { symbol: 'btc', price: 1, exchangeTimeMs: START };
    const known = applyKnown(emptyKnown(false), { kind: 'tick', atMs: START, tick });
    expect(applyKnown(known, { kind: 'tick', atMs: START, tick: { ...tick, price: 2 } })).toBe(known);
    const position = {
      kind: 'position',
      atMs: START,
      outcome: YES,
      quantity: parseShares('1'),
      available: parseShares('1'),
    } as const;
    const read = applyKnown(known, position);
    expect(read.positions[keyOf(YES)]).toMatchObject({ quantity: parseShares('1') });
    expect(applyKnown(read, { ...position, atMs: START - 1, quantity: parseShares('9') })).toBe(read);
    expect(positionKey(MARKET, 'yes')).toBe(keyOf(YES));
  });

  it('distrusts a clock that jumped until the next measurement agrees', () => {
    let known = applyKnown(emptyKnown(false), { kind: 'clock', atMs: START, offsetMs: 10 });
    expect(known.clock).toMatchObject({ isSteady: true });
    known = applyKnown(known, { kind: 'clock', atMs: START, offsetMs: 2_011 });
    expect(known.clock).toMatchObject({ isSteady: false });
    known = applyKnown(known, { kind: 'clock', atMs: START, offsetMs: 2_000 });
    expect(known.clock).toMatchObject({ isSteady: true });
  });

  it('is nothing after a restart', () => {
    const known = applyKnown(emptyKnown(false), { kind: 'book', atMs: START, book });
    expect(applyKnown(known, { kind: 'restart', atMs: START, isProgram: false })).toEqual(emptyKnown(true));
    expect(applyKnown(emptyKnown(true), { kind: 'reconciled', atMs: START })).toMatchObject({ isReconciled: true });
  });
});
