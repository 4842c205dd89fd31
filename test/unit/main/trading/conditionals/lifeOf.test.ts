import { describe, expect, it } from 'vitest';
import { lifeOf } from '#main/trading/conditionals/lifeOf.ts';
import type { Gate, Known } from '#shared/order/conditional/state.ts';
import { makeRun } from './makers.ts';

const armed = (exits: Gate | null, isReconciled = true) => {
  const run = makeRun();
  const gates: Known['gates'] = exits === null ? null : { exits, entries: { at: 'open' } };
  return makeRun({ life: { at: 'armed' }, known: { ...run.state.known, isReconciled, gates } });
};

describe('the shown life', () => {
  it('is armed only while its order could be sent', () => {
    expect(lifeOf(armed({ at: 'open' }))).toEqual({ at: 'armed' });
    expect(lifeOf(armed({ at: 'locked' }))).toMatchObject({ at: 'waiting', reason: { code: 'locked' } });
    expect(lifeOf(armed({ at: 'blocked', code: 'readOnly' }))).toMatchObject({
      at: 'waiting',
      reason: { code: 'blocked', parameters: { code: 'readOnly' } },
    });
    for (const run of [armed(null), armed({ at: 'open' }, false)])
      expect(lifeOf(run)).toMatchObject({ at: 'waiting', reason: { code: 'reconciling' } });
  });

  it('is halted once main had to stop it', () => {
    expect(lifeOf({ ...makeRun({ life: { at: 'working' } }), fault: 'notStored' })).toMatchObject({
      at: 'halted',
      reason: { code: 'invariant', parameters: { rule: 'notStored' } },
    });
  });
});
