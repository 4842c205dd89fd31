import { expect, it } from 'vitest';
import type { AccountView } from '#shared/ipc/views.ts';
import { parseOrderId } from '#shared/units/ids.ts';
import { describeAccount, nameAccountState } from '../../../../src/renderer/domain/accountStatus.ts';

const unconfirmed: Pick<AccountView, 'at' | 'reason'> = {
  at: 'unconfirmed',
  reason: { code: 'streamBehind', parameters: { orderId: parseOrderId('7') } },
};

it('says why an unconfirmed account may be behind, and what that means for the pane', () => {
  expect(describeAccount(unconfirmed, 'Fills may be missing.')).toEqual({
    tone: 'warn',
    text: 'Unconfirmed: The private stream did not report a change of order 7 that a read showed, and is opened anew. Fills may be missing.',
  });
  expect(nameAccountState(unconfirmed)).toBe('Account unconfirmed');
});

it('says nothing about a current account, or none', () => {
  for (const account of [
    null,
    { at: 'none', reason: null },
    { at: 'loading', reason: null },
    { at: 'live', reason: null },
  ] as const) {
    expect(describeAccount(account, '')).toBeNull();
    expect(nameAccountState(account)).toBeNull();
  }
});
