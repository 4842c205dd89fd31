/** Words for why account data is not live. */
import type { AccountReasons, AccountView } from '../ipc/views.ts';
import { type Catalogue, formatCoded } from './catalogue.ts';

const ACCOUNT_REASONS: Catalogue<AccountReasons> = {
  streamClosed: ({ error }) => `The private stream is closed: ${error}`,
  streamNotOpen: () => 'The private stream is not open',
  readFailed: ({ error }) => error,
  actNotReported: ({ act, orderId }) =>
    `The private stream did not report the ${act === 'place' ? 'placement' : 'cancel'} of order ${orderId} and is opened anew`,
  streamBehind: ({ orderId }) =>
    `The private stream did not report ${orderId === null ? 'a fill' : `a change of order ${orderId}`} that a read showed, and is opened anew`,
  readOverdue: () => 'Your open orders could not be read for three seconds',
};

export function formatAccountReason(reason: NonNullable<AccountView['reason']>): string {
  return formatCoded(ACCOUNT_REASONS, reason);
}
