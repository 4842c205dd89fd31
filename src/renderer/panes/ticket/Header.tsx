/** Which market the ticket is about, and the one kind of order the exchange takes. */
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
