import { expect, it } from 'vitest';
import type { AccountView } from '#shared/ipc/views.ts';
import { parseOrderId } from '#shared/units/ids.ts';
import {
  describeAbsence,
  describeAccount,
  nameAccountState,
} from '../../../../../src/renderer/domain/account/accountStatus.ts';

const unconfirmed: Pick<AccountView, 'at' | 'reason'> = {
  at: 'unconfirmed',
  reason: { code: 'streamBehind', parameters: { orderId: parseOrderId('7') } },
};

it('says why an unconfirmed account may be behind, and what that means for the pane', () => {
  expect(describeAccount(unconfirmed, 'Fills may be missing.')).toEqual({
    tone: 'warn',
    text: 'Unconfirmed: The private stream did not report a change of order 7 that a read showed, and is opened anew: this ends with its next report, or when complete reads agree with its silence. Fills may be missing.',
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

it('says why data is not here and which dialog leads to it, and nothing once it was read', () => {
  const read = { at: 'live', reason: null, reconciledAtMs: 1 } as const;
  const unread = { at: 'loading', reason: null, reconciledAtMs: null } as const;
  const failed = {
    ...unread,
    reason: {
      code: 'readFailed',
      parameters: { failure: { code: 'refused', parameters: { status: 503, codes: [] } } },
    },
  } as const;
  const unlocked = { vault: 'unlocked', hasApiKey: false } as const;
  expect(describeAbsence(read, { vault: 'absent', hasApiKey: false }, 'orders')).toMatchObject({
    what: 'No account yet',
    dialog: 'wizard',
  });
  expect(describeAbsence(read, { vault: 'locked', hasApiKey: true }, 'orders')).toEqual({
    what: 'The vault is locked',
    how: 'Your orders show when it is open.',
    dialog: 'unlock',
  });
  expect(describeAbsence(null, unlocked, 'fills')).toMatchObject({ what: 'No account is connected', dialog: 'wizard' });
  expect(describeAbsence(null, { ...unlocked, hasApiKey: true }, 'fills')?.what).toBe('Reading your fills');
  expect(describeAbsence(unread, unlocked, 'fills')).toMatchObject({ what: 'Reading your fills', dialog: null });
  expect(describeAbsence(failed, unlocked, 'fills')).toEqual({
    what: 'Your fills could not be read',
    how: 'The exchange refuses to answer (status 503). It is tried again by itself.',
    dialog: null,
  });
  const refused = { code: 'refused', parameters: { status: 401, codes: ['authz.invalid_signature'] } } as const;
  const wrongSecret = { ...unread, reason: { code: 'readFailed', parameters: { failure: refused } } } as const;
  expect(describeAbsence(wrongSecret, unlocked, 'orders')).toEqual({
    what: 'Your orders could not be read',
    how: 'The API secret does not belong to this API key: enter both again.',
    dialog: 'apiKey',
  });
  expect(describeAbsence(null, null, 'fills')?.what).toBe('Waiting for your fills');
  expect(describeAbsence(read, unlocked, 'fills')).toBeNull();
});
