import { describe, expect, it } from 'vitest';
import { noteStep } from '#main/trading/conditionals/steps.ts';
import type { ConditionalLife } from '#shared/order/conditional/state.ts';
import { makeRun } from './makers.ts';

const STALE: ConditionalLife = {
  at: 'waiting',
  reason: { code: 'stale', parameters: { market: 'btc-100k' as never, problem: 'old' } },
};

describe('the steps of a life', () => {
  it('are the changes from one state to the next', () => {
    const run = makeRun();
    noteStep(run, run.state, { ...run.state, life: { at: 'armed' } }, 5);
    noteStep(run, run.state, run.state, 6);
    expect(run.steps).toEqual([{ atMs: 5, what: { kind: 'life', life: { at: 'armed' } } }]);
    expect(run.updatedAtMs).toBe(6);
  });

  it('join a wait that is interrupted again and again', () => {
    const run = makeRun({ life: { at: 'armed' } });
    const { state } = run;
    const stale = { ...state, life: STALE };
    for (let at = 0; at < 200; at += 2) {
      noteStep(run, state, stale, at);
      noteStep(run, stale, state, at + 1);
    }
    expect(run.steps.map(({ what }) => (what.kind === 'life' ? what.life.at : what.kind))).toEqual([
      'waiting',
      'armed',
    ]);
  });
});
