/** Words of the account's readiness: what to do before an order. Without a final period. */
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
  disarmed: () => 'Arm trading first (F8)',
  armed: () => 'Trading is armed',
};

export function formatReadiness(readiness: Readiness): string {
  return formatCoded(READINESS, readiness);
}
