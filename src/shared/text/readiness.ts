/** Words of the account's readiness: what to do before an order. Without a final period. */
import { formatDuration, formatMinutes } from '../base/formatDuration.ts';
import { MAX_CLOCK_OFFSET_MS } from '../order/expiry.ts';
import type { Readiness, ReadinessCodes } from '../order/readiness.ts';
import { type Catalogue, formatCoded } from './catalogue.ts';
import { formatReadOnly } from './readOnlyReasons.ts';

const UNSETTLED = 'an order placed before that rests and then fails to settle';

export const READINESS: Catalogue<ReadinessCodes> = {
  noWallet: () => 'Set up a wallet first',
  locked: () => 'Unlock the vault first',
  readOnly: ({ reason }) => formatReadOnly(reason),
  setupRequired: ({ isWalletRead }) =>
    isWalletRead ? `Finish the wallet setup: ${UNSETTLED}` : `The wallet has not been read yet: ${UNSETTLED}`,
  custodialUnconfirmed: () => 'Confirm first that the exchange holds the funds of this account',
  clockOffset: ({ offsetMs }) =>
    `This computer's clock is ${formatDuration(Math.abs(offsetMs))} ${offsetMs > 0 ? 'behind' : 'ahead of'} the exchange's. Set this computer's clock; trading can be armed again within ${formatMinutes(MAX_CLOCK_OFFSET_MS / 60_000)} of the exchange's time`,
  disarmed: () => 'Arm trading first',
  armed: () => 'Trading is armed',
};

export function formatReadiness(readiness: Readiness): string {
  return formatCoded(READINESS, readiness);
}
