import { describe, expect, it } from 'vitest';
import { createLockedExits } from '#main/trading/conditionals/lockedExits.ts';
import type { Child } from '#shared/order/conditional/state.ts';
import type { PreparedLot } from '#shared/order/preparedExits.ts';
import type { Readiness } from '#shared/order/readiness.ts';
import { parsePrice } from '#shared/units/price.ts';
import { parseShares } from '#shared/units/shares.ts';
import { makeLot, makeRun, STOP } from './makers.ts';

function open(lots: PreparedLot[], code: Readiness['code'] = 'locked', isBusy = false) {
  const post = async () => ({ outcome: 'accepted', orderId: null }) as const;
  return createLockedExits({
    prepared: { available: () => lots, isBusy: () => isBusy, post },
    readiness: () => ({ code, parameters: {} }) as Readiness,
  });
}
const { state } = makeRun();

describe('exits behind a key lock', () => {
  it('are lots at the worst price or better, of no more than is left to sell', () => {
    const lot = makeLot({ shares: STOP.shares });
    expect(open([lot]).findLot(state)).toBe(lot);
    expect(open([lot]).findLot(state, STOP.shares)).toBe(lot);
    expect(open([lot]).findLot(state, parseShares('1'))).toBeNull();
    expect(open([makeLot({ price: parsePrice('0.01') })]).findLot(state)).toBeNull();
    expect(open([makeLot({ shares: parseShares('100000') })]).findLot(state)).toBeNull();
    const sold = { filled: STOP.shares, life: { at: 'ended' } } as unknown as Child;
    expect(open([lot]).findLot({ ...state, children: [sold] })).toBeNull();
  });

  it('stand for no buy, and for nothing that would rest or has to cancel first', () => {
    const lot = makeLot();
    expect(open([lot]).findLot({ ...state, terms: { ...STOP, direction: 'buy' } })).toBeNull();
    for (const kind of ['takeProfit', 'oco', 'bracket', 'goodTill'] as const)
      expect(open([lot]).findLot({ ...state, terms: { ...STOP, kind } as never })).toBeNull();
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
