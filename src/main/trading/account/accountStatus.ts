/**
 * Account status: whether what is shown of the account is current, and why not.
 *
 * Invariants  Pure. `live` needs an open stream without a doubt, a complete read after it opened, and, while an order can
 *             change, a read of the open orders in the last three seconds.
 */

import type { AccountView } from '#shared/ipc/views.ts';
import type { ReadFailure } from '#shared/market/readFailure.ts';
import type { StreamReason } from '#shared/market/streamReason.ts';
import type { StreamProof } from './streamProof.ts';

export interface AccountState {
  readonly stream: 'never' | 'open' | 'closed';
  /** Why it closed last; null before. */
  readonly streamReason: StreamReason | null;
  /** A complete read succeeded since the account was opened. */
  readonly isRead: boolean;
  /** A complete read that began after the stream opened succeeded. */
  readonly isReadSinceOpen: boolean;
  /** Why the last complete read failed, or null. */
  readonly failure: ReadFailure | null;
  readonly doubt: ReturnType<StreamProof['doubt']>;
  /** Since when the open orders could not be read, while an order can change; null while they are. */
  readonly overdueSinceMs: number | null;
}

export function findAccountStatus(state: AccountState): Pick<AccountView, 'at' | 'reason'> {
  const { stream, isRead, failure, doubt } = state;
  if (stream === 'never' && !isRead && failure === null) return { at: 'none', reason: null };
  if (isRead && doubt !== null) return { at: 'unconfirmed', reason: doubt };
  if (isRead && state.overdueSinceMs !== null) {
    return { at: 'unconfirmed', reason: { code: 'readOverdue', parameters: { sinceMs: state.overdueSinceMs } } };
  }
  if (stream === 'closed') {
    const reason = state.streamReason ?? { code: 'closedByTerminal', parameters: {} };
    return { at: 'stale', reason: { code: 'streamClosed', parameters: { reason } } };
  }
  if (failure !== null) {
    return { at: isRead ? 'stale' : 'loading', reason: { code: 'readFailed', parameters: { failure } } };
  }
  if (stream === 'never') return { at: 'stale', reason: { code: 'streamNotOpen', parameters: {} } };
  return { at: state.isReadSinceOpen ? 'live' : 'loading', reason: null };
}
