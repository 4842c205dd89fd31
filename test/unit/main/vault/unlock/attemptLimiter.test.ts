import { expect, it } from 'vitest';
import { createAttemptLimiter } from '#main/vault/unlock/attemptLimiter.ts';

it('delays attempts by 0, 0, 0, 1, 2, 4, 8, 16, 30, 30 seconds', () => {
  let nowMs = 1000;
  const backOff = createAttemptLimiter(() => nowMs);
  const waits: number[] = [];
  for (let attempt = 0; attempt < 10; attempt += 1) {
    let waitMs = 0;
    for (;;) {
      try {
        backOff.checkMayTry();
        break;
      } catch {
        waitMs += 500;
        nowMs += 500;
      }
    }
    waits.push(waitMs / 1000);
    backOff.noteFailure();
  }
  expect(waits).toEqual([0, 0, 0, 1, 2, 4, 8, 16, 30, 30]);
});

it('reports the remaining delay, and resets after a success', () => {
  const backOff = createAttemptLimiter(() => 5000);
  for (let index = 0; index < 4; index += 1) backOff.noteFailure();
  let thrown: unknown;
  try {
    backOff.checkMayTry();
  } catch (error) {
    thrown = error;
  }
  expect(thrown).toMatchObject({ coded: { code: 'BACK_OFF', parameters: { seconds: 2 } } });
  backOff.noteSuccess();
  expect(() => backOff.checkMayTry()).not.toThrow();
});
