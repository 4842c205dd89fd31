/** Words for why account data is not live. */
import type { AccountReasons, AccountView } from '../../ipc/views.ts';
import { type Catalogue, formatCoded } from '../catalogue.ts';
import { STREAM_REASONS } from '../health.ts';
import { formatReadFailure } from '../readFailures.ts';
import { formatTime } from '../times.ts';

/** What ends such a doubt. */
const UNTIL_PROVED = 'this ends with its next report, or when complete reads agree with its silence';

const ACCOUNT_REASONS: Catalogue<AccountReasons> = {
  streamClosed: ({ reason }) => `The private stream is closed: ${formatCoded(STREAM_REASONS, reason)}`,
  streamNotOpen: () => 'The private stream is not open',
  readFailed: ({ failure }) => formatReadFailure(failure),
  actNotReported: ({ act, orderId }) =>
    `The private stream did not report the ${act === 'place' ? 'placement' : 'cancel'} of order ${orderId} and is opened anew: ${UNTIL_PROVED}`,
  streamBehind: ({ orderId }) =>
    `The private stream did not report ${orderId === null ? 'a fill' : `a change of order ${orderId}`} that a read showed, and is opened anew: ${UNTIL_PROVED}`,
  readOverdue: ({ sinceMs }) => `Your open orders could not be read since ${formatTime(sinceMs, 'machine')}`,
};

export function formatAccountReason(reason: NonNullable<AccountView['reason']>): string {
  return formatCoded(ACCOUNT_REASONS, reason);
}
