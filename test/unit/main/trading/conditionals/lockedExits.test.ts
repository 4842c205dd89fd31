import { describe, expect, it } from 'vitest';
import { createLockedExits } from '#main/trading/conditionals/lockedExits.ts';
import type { Readiness } from '#shared/order/account/readiness.ts';
import type { Child } from '#shared/order/conditional/state.ts';
import type { PreparedLot } from '#shared/order/exits/preparedExits.ts';
import { parsePrice } from '#shared/units/price.ts';
import { parseShares } from '#shared/units/shares.ts';
import { OCO } from '#test/unit/shared/order/conditional/makers.ts';
import { makeLot, makeRun, STOP } from './makers.ts';

function open(lots: PreparedLot[], code: Readiness['code'] = 'locked', isBusy = false) {
  const post = async () => ({ outcome: 'accepted', orderId: null }) as const;
  return createLockedExits({
    prepared: { available: () => lots, isBusy: () => isBusy, post },
    readiness: () => ({ code, parameters: {} }) as Readiness,
  });
}
const { state } = makeRun();
const SLOT = { slot: 'stop', shares: STOP.shares };
const FIRED = { stop: { isLate: false } } as never;
const child = (change: Partial<Child>): Child =>
  ({ slot: 'stop', direction: 'sell', filled: parseShares('0'), life: { at: 'working' }, ...change }) as Child;

describe('exits behind a key lock', () => {
  it('are lots at the worst price or better, of no more than is left to sell', () => {
    const lot = makeLot({ shares: STOP.shares });
    expect(open([lot]).find(state)).toEqual({ lot, worst: STOP.worst });
    expect(open([lot]).find(state, SLOT)).toEqual({ lot, worst: STOP.worst });
    expect(open([lot]).find(state, { ...SLOT, shares: parseShares('1') })).toBeNull();
    expect(open([lot]).find(state, { ...SLOT, slot: 'takeProfit' })).toBeNull();
    expect(open([makeLot({ price: parsePrice('0.01') })]).find(state)).toBeNull();
    expect(open([makeLot({ shares: parseShares('100000') })]).find(state)).toBeNull();
    const sold = child({ filled: STOP.shares, life: { at: 'ended' } as never });
    expect(open([lot]).find({ ...state, children: [sold] })).toBeNull();
  });

  it('stand for no buy, and for nothing that would rest', () => {
    const lot = makeLot();
    expect(open([lot]).find({ ...state, terms: { ...STOP, direction: 'buy' } })).toBeNull();
    for (const kind of ['takeProfit', 'goodTill', 'scale', 'iceberg', 'twap', 'chase'] as const)
      expect(open([lot]).find({ ...state, terms: { ...STOP, kind, touch: null } as never })).toBeNull();
  });

  it('stand for a take profit by touch, and not below its limit', () => {
    const touched = (limit: string) => ({
      ...state,
      terms: { ...STOP, kind: 'takeProfit', touch: STOP.trigger, limit: parsePrice(limit) } as never,
    });
    const lot = makeLot({ price: parsePrice('0.40') });
    expect(open([lot]).find(touched('0.40'))).toEqual({ lot, worst: parsePrice('0.40') });
    expect(open([lot]).find(touched('0.41'))).toBeNull();
  });

  it('stand for the stop of an OCO only while nothing of its take profit rests', () => {
    const lot = makeLot();
    const oco = { ...state, terms: OCO };
    const resting = child({ slot: 'takeProfit' });
    expect(open([lot]).find(oco)).toBeNull();
    expect(open([lot]).find({ ...oco, isFlipped: true })).toEqual({ lot, worst: OCO.stop.worst });
    expect(open([lot]).find({ ...oco, fired: FIRED })).not.toBeNull();
    expect(open([lot]).find({ ...oco, fired: FIRED, children: [resting] })).toBeNull();
    expect(open([lot]).find({ ...oco, isFlipped: true }, { slot: 'takeProfit', shares: lot.shares })).toBeNull();
  });

  it('stand for the stop of a bracket for what its entry bought, once the entry ended and nothing rests', () => {
    const lot = makeLot();
    const terms = { ...OCO, kind: 'bracket', direction: 'buy', takeProfit: null } as never;
    const ended = { direction: 'buy', slot: 'entry', filled: lot.shares, life: { at: 'ended' } as never } as const;
    const bracket = { ...state, terms, children: [child(ended)] };
    expect(open([lot]).find(bracket)).toEqual({ lot, worst: OCO.stop.worst });
    expect(open([lot]).find({ ...bracket, children: [child({ ...ended, filled: parseShares('1') })] })).toBeNull();
    expect(
      open([lot]).find({ ...bracket, children: [child({ ...ended, life: { at: 'working' } as never })] }),
    ).toBeNull();
    const withProfit = { ...bracket, terms: { ...OCO, kind: 'bracket', direction: 'buy' } as never };
    expect(open([lot]).find(withProfit)).toBeNull();
    expect(open([lot]).find({ ...withProfit, fired: FIRED })).not.toBeNull();
    expect(open([lot]).find({ ...bracket, terms: { ...OCO, kind: 'bracket', stop: null } as never })).toBeNull();
  });

  it('offer one lot at a time', () => {
    const lot = makeLot();
    expect(open([lot]).available(STOP.outcome)).toBe(lot.shares);
    expect(open([]).available(STOP.outcome)).toBe(0);
    expect(open([lot], 'locked', true).available(STOP.outcome)).toBe(0);
    expect([open([]).isLocked(), open([], 'armed').isLocked(), open([], 'disarmed').isLocked()]).toEqual([
      true,
      false,
      false,
    ]);
  });
});
