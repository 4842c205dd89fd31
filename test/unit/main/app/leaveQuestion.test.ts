import { expect, it } from 'vitest';
import { buildLeaveQuestion, type LeaveSources } from '#main/app/leaveQuestion.ts';
import type { LockDepth } from '#main/vault/unlock/autoLock.ts';
import { parseShares } from '#shared/units/shares.ts';

const sourcesAt = (depth: LockDepth, result: string | null = null): LeaveSources =>
  ({
    locks: { depth: () => depth },
    trading: {
      view: () => ({ positions: [{ market: 'm', outcome: 'yes', quantity: parseShares('5') }], orders: [] }),
      conditionals: { view: () => ({ conditionals: [{ life: { at: 'armed' } }] }) },
    },
    market: { market: () => ({ title: 'Rain\u202E today', result, status: 'open' }) },
    now: () => 0,
  }) as unknown as LeaveSources;

it('names what stays open, with characters that turn the text made visible, and nothing of a decided market', () => {
  expect(buildLeaveQuestion(sourcesAt('open'))).toEqual({
    title: 'Close Adyton with 1 open position and 1 conditional order?',
    facts: [
      { label: 'Not watched', value: '1 conditional order, until Adyton runs and is unlocked again' },
      { label: 'Stays open', value: '5 yes in Rain\\u202e today' },
    ],
    confirmLabel: 'Close Adyton',
  });
  expect(buildLeaveQuestion(sourcesAt('open', 'yes'))?.title).toBe('Close Adyton with 1 conditional order?');
});

it('counts alone behind a locked screen, and asks nothing once the keys are locked', () => {
  expect(buildLeaveQuestion(sourcesAt('screen'))?.facts.at(-1)).toEqual({ label: 'Stays open', value: '1 position' });
  expect(buildLeaveQuestion(sourcesAt('keys'))).toBeNull();
});
