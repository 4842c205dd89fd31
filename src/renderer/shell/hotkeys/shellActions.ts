/** Actions of the window itself: arm, panic, cancel all, lock. */
import { canArm } from '#shared/order/account/readiness.ts';
import { ALL_ORDERS } from '#shared/order/exits/selection.ts';
import { formatReadiness } from '#shared/text/account/readiness.ts';
import { formatBridgeError } from '#shared/text/bridgeErrors.ts';
import { formatCoded } from '#shared/text/catalogue.ts';
import { ACTION_BLOCKS } from '#shared/text/wallet/walletActions.ts';
import { act } from '../../act/bridge.ts';
import { requestLock } from '../../domain/account/leaving.ts';
import { findDialog, readReadiness } from '../../domain/account/readiness.ts';
import { panic } from '../../domain/exits/exits.ts';
import { findTradedGroup } from '../../domain/exits/tradedGroup.ts';
import type { Action } from '../../domain/keys/actions.ts';
import { DISARMED } from '../../domain/noticeFacts.ts';
import { cancelSelected } from '../../domain/orders/cancelAll.ts';
import { openPalette } from '../../domain/palette.ts';
import { requestWalletForm, type WalletFormName } from '../../domain/wallet/walletRequests.ts';
import { linkKeyOf } from '../../domain/workspaces/links.ts';
import { focusPane } from '../../domain/workspaces/paneRequests.ts';
import { usePanes } from '../../domain/workspaces/panes.ts';
import { feed } from '../../feed/feed.ts';
import { useOverlay } from '../../ui/overlay/overlay.ts';
import type { PaneDefinition } from '../../ui/pane.ts';
import { NO_MARKET } from '../exits/actions.ts';

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
  {
    id: 'wallet.lock',
    title: 'Lock the vault',
    group: 'Wallet',
    defaultKeys: ['Mod+L'],
    reach: 'typing',
    blockedBy: () => (feed.wallet()?.vault === 'unlocked' ? null : 'The vault is not unlocked'),
    run: requestLock,
  },
  walletAction('wallet.withdraw', 'Withdraw to an address of the address book', 'withdraw'),
  walletAction('wallet.redeem', 'Redeem won and voided markets', 'redeem'),
  walletAction('wallet.split', 'Split collateral into complete sets', 'split'),
  walletAction('wallet.addAddress', 'Add a withdrawal address', 'address'),
  {
    id: 'view.palette',
    title: 'Search, or type an order',
    group: 'View',
    defaultKeys: ['Mod+K'],
    reach: 'typing',
    run: () => openPalette(),
  },
  {
    id: 'help.keys',
    title: 'Show the keys',
    group: 'Help',
    defaultKeys: ['?'],
    run: () => useOverlay.getState().show('keys'),
  },
];

const PANE_KEYS: Readonly<Record<string, readonly string[]>> = { settings: ['Mod+,'], help: ['F1'] };

/** One action for every kind of pane: shows it, or opens it. */
export function listPaneActions(panes: Iterable<PaneDefinition>): readonly Action[] {
  return [...panes].map(({ name, title }) => ({
    id: `panes.${name}`,
    title: `Show ${title}`,
    group: 'Panes',
    defaultKeys: PANE_KEYS[name] ?? [],
    reach: 'typing',
    run: () => focusPane(name),
  }));
}

async function cancelAll(): Promise<void> {
  const done = await cancelSelected(ALL_ORDERS);
  useOverlay.getState().report(done);
}

/** An action of the palette that opens a form of the Wallet pane. */
function walletAction(id: `wallet.${string}`, title: string, form: WalletFormName): Action {
  return {
    id,
    title,
    group: 'Wallet',
    defaultKeys: [],
    blockedBy() {
      const wallet = feed.wallet();
      if (wallet?.vault !== 'unlocked') return 'The vault is not unlocked';
      const { block } = wallet.relays;
      return block === null || form === 'address' ? null : formatCoded(ACTION_BLOCKS, block);
    },
    run: () => requestWalletForm(form),
  };
}

/** Arms or disarms trading, or opens the dialog of the step before. */
function pressArm(): void {
  const readiness = readReadiness(feed);
  const { notify, show } = useOverlay.getState();
  const dialog = findDialog(readiness.code);
  if (dialog !== null) show(dialog);
  else if (canArm(readiness)) void toggleArmed();
  else notify('warn', 'Nothing to arm', formatReadiness(readiness), DISARMED);
}

export function toggleArmed(): Promise<void> {
  return setArmed(readReadiness(feed).code !== 'armed');
}

export async function setArmed(armed: boolean): Promise<void> {
  const result = await act('account.arm', { armed });
  if (!result.ok)
    useOverlay.getState().notify('bad', 'Trading was not armed', formatBridgeError(result.error), DISARMED);
}

const NO_LADDER = 'No ladder of this window has the link colour of the pane in front.';

/**
 * The trading actions of a ladder, each for the ladder that is found when its key is pressed.
 *
 * Invariants  A key that can't act says why. The ladder in front has its own actions, which come before these.
 */
export function listLadderKeys(ladder: Pick<PaneDefinition, 'name' | 'actions'>): readonly Action[] {
  const actionsOf = (paneId: string): readonly Action[] => ladder.actions?.(paneId) ?? [];
  const find = (id: Action['id']): Action | string => {
    const group = findTradedGroup();
    if (group === null) return NO_MARKET;
    const ladders = Object.entries(usePanes.getState().panes).flatMap(([paneId, { name, link }]) =>
      name === ladder.name && linkKeyOf(paneId, link) === group
        ? (actionsOf(paneId).find((action) => action.id === id) ?? [])
        : [],
    );
    return ladders.find((action) => (action.blockedBy?.() ?? null) === null) ?? ladders[0] ?? NO_LADDER;
  };
  return actionsOf(ladder.name)
    .filter(({ group }) => group === 'Trading')
    .map((action) => ({
      ...action,
      blockedBy() {
        const found = find(action.id);
        return typeof found === 'string' ? found : (found.blockedBy?.() ?? null);
      },
      run() {
        const found = find(action.id);
        if (typeof found !== 'string') found.run();
      },
    }));
}
