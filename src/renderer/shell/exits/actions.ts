/**
 * Actions that get out of the market in front: cancel its orders, all or one side, and flatten.
 *
 * Invariants  The market in front is that of the pane used last. Cancels need no armed trading.
 */
import { type CancelSelection, ordersOfMarket } from '#shared/order/exits/selection.ts';
import type { MarketId } from '#shared/units/ids.ts';
import { type Action, useActions } from '../../domain/actions.ts';
import { cancelSelected } from '../../domain/cancelAll.ts';
import { requestFlatten } from '../../domain/exits.ts';
import { linkKeyOf, marketOf } from '../../domain/links.ts';
import { findMarket, marketName } from '../../domain/markets.ts';
import { paneRecord } from '../../domain/panes.ts';
import { mergeableSets, requestWalletForm } from '../../domain/walletRequests.ts';
import { feed } from '../../feed/feed.ts';
import { useOverlay } from '../../ui/overlay.ts';

const NO_MARKET = 'No pane in front shows a market';
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
      if (market !== null) requestFlatten({ kind: 'market', market });
    },
  },
  {
    id: 'wallet.mergeMarket',
    title: 'Merge the complete sets of the market in front…',
    group: 'Wallet',
    defaultKeys: [],
    blockedBy: () => (mergeableSets(feed, findMarketInFront()) === 0n ? NO_SETS : null),
    run() {
      const market = findMarketInFront();
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

/** Market of the pane used last; null when it shows none. */
function findMarketInFront(): MarketId | null {
  const id = useActions.getState().pane?.id;
  const pane = id === undefined ? null : paneRecord(id);
  return id === undefined || pane === null ? null : marketOf(linkKeyOf(id, pane.link));
}

async function cancel(market: MarketId, selection: CancelSelection): Promise<void> {
  const listed = findMarket(feed, market);
  const name = listed === null ? market : marketName(listed);
  const done = await cancelSelected(selection);
  const title = `${name}: ${done.title.charAt(0).toLowerCase()}${done.title.slice(1)}`;
  useOverlay.getState().report({ ...done, title });
}
