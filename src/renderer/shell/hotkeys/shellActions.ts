/** Actions of the window itself: arm, panic, cancel all, lock. */
import { ALL_ORDERS } from '#shared/order/exits/selection.ts';
import { canArm } from '#shared/order/readiness.ts';
import { formatBridgeError } from '#shared/text/bridgeErrors.ts';
import { formatReadiness } from '#shared/text/readiness.ts';
import { act } from '../../act/bridge.ts';
import type { Action } from '../../domain/actions.ts';
import { cancelSelected } from '../../domain/cancelAll.ts';
import { panic } from '../../domain/exits.ts';
import { findDialog, readReadiness } from '../../domain/readiness.ts';
import { feed } from '../../feed/feed.ts';
import { useOverlay } from '../../ui/overlay.ts';

export const SHELL_ACTIONS: readonly Action[] = [
  {
    id: 'trading.arm',
    title: 'Arm or disarm trading',
    group: 'Trading',
    defaultKeys: ['F8'],
    reach: 'always',
    run: pressArm,
  },
  {
    id: 'trading.panic',
    title: 'Panic: disarm, stop everything, cancel every order',
    group: 'Trading',
    defaultKeys: ['F9'],
    reach: 'always',
    needsKey: true,
    run: () => void panic(),
  },
  {
    id: 'trading.cancelAll',
    title: 'Cancel all orders',
    group: 'Trading',
    defaultKeys: ['Shift+F9'],
    reach: 'always',
    run: () => void cancelAll(),
  },
];

async function cancelAll(): Promise<void> {
  const { tone, title, detail } = await cancelSelected(ALL_ORDERS);
  useOverlay.getState().notify(tone, title, detail);
}

/** Arms or disarms trading, or opens the dialog of the step before. */
function pressArm(): void {
  const readiness = readReadiness(feed);
  const { notify, show } = useOverlay.getState();
  const dialog = findDialog(readiness.code);
  if (dialog !== null) show(dialog);
  else if (canArm(readiness)) void toggleArmed();
  else notify('warn', 'Nothing to arm', formatReadiness(readiness));
}

export async function toggleArmed(): Promise<void> {
  const isArmed = readReadiness(feed).code === 'armed';
  const result = await act('account.arm', { armed: !isArmed });
  if (!result.ok) useOverlay.getState().notify('bad', 'Trading was not armed', formatBridgeError(result.error));
}
