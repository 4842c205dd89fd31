import { expect, it } from 'vitest';
import { firstStepOf } from '#renderer/domain/readiness.ts';
import { walletOf } from '../panes/facts.ts';

const ready = walletOf();

it('leads a newcomer to the wizard, a locked vault to its dialog, and a ready wallet nowhere', () => {
  expect(firstStepOf(null)).toBe('wizard');
  expect(firstStepOf({ ...ready, vault: 'absent', setup: null })).toBe('wizard');
  expect(firstStepOf({ ...ready, vault: 'locked' })).toBe('unlock');
  expect(firstStepOf({ ...ready, vault: 'unlocked', setup: null })).toBe('wizard');
});

it('tells a wallet that nothing here signs for from one that is not set up', () => {
  expect(firstStepOf({ ...ready, signer: { kind: 'none' } as never })).toBe('readOnly');
});
