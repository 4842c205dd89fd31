import { expect, it } from 'vitest';
import { isActive, isEnded, isStopped } from '#main/trading/conditionals/run.ts';
import { makeRun } from './makers.ts';

it('is watched until it ends, also while it is halted, and dismissed only after it', () => {
  const halted = makeRun({ life: { at: 'halted', reason: { code: 'restarted', parameters: {} } } });
  expect([isActive(halted), isEnded(halted), isStopped(halted)]).toEqual([true, false, false]);
  const done = makeRun({ life: { at: 'done', reason: { code: 'filled', parameters: {} } } });
  expect([isActive(done), isEnded(done), isStopped(done)]).toEqual([false, true, true]);
  // Nothing more is sent for one that could not be stored, and its row stays until a person looked at it.
  const broken = { ...makeRun({ life: { at: 'working' } }), fault: 'notStored' } as const;
  expect([isActive(broken), isStopped(broken)]).toEqual([false, true]);
});
