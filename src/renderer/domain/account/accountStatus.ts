/** Account status in words, for every pane that shows the account. */

import type { AccountView, WalletView } from '#shared/ipc/views.ts';
import { isKeyRefused } from '#shared/market/readFailure.ts';
import { formatAccountReason } from '#shared/text/account/account.ts';
import { formatReadiness } from '#shared/text/account/readiness.ts';
import { useFeed } from '../../feed/feed.ts';
import { feedKey } from '../../feed/mirror.ts';

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

/** True once the account is read: before that an empty list says nothing. */
export function isAccountKnown(account: AccountView | null): account is AccountView {
  return account !== null && account.at !== 'none' && account.at !== 'loading';
}

/** Why the account's data is not here, and the dialog that leads to it. */
export interface Absence {
  readonly what: string;
  readonly how: string;
  readonly dialog: 'wizard' | 'unlock' | 'apiKey' | null;
}

/** Null once the account was read: then there is really nothing to show. `what` names the data: 'orders'. */
export function describeAbsence(
  account: Pick<AccountView, 'at' | 'reason' | 'reconciledAtMs'> | null,
  wallet: Pick<WalletView, 'vault' | 'hasApiKey'> | null,
  what: string,
): Absence | null {
  const reading: Absence = { what: `Reading your ${what}`, how: 'The exchange has not answered yet.', dialog: null };
  if (wallet === null) return { what: `Waiting for your ${what}`, how: 'The terminal is starting.', dialog: null };
  if (wallet.vault === 'absent') {
    const how = `Your ${what} show once a wallet is set up. You can watch markets without one.`;
    return { what: 'No account yet', how, dialog: 'wizard' };
  }
  if (wallet.vault === 'locked') {
    return { what: 'The vault is locked', how: `Your ${what} show when it is open.`, dialog: 'unlock' };
  }
  if (account === null || account.at === 'none') {
    // After an unlock the key is there before the account is.
    if (wallet.hasApiKey) return reading;
    return { what: 'No account is connected', how: 'The wallet setup connects one.', dialog: 'wizard' };
  }
  if (account.reconciledAtMs !== null) return null;
  if (account.reason?.code === 'readFailed') {
    const why = formatAccountReason(account.reason);
    const isRefused = isKeyRefused(account.reason.parameters.failure);
    return {
      what: `Your ${what} could not be read`,
      how: isRefused ? `${why}.` : `${why}. It is tried again by itself.`,
      dialog: isRefused ? 'apiKey' : null,
    };
  }
  return reading;
}

export function useAbsence(what: string): Absence | null {
  const account = useFeed([feedKey.account], (mirror) => mirror.account());
  const wallet = useFeed([feedKey.wallet], (mirror) => mirror.wallet());
  return describeAbsence(account, wallet, what);
}

/** One sentence while no key here signs orders; else null. */
export function useReadOnlyText(): string | null {
  return useFeed([feedKey.wallet], (mirror) => {
    const readiness = mirror.wallet()?.readiness;
    return readiness?.code === 'readOnly' ? `Read-only: ${formatReadiness(readiness)}. Orders can be cancelled.` : null;
  });
}
