/** Traded group: the link group whose market the trading keys act on, and the one whose position is shown. */
import { useActions } from '../keys/actions.ts';
import { readPreferences } from '../preferences.ts';
import { type LinkKey, linkKeyOf, marketOf } from '../workspaces/links.ts';
import { paneRecord } from '../workspaces/panes.ts';

/**
 * The group of the pane in front; null where that one shows no market. Where keys act from everywhere, the group of the pane with
 * a market that was used last stands in for it.
 */
export function findTradedGroup(): LinkKey | null {
  const { pane, marketPaneId } = useActions.getState();
  // Every pane has a market under its id, also one that shows none: nobody sees that one.
  const front = pane !== null && pane.id === marketPaneId ? groupOf(pane.id) : null;
  if (front !== null || !readPreferences().tradeFromEverywhere) return front;
  return groupOf(marketPaneId);
}

/** The group whose position the line under the top bar shows: of the pane with a market that was used last; before one was used, the first colour. */
export function findShownGroup(marketPaneId: string | null): LinkKey {
  const pane = marketPaneId === null ? null : paneRecord(marketPaneId);
  return marketPaneId === null || pane === null ? 'blue' : linkKeyOf(marketPaneId, pane.link);
}

function groupOf(paneId: string | null): LinkKey | null {
  const pane = paneId === null ? null : paneRecord(paneId);
  if (paneId === null || pane === null) return null;
  const key = linkKeyOf(paneId, pane.link);
  return marketOf(key) === null ? null : key;
}
