/** Readiness of the account on the page: main's answer, and the dialog of the next step. */
import type { Readiness } from '#shared/order/readiness.ts';
import { useFeedValue } from '../feed/feed.ts';
import { feedKey, type Mirror } from '../feed/mirror.ts';

/** Before the first wallet frame. */
const UNKNOWN: Readiness = { code: 'noWallet', parameters: {} };

export function readReadiness(mirror: Pick<Mirror, 'wallet'>): Readiness {
  return mirror.wallet()?.readiness ?? UNKNOWN;
}

export function useReadinessCode(): Readiness['code'] {
  return useFeedValue([feedKey.wallet], (mirror) => readReadiness(mirror).code);
}

/** The dialog that leads to the next step; null where no dialog does. */
export function findDialog(code: Readiness['code']): 'wizard' | 'unlock' | null {
  if (code === 'locked') return 'unlock';
  return code === 'noWallet' || code === 'setupRequired' ? 'wizard' : null;
}
