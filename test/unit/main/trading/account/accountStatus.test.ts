import { expect, it } from 'vitest';
import { type AccountState, findAccountStatus } from '#main/trading/account/accountStatus.ts';
import { parseOrderId } from '#shared/units/ids.ts';

const LIVE: AccountState = {
  stream: 'open',
  streamReason: null,
  isRead: true,
  isReadSinceOpen: true,
  failure: null,
  doubt: null,
  overdueSinceMs: null,
};
const DOWN: AccountState['failure'] = { code: 'unreachable', parameters: { fault: 'connect' } };
const DOUBT: AccountState['doubt'] = { code: 'streamBehind', parameters: { orderId: parseOrderId('7') } };

it.each<[Partial<AccountState>, string, string | null]>([
  [{}, 'live', null],
  [{ isReadSinceOpen: false }, 'loading', null],
  [{ stream: 'never', isRead: false }, 'none', null],
  [{ stream: 'never' }, 'stale', 'streamNotOpen'],
  [{ stream: 'closed' }, 'stale', 'streamClosed'],
  [{ failure: DOWN }, 'stale', 'readFailed'],
  [{ failure: DOWN, isRead: false }, 'loading', 'readFailed'],
  [{ doubt: DOUBT }, 'unconfirmed', 'streamBehind'],
  [{ doubt: DOUBT, stream: 'closed' }, 'unconfirmed', 'streamBehind'],
  [{ overdueSinceMs: 5_000 }, 'unconfirmed', 'readOverdue'],
  [{ overdueSinceMs: 5_000, failure: DOWN }, 'unconfirmed', 'readOverdue'],
])('with %o the account is %s', (change, at, code) => {
  const status = findAccountStatus({ ...LIVE, ...change });
  expect([status.at, status.reason?.code ?? null]).toEqual([at, code]);
});
