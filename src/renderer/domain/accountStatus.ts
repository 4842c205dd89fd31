/** Account status in words, for every pane that shows the account. */
import type { AccountView } from '#shared/ipc/views.ts';
import { formatAccountReason } from '#shared/text/account.ts';

export interface AccountNotice {
  readonly tone: 'stale' | 'warn';
  readonly text: string;
}

const STATES = { stale: 'Stale', unconfirmed: 'Unconfirmed' } as const;

/** Null while the account is current, or none is open. `effect` says what that means for the pane. */
export function describeAccount(
  account: Pick<AccountView, 'at' | 'reason'> | null,
  effect: string,
): AccountNotice | null {
  if (account?.at !== 'stale' && account?.at !== 'unconfirmed') return null;
  const why = account.reason === null ? 'the private stream is silent' : formatAccountReason(account.reason);
  return { tone: account.at === 'stale' ? 'stale' : 'warn', text: `${STATES[account.at]}: ${why}. ${effect}` };
}

/** Short form for the top bar; null while there is nothing to say. */
export function nameAccountState(account: Pick<AccountView, 'at'> | null): string | null {
  if (account?.at === 'unconfirmed') return 'Account unconfirmed';
  return account?.at === 'stale' ? 'Account stale' : null;
}
