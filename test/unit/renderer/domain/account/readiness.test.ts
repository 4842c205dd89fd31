import { expect, it } from 'vitest';
import { findDialog, readReadiness } from '#renderer/domain/account/readiness.ts';
import type { Readiness } from '#shared/order/account/readiness.ts';
import { walletOf } from '../../panes/facts.ts';

it('is main’s answer, and a missing wallet before the first frame', () => {
  const readiness: Readiness = { code: 'armed', parameters: {} };
  expect(readReadiness({ wallet: () => walletOf({ readiness }) })).toBe(readiness);
  expect(readReadiness({ wallet: () => null }).code).toBe('noWallet');
});

it('opens the dialog of the next step, and none where no dialog leads on', () => {
  expect(findDialog('noWallet')).toBe('wizard');
  expect(findDialog('setupRequired')).toBe('wizard');
  expect(findDialog('locked')).toBe('unlock');
  for (const code of ['readOnly', 'disarmed', 'armed'] as const) expect(findDialog(code)).toBeNull();
});
