/** The ticket's market, and the only order type of the exchange. */
import { usePaneMarket } from '../../domain/panes.ts';
import { useFeed } from '../../feed/feed.ts';
import { feedKey } from '../../feed/mirror.ts';

export function Header() {
  const id = usePaneMarket();
  const market = useFeed([feedKey.catalogue], (mirror) => mirror.catalogue()?.markets.find((one) => one.market === id));
  return (
    <span className="dim ticket-market" title={market ? `${market.eventTitle ?? ''} ${market.title}` : undefined}>
      {market ? (market.groupItemTitle ?? market.title) : ''} · limit
    </span>
  );
}
