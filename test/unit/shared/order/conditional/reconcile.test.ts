import { describe, expect, it } from 'vitest';
import type { WantedOrder } from '#shared/order/conditional/declaration/plan.ts';
import { keyOf } from '#shared/order/conditional/known.ts';
import { reconcile } from '#shared/order/conditional/reconcile.ts';
import type { ConditionalState } from '#shared/order/conditional/terms.ts';
import { parsePrice } from '#shared/units/price.ts';
import { parseShares, type Shares } from '#shared/units/shares.ts';
import { openBench, START, STOP, YES } from './makers.ts';

const bench = openBench(STOP);
const wanted: WantedOrder = {
  slot: 'a',
  group: 'main',
  outcome: YES,
  direction: 'sell',
  price: parsePrice('0.32'),
  shares: parseShares('100'),
  budget: parseShares('100'),
  worst: parsePrice('0.30'),
  postOnly: false,
  urgency: 'exit',
  expiresAtMs: null,
  isExclusive: true,
};

/** With so much of YES held and free. */
function withHeld(state: ConditionalState, shares: Shares): ConditionalState {
  const position = { outcome: YES, quantity: shares, available: shares, atMs: START };
  return { ...state, known: { ...state.known, positions: { ...state.known.positions, [keyOf(YES)]: position } } };
}

describe('a plan is carried out', () => {
  it('within the budget of its group', () => {
    const orders = [
      { ...wanted, isExclusive: false, shares: parseShares('60') },
      { ...wanted, isExclusive: false, slot: 'b', shares: parseShares('60') },
    ];
    const { actions } = reconcile(bench.state(), orders, bench.now());
    expect(actions).toMatchObject([
      { intent: { shares: parseShares('60') } },
      { intent: { shares: parseShares('40') } },
    ]);
  });

  it('with one live slot in an exclusive group', () => {
    const { actions } = reconcile(bench.state(), [wanted, { ...wanted, slot: 'b' }], bench.now());
    expect(actions).toHaveLength(1);
  });

  it('nothing beyond what the terms may trade, whatever the plan wants: it halts instead', () => {
    const more = { ...wanted, worst: parsePrice('0.01'), price: parsePrice('0.29') };
    expect(reconcile(bench.state(), [more], bench.now()).halt).toMatchObject({ parameters: { rule: 'worstPrice' } });
    const large = { ...wanted, shares: parseShares('101'), budget: parseShares('101') };
    const { actions, halt } = reconcile(withHeld(bench.state(), parseShares('500')), [large], bench.now());
    expect([actions, halt]).toEqual([[], { code: 'invariant', parameters: { rule: 'quantity' } }]);
    const other = { ...wanted, outcome: { ...wanted.outcome, side: 'no' as const }, direction: 'buy' as const };
    expect(reconcile(bench.state(), [other], bench.now()).halt).toMatchObject({ parameters: { rule: 'worstPrice' } });
  });

  it('never beyond the worst price: it halts instead', () => {
    const { actions, halt } = reconcile(bench.state(), [{ ...wanted, price: parsePrice('0.29') }], bench.now());
    expect(actions).toEqual([]);
    expect(halt).toEqual({ code: 'invariant', parameters: { rule: 'worstPrice' } });
  });

  it('in whole lots, and not at all below one', () => {
    const lots = reconcile(bench.state(), [{ ...wanted, shares: parseShares('0.00019') }], bench.now());
    expect(lots.actions).toMatchObject([{ intent: { shares: parseShares('0.0001') } }]);
    expect(reconcile(bench.state(), [{ ...wanted, shares: parseShares('0.00009') }], bench.now()).actions).toEqual([]);
  });

  it('only once the account is read, and within the gate of its urgency', () => {
    const bare = openBench(STOP, { isBare: true });
    bare.feed({ kind: 'arm', atMs: bare.now() });
    expect(reconcile(bare.state(), [wanted], bare.now()).wait).toMatchObject({ code: 'notRead' });
    const gates = { entries: { at: 'open' }, exits: { at: 'blocked', code: 'clockOffset' } } as const;
    const known = { ...bench.state().known, gates };
    const state = { ...bench.state(), known };
    expect(reconcile(state, [wanted], bench.now()).wait).toEqual({
      code: 'blocked',
      parameters: { code: 'clockOffset' },
    });
    expect(reconcile(state, [{ ...wanted, urgency: 'entry' }], bench.now()).actions).toHaveLength(1);
  });
});
