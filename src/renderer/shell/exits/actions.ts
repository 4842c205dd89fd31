/**
 * Actions that get out of the market in front: cancel its orders, all or one side, and flatten.
 *
 * Invariants  The market in front is that of the pane used last. Cancels need no armed trading. A merge is of the market whose
 *             position is shown, whatever pane has the focus.
 */

import { DEFAULT_TICK } from '#shared/market/tickGrid.ts';
import { type CancelSelection, ordersOfMarket } from '#shared/order/exits/selection.ts';
import { formatBridgeError } from '#shared/text/bridgeErrors.ts';
import type { IntentId, MarketId } from '#shared/units/ids.ts';
import { act } from '../../act/bridge.ts';
import { requestFlatten } from '../../domain/exits/exits.ts';
import { findShownGroup, findTradedGroup } from '../../domain/exits/tradedGroup.ts';
import { type Action, useActions } from '../../domain/keys/actions.ts';
import { findMarket, marketName } from '../../domain/markets/markets.ts';
import { attemptOf } from '../../domain/noticeFacts.ts';
import { cancelSelected } from '../../domain/orders/cancelAll.ts';
import { readPreferences } from '../../domain/preferences.ts';
import { mergeableSets, requestWalletForm } from '../../domain/wallet/walletRequests.ts';
import { marketOf } from '../../domain/workspaces/links.ts';
import { feed } from '../../feed/feed.ts';
import { useOverlay } from '../../ui/overlay/overlay.ts';
import { buildLegState, buildRequest, NO_CHOICE } from './model.ts';

export const NO_MARKET =
  'The pane in front shows no market. Press a pane with one, or let trading keys act from everywhere in Settings.';
const NO_SETS = 'No complete set of the market in front can be merged';

export const EXIT_ACTIONS: readonly Action[] = [
  buildCancel('cancelMarket', 'Cancel all orders of the market in front', {}, ['Alt+F9']),
  buildCancel('cancelMarketBids', 'Cancel the bids of the market in front', { column: 'bid' }),
  buildCancel('cancelMarketAsks', 'Cancel the asks of the market in front', { column: 'ask' }),
  buildCancel('cancelMarketYes', 'Cancel the yes orders of the market in front', { side: 'yes' }),
  buildCancel('cancelMarketNo', 'Cancel the no orders of the market in front', { side: 'no' }),
  {
    id: 'trading.flattenMarket',
    title: 'Flatten the market in front…',
    group: 'Trading',
    defaultKeys: ['Alt+F8'],
    blockedBy: () => (findMarketInFront() === null ? NO_MARKET : null),
    run() {
      const market = findMarketInFront();
      if (market === null) return;
      if (readPreferences().flattenAtOnce) void flattenAtOnce(market);
      else requestFlatten({ kind: 'market', market });
    },
  },
  {
    id: 'wallet.mergeMarket',
    title: 'Merge the complete sets of the market in front…',
    group: 'Wallet',
    defaultKeys: [],
    blockedBy: () => (mergeableSets(feed, findShownMarket()) === 0n ? NO_SETS : null),
    run() {
      const market = findShownMarket();
      if (market !== null) requestWalletForm(`merge ${market}`);
    },
  },
  {
    id: 'trading.flattenAll',
    title: 'Flatten everything…',
    group: 'Trading',
    defaultKeys: [],
    run: () => requestFlatten({ kind: 'all' }),
  },
];

function buildCancel(
  name: string,
  title: string,
  part: Pick<Partial<CancelSelection>, 'column' | 'side'>,
  defaultKeys: readonly string[] = [],
): Action {
  return {
    id: `trading.${name}`,
    title,
    group: 'Trading',
    defaultKeys,
    reach: 'always',
    blockedBy: () => (findMarketInFront() === null ? NO_MARKET : null),
    run() {
      const market = findMarketInFront();
      if (market !== null) void cancel(market, { ...ordersOfMarket(market), ...part });
    },
  };
}

/** The market that trading keys act on; null where the pane in front shows none. */
function findMarketInFront(): MarketId | null {
  const group = findTradedGroup();
  return group === null ? null : marketOf(group);
}

/** The market whose sets the line under the top bar shows: a merge opens a form that names it, and trades nothing. */
function findShownMarket(): MarketId | null {
  return marketOf(findShownGroup(useActions.getState().marketPaneId));
}

async function cancel(market: MarketId, selection: CancelSelection): Promise<void> {
  const listed = findMarket(feed, market);
  const name = listed === null ? market : marketName(listed);
  const done = await cancelSelected(selection);
  const title = `${name}: ${done.title.charAt(0).toLowerCase()}${done.title.slice(1)}`;
  useOverlay.getState().report({ ...done, title });
}

/** Sends what the preview would propose; what it could not send by itself opens the preview, which says why. */
async function flattenAtOnce(market: MarketId): Promise<void> {
  const scope = { kind: 'market', market } as const;
  const { notify } = useOverlay.getState();
  const fact = attemptOf('flatten');
  const preview = await act('exit.previewFlatten', { scope, cancelsOrders: true });
  if (!preview.ok) return notify('bad', 'Not flattened', formatBridgeError(preview.error), fact);
  const tick = feed.catalogue()?.tick ?? DEFAULT_TICK;
  const states = preview.value.legs.map((leg) => buildLegState(leg, NO_CHOICE, tick));
  const legs = buildRequest(states);
  if (legs.length === 0 || legs.length < states.length) return requestFlatten(scope);
  const flattenId = crypto.randomUUID() as IntentId;
  const result = await act('exit.flatten', { flattenId, legs: [...legs], cancelsOrders: true });
  if (!result.ok) notify('bad', 'Not flattened', formatBridgeError(result.error), fact);
  else if (result.value.outcome === 'running')
    notify('warn', 'Not flattened again', 'This market is being flattened.', fact);
}
