/**
 * Readiness of the account on the page: main's answer, and the dialog of the next step.
 *
 * Invariants  From the moment the page asks to disarm, it counts as disarmed, before main has answered.
 */
import type { Result } from '#shared/ipc/result.ts';
import type { WalletView } from '#shared/ipc/views.ts';
import type { Readiness } from '#shared/order/account/readiness.ts';
import { act } from '../../act/bridge.ts';
import { useFeedValue } from '../../feed/feed.ts';
import { feedKey, type Mirror } from '../../feed/mirror.ts';

/** Before the first wallet frame. */
const UNKNOWN: Readiness = { code: 'noWallet', parameters: {} };

const DISARMED: Readiness = { code: 'disarmed', parameters: {} };
/** Longer than main takes to answer; then its state is shown again, whatever it is. */
const SUSPENDED_MS = 1_000;

/** The wallet view at the latest request to disarm: the next one is main's answer. */
let suspended: { readonly wallet: WalletView | null; readonly untilMs: number } | null = null;

export function readReadiness(mirror: Pick<Mirror, 'wallet'>): Readiness {
  const wallet = mirror.wallet();
  const readiness = wallet?.readiness ?? UNKNOWN;
  if (suspended === null || readiness.code !== 'armed') return readiness;
  return suspended.wallet === wallet && Date.now() < suspended.untilMs ? DISARMED : readiness;
}

/** Disarms trading; on this page at once. */
export async function disarm(mirror: Pick<Mirror, 'wallet'>): Promise<Result<unknown>> {
  suspended = { wallet: mirror.wallet(), untilMs: Date.now() + SUSPENDED_MS };
  const result = await act('account.arm', { armed: false });
  if (!result.ok) suspended = null;
  return result;
}

export function useReadinessCode(): Readiness['code'] {
  return useFeedValue([feedKey.wallet], (mirror) => readReadiness(mirror).code);
}

/** The dialog that leads to the next step; null where no dialog does. */
export function findDialog(code: Readiness['code']): 'wizard' | 'unlock' | null {
  if (code === 'locked') return 'unlock';
  return code === 'noWallet' || code === 'setupRequired' || code === 'custodialUnconfirmed' ? 'wizard' : null;
}
