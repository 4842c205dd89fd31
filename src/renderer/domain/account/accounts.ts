/**
 * Accounts of the vault as the page sees them, their dialogs, and what the page forgets when another one is selected.
 *
 * Invariants  Which account is selected comes from main's frames alone.
 */
import { create } from 'zustand';
import { FIRST_ACCOUNT, type VaultAccount } from '#shared/ipc/accounts.ts';
import { useFeedValue } from '../../feed/feed.ts';
import { feedKey, type Mirror } from '../../feed/mirror.ts';
import { closeAlertForm } from '../alerts/alertDraft.ts';
import { useExits } from '../exits/exits.ts';
import { useWalletRequest } from '../wallet/walletRequests.ts';

/** The open dialog of the accounts, and the account that it is about. */
export type AccountDialog =
  | { readonly kind: 'add' }
  | { readonly kind: 'rename' | 'select' | 'remove'; readonly account: VaultAccount };

export const useAccountDialog = create<{ readonly open: AccountDialog | null }>(() => ({ open: null }));

export function showAccountDialog(open: AccountDialog | null): void {
  useAccountDialog.setState({ open });
}

const NO_ACCOUNTS: readonly VaultAccount[] = [];

export function readAccounts(mirror: Mirror): readonly VaultAccount[] {
  return mirror.wallet()?.accounts ?? NO_ACCOUNTS;
}

/** Id of the account that the frames are of. */
export function useSelectedAccount(): string {
  return useFeedValue([feedKey.wallet], (mirror) => mirror.wallet()?.account ?? FIRST_ACCOUNT);
}

/** Drops what the page keeps of the account before, outside its panes. */
export function forgetAccount(): void {
  useExits.setState({ scope: null, panic: null });
  useWalletRequest.setState({ form: null });
  closeAlertForm();
  showAccountDialog(null);
}
