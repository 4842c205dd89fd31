/** Words of the account's readiness: what to do before an order. Without a final period. */
import { formatDuration, formatMinutes } from '../../base/formatDuration.ts';
import type { Readiness, ReadinessCodes, SetupGap } from '../../order/account/readiness.ts';
import { MAX_CLOCK_OFFSET_MS } from '../../order/expiry.ts';
import { type Catalogue, formatCoded } from '../catalogue.ts';
import { formatReadOnly } from './readOnlyReasons.ts';

const UNSETTLED = 'an order placed before that rests and then fails to settle';

const GAPS: Readonly<Record<SetupGap, string>> = {
  apiKey: 'Finish the wallet setup: no API key is stored yet',
  reading: `The wallet has not been read yet: ${UNSETTLED}`,
  unreadable: 'The wallet could not be read yet. It is tried again by itself',
  keyRefused: 'The exchange refuses the API key or its secret: replace them',
  changed: 'The wallet configuration at the exchange changed: check it first',
  calls: `Finish the wallet setup: ${UNSETTLED}`,
};

/** Labels of the button that leads to the next step of the set-up. */
export const SETUP_BUTTONS: Readonly<Record<SetupGap, string>> = {
  apiKey: 'Finish wallet setup',
  reading: 'Reading the wallet…',
  unreadable: 'Wallet not read',
  keyRefused: 'Replace the API key',
  changed: 'Check wallet changes',
  calls: 'Finish wallet setup',
};

export const READINESS: Catalogue<ReadinessCodes> = {
  noWallet: () => 'Set up a wallet first',
  locked: () => 'Unlock the vault first',
  readOnly: ({ reason }) => formatReadOnly(reason),
  setupRequired: ({ gap }) => GAPS[gap],
  custodialUnconfirmed: () => 'Confirm first that the exchange holds the funds of this account',
  clockOffset: ({ offsetMs }) =>
    `This computer's clock is ${formatDuration(Math.abs(offsetMs))} ${offsetMs > 0 ? 'behind' : 'ahead of'} the exchange's. Set this computer's clock; trading can be armed again within ${formatMinutes(MAX_CLOCK_OFFSET_MS / 60_000)} of the exchange's time`,
  disarmed: () => 'Arm trading first',
  armed: () => 'Trading is armed',
};

export function formatReadiness(readiness: Readiness): string {
  return formatCoded(READINESS, readiness);
}
