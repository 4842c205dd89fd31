import { describe, expect, it } from 'vitest';
import { createGates } from '#main/trading/conditionals/gates.ts';
import { NO_CONDITIONALS } from '#main/trading/conditionals/noConditionals.ts';
import type { WatchedBook } from '#main/trading/conditionals/ports.ts';
import type { Readiness } from '#shared/order/account/readiness.ts';
import { emptyKnown, keyOf } from '#shared/order/conditional/known.ts';
import type { PreparedLot } from '#shared/order/exits/preparedExits.ts';
import type { OrderIntent } from '#shared/order/intent.ts';
import { parseShares } from '#shared/units/shares.ts';
import { MARKET, OTHER_MARKET } from '#test/slice/makers.ts';
import { BRACKET, OCA } from '#test/unit/shared/order/conditional/makers.ts';
import { makeLot, makeRun, STOP } from './makers.ts';

const NOW = 1_800_000_000_000;
const LIVE: WatchedBook = { health: { at: 'live' }, version: 1, sequence: 1, provedAtMs: 1, bids: [], asks: [] };

const EXITS = { isExit: () => true, available: () => parseShares('100') };

function open(code: Readiness['code'], book: WatchedBook | null = LIVE, lot: PreparedLot | null = null) {
  const readiness = (): Readiness => ({ code, parameters: {} }) as Readiness;
  const markets = { ...NO_CONDITIONALS.markets, book: () => book };
  return createGates({
    readiness,
    markets,
    locked: { find: () => (lot === null ? null : { lot, worst: lot.price }) },
    now: () => NOW,
    ...EXITS,
  });
}

describe('the gates', () => {
  it('of several markets name those whose book is not live, and close the others for no reason of theirs', () => {
    const readiness = (): Readiness => ({ code: 'armed', parameters: {} });
    const markets = { ...NO_CONDITIONALS.markets, book: (id: string) => (id === MARKET ? LIVE : null) };
    const gates = createGates({ readiness, markets, locked: { find: () => null }, now: () => NOW, ...EXITS });
    const run = makeRun({}, OCA);
    expect(gates.gatesOf(run)).toEqual({
      exits: { at: 'open' },
      entries: { at: 'blocked', code: 'disarmed' },
      notLive: [OTHER_MARKET],
    });
    gates.setEntriesArmed(true);
    expect(gates.gatesOf(run).entries).toEqual({ at: 'open' });
    expect(open('locked').gatesOf(run)).toEqual({ exits: { at: 'locked' }, entries: { at: 'locked' } });
  });

  it('let an exit through behind a key lock if it was signed ahead, and never a buy', () => {
    const gates = open('locked', LIVE, makeLot());
    gates.setEntriesArmed(true);
    expect(gates.gatesOf(makeRun())).toEqual({ exits: { at: 'open' }, entries: { at: 'locked' } });
    expect(open('locked', null, makeLot()).gatesOf(makeRun()).exits).toEqual({ at: 'blocked', code: 'bookNotLive' });
    gates.setUnauthorised(true);
    expect(gates.gatesOf(makeRun()).exits).toEqual({ at: 'locked' });
  });

  it('hold back a sale that main’s own test finds to be no exit, unless trading is armed', () => {
    const tested: OrderIntent[] = [];
    const markets = { ...NO_CONDITIONALS.markets, book: () => LIVE };
    const readiness = (): Readiness => ({ code: 'armed', parameters: {} });
    let free = '60';
    const gates = createGates({
      readiness,
      markets,
      locked: { find: () => null },
      now: () => NOW,
      available: () => parseShares(free),
      isExit(intent) {
        tested.push(intent);
        return false;
      },
    });
    expect(gates.gatesOf(makeRun())).toMatchObject({ exits: { at: 'open' }, notExit: [keyOf(STOP.outcome)] });
    // What could be sent: not more than is free, at the worst price.
    expect(tested).toMatchObject([{ direction: 'sell', shares: parseShares('60'), price: STOP.worst }]);
    // A bracket that bought nothing has nothing to sell.
    expect(gates.gatesOf(makeRun({}, BRACKET)).notExit).toBeUndefined();
    free = '0';
    expect(gates.gatesOf(makeRun()).notExit).toBeUndefined();
    free = '60';
    gates.setEntriesArmed(true);
    expect(gates.gatesOf(makeRun()).notExit).toBeUndefined();
  });

  it('let an exit through without armed trading, and a buy only with it', () => {
    const gates = open('armed');
    expect(gates.gatesOf(makeRun())).toEqual({ exits: { at: 'open' }, entries: { at: 'blocked', code: 'disarmed' } });
    expect(gates.setEntriesArmed(true)).toBe(true);
    expect(gates.setEntriesArmed(true)).toBe(false);
    expect(gates.gatesOf(makeRun()).entries).toEqual({ at: 'open' });
  });

  it('let an exit through on a book that is not live where fresh data stands in, and never a buy', () => {
    const gates = open('armed', null);
    gates.setEntriesArmed(true);
    const rest = {
      market: MARKET,
      epoch: -1,
      sequence: 1,
      provedAtMs: NOW,
      health: 'live',
      bids: [],
      asks: [],
    } as const;
    const known = { ...emptyKnown(false), restBooks: { [MARKET]: rest } };
    const closed = { at: 'blocked', code: 'bookNotLive' };
    expect(gates.gatesOf(makeRun({ known })).exits).toEqual(closed);
    const run = makeRun({ known }, { ...STOP, standIn: { kind: 'rest' } });
    expect(gates.gatesOf(run)).toEqual({ exits: { at: 'open' }, entries: closed });
    const old = makeRun(
      { known: { ...known, restBooks: { [MARKET]: { ...rest, provedAtMs: NOW - 5_001 } } } },
      run.state.terms,
    );
    expect(gates.gatesOf(old).exits).toEqual(closed);
    expect(open('locked', null).gatesOf(run).exits).toEqual({ at: 'locked' });
  });

  it('are closed for both while the keys are locked, the account is refused, or the book is not live', () => {
    expect(open('locked').gatesOf(makeRun()).exits).toEqual({ at: 'locked' });
    expect(open('readOnly').gatesOf(makeRun()).exits).toEqual({ at: 'blocked', code: 'readOnly' });
    for (const book of [null, { ...LIVE, health: { at: 'waiting' } as const }])
      expect(open('armed', book).gatesOf(makeRun()).exits).toEqual({ at: 'blocked', code: 'bookNotLive' });
    const refused = open('armed');
    refused.setUnauthorised(true);
    expect(refused.gatesOf(makeRun()).entries).toEqual({ at: 'blocked', code: 'unauthorised' });
  });
});
