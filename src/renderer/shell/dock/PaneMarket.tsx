/** The market of a pane, shown while the window has several markets; a click opens the market chooser. */

import { ChevronDown } from 'lucide-react';
import { DOCK_LABELS } from '#shared/text/workspaces/dockLabels.ts';
import { marketName, marketTitle, useMarket } from '../../domain/markets/markets.ts';
import { linkKeyOf } from '../../domain/workspaces/links.ts';
import { usePane, usePaneMarket, usePanes } from '../../domain/workspaces/panes.ts';
import { PANES } from '../registry.ts';
import { useDockMenus } from './dockMenus.ts';

export function PaneMarket() {
  const { linkKey } = usePane();
  const id = usePaneMarket();
  const market = useMarket(id);
  const { chooseMarket } = useDockMenus();
  const isShown = usePanes(({ panes }) => countLinks(panes) > 1);
  if (!isShown) return null;
  return (
    <button
      type="button"
      className="pane-market"
      title={market ? DOCK_LABELS.chooseAnotherMarket(marketTitle(market)) : DOCK_LABELS.chooseMarket}
      data-testid="pane-market"
      onClick={() => chooseMarket(linkKey)}
    >
      <span>{market ? marketName(market) : (id ?? DOCK_LABELS.noMarket)}</span>
      <ChevronDown size={11} aria-hidden="true" />
    </button>
  );
}

/** How many link groups and unlinked panes show a market. */
function countLinks(panes: ReturnType<typeof usePanes.getState>['panes']): number {
  const keys = Object.entries(panes).flatMap(([id, { name, link }]) => {
    const use = PANES.get(name)?.link;
    return use === 'shows' || use === 'names' ? [linkKeyOf(id, link)] : [];
  });
  return new Set(keys).size;
}
