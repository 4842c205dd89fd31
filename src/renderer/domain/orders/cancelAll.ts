/** Cancelling all orders or a selection: whether it can be requested, and its result for a person. */
import { formatDuration } from '#shared/base/formatDuration.ts';
import { groupDigits } from '#shared/base/groupDigits.ts';
import type { Result } from '#shared/ipc/result.ts';
import type { AccountView, WalletView } from '#shared/ipc/views.ts';
import type { CancelSelection } from '#shared/order/exits/selection.ts';
import { isTerminal } from '#shared/order/life.ts';
import type { CancelAllReceipt, CancelProgress } from '#shared/order/receipts.ts';
import { formatBridgeError } from '#shared/text/bridgeErrors.ts';
import { EXIT_DIALOG_LABELS } from '#shared/text/exits/exitDialogLabels.ts';
import { act } from '../../act/bridge.ts';
import { attemptOf, type NoticeFact, type Report } from '../noticeFacts.ts';

/** Not possible where nothing can rest, or where the main process refuses it. */
export function checkCancelAll(
  account: Pick<AccountView, 'at' | 'orders' | 'unreadable'> | null,
  wallet: Pick<WalletView, 'vault' | 'custody'> | null,
): { readonly isPossible: boolean; readonly title: string } {
  const title = 'Cancels every open order in every market';
  if (wallet?.vault === 'locked') {
    return wallet.custody.keysInMemory
      ? { isPossible: true, title: `${title}, also while the screen is locked` }
      : { isPossible: false, title: 'Unlock first: cancelling needs the keys' };
  }
  if (account === null || account.at === 'none') return { isPossible: false, title: 'No account is open' };
  // Only a live account knows all open orders; any other one asks the exchange.
  const hasOpen = account.orders.some((order) => !isTerminal(order.life)) || (account.unreadable ?? []).length > 0;
  return account.at !== 'live' || hasOpen
    ? { isPossible: true, title }
    : { isPossible: false, title: 'No order is open' };
}

/** Cancels the selected orders: `ALL_ORDERS` with the fields that narrow it. */
export async function cancelSelected(selection: CancelSelection): Promise<Report> {
  return describeCancelAll(await act('order.cancelAll', selection));
}

/** The next cancel of orders says what is true then. */
const CANCEL = attemptOf('cancel');

export function describeCancelAll(result: Result<CancelAllReceipt>): Report {
  if (!result.ok) {
    return { tone: 'bad', title: 'Orders were not cancelled', detail: formatBridgeError(result.error), fact: CANCEL };
  }
  const { asked, confirmed, filled, unknown, hasUnreadable, isListed, tookMs } = result.value;
  const unconfirmed = unknown.length + (hasUnreadable ? 1 : 0);
  const traded = filled > 0 ? ` ${filled} had filled.` : '';
  if (unconfirmed === 0 && !isListed) {
    const title = 'Orders of other clients could not be listed and may rest';
    return {
      tone: 'bad',
      title,
      detail: `${confirmed - filled} of ${asked} known orders were cancelled.${traded}`,
      fact: CANCEL,
    };
  }
  if (unconfirmed > 0) {
    // An order without an id, or of another client, is in no list that could confirm it.
    const fact: NoticeFact = hasUnreadable || !isListed ? CANCEL : { kind: 'cancels', ids: unknown };
    const title = unconfirmed === 1 ? '1 cancel is not confirmed' : `${unconfirmed} cancels are not confirmed`;
    const unlisted = isListed ? '' : ' Orders of other clients could not be listed and may rest.';
    return {
      tone: 'bad',
      title,
      detail: `Orders shows which; Adyton is asking the exchange.${unlisted}${traded}`,
      fact,
    };
  }
  if (asked === 0) return { tone: 'good', title: 'No order was open', detail: null, fact: CANCEL };
  const title = `${confirmed - filled} of ${asked} orders cancelled`;
  const after = `None was open any more after ${formatMs(tookMs)}`;
  if (filled === 0) return { tone: 'good', title, detail: after, fact: CANCEL };
  return {
    tone: 'warn',
    title,
    detail: `${filled} had filled before the cancel arrived: check your positions. ${after}`,
    fact: CANCEL,
  };
}

/** '1,234 of 2,000 orders have ended'. */
export function formatCancelProgress({ asked, ended }: CancelProgress): string {
  return EXIT_DIALOG_LABELS.ordersEnded(groupDigits(`${ended}`), groupDigits(`${asked}`));
}

function formatMs(ms: number): string {
  return ms < 1_000 ? `${Math.round(ms)} ms` : formatDuration(ms, { tenths: true });
}
