/** Chooses the market of a link group or of an unlinked pane, by typing parts of its name. */

import { Autocomplete } from '@base-ui/react/autocomplete';
import { useState } from 'react';
import type { Market } from '#shared/market/market.ts';
import { tickDecimals } from '#shared/market/tickGrid.ts';
import { formatTickPrice } from '#shared/text/numbers.ts';
import { DOCK_LABELS } from '#shared/text/workspaces/dockLabels.ts';
import { useMarketSearch } from '../../domain/markets/marketList.ts';
import { marketName, matchesQuery, useTick } from '../../domain/markets/markets.ts';
import { followMarket, type LinkKey } from '../../domain/workspaces/links.ts';
import { useFeed } from '../../feed/feed.ts';
import { feedKey } from '../../feed/mirror.ts';
import { FIRST_FOCUS } from '../../ui/focus.ts';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { Empty } from '../../ui/parts.tsx';
import './chooser.css';

/** Longer lists are narrowed by typing. */
const MAX_SHOWN = 60;

export function MarketDialog(props: { readonly linkKey: LinkKey; readonly onClose: () => void }) {
  const markets = useFeed([feedKey.catalogue], (mirror) => mirror.catalogue()?.markets ?? []);
  const decimals = tickDecimals(useTick());
  const [query, setQuery] = useState('');
  const search = useMarketSearch('chooser', query, MAX_SHOWN);
  const found = markets.filter((market) => matchesQuery(market, query));
  const total = Math.max(found.length, search.text === query ? (search.total ?? 0) : 0);
  const choose = (market: Market): void => {
    followMarket(props.linkKey, market.id);
    props.onClose();
  };
  return (
    <Dialog title={titleOf(props.linkKey)} onClose={props.onClose}>
      <div className="chooser-dialog">
        <Autocomplete.Root<Market>
          open
          inline
          autoHighlight="always"
          mode="none"
          items={found.slice(0, MAX_SHOWN)}
          value={query}
          onValueChange={setQuery}
          itemToStringValue={marketName}
        >
          <Autocomplete.Input
            className="chooser-search"
            aria-label={DOCK_LABELS.searchMarketsToShow}
            placeholder={DOCK_LABELS.partOfMarketsName}
            {...{ [FIRST_FOCUS]: '' }}
          />
          <Autocomplete.List className="chooser-options scroll">
            {(market: Market) => (
              <Autocomplete.Item
                key={market.id}
                value={market}
                className="chooser-option"
                onClick={() => choose(market)}
              >
                <span>{marketName(market)}</span>
                <span className="secondary">{market.eventTitle ?? market.category}</span>
                <span className="mono">
                  {market.yesPrice === null ? '–' : formatTickPrice(market.yesPrice, decimals)}
                </span>
              </Autocomplete.Item>
            )}
          </Autocomplete.List>
        </Autocomplete.Root>
        {found.length === 0 && search.isCurrent ? <Empty what={DOCK_LABELS.noMarketMatches(query)} /> : null}
        {total > MAX_SHOWN ? (
          <p className="dim">
            {total - MAX_SHOWN} {DOCK_LABELS.moreMatchTypeMoreOfThe}
          </p>
        ) : null}
      </div>
    </Dialog>
  );
}

function titleOf(key: LinkKey): string {
  return key.startsWith('pane:') ? 'Market of this pane' : `Market of the ${key} panes`;
}
