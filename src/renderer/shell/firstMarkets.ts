/** First markets: gives every pane that has none a market, by the arrangement of the workspace. */
import { useEffect, useRef } from 'react';
import type { Arrangement } from '#shared/ipc/workspaces.ts';
import type { Market } from '#shared/market/market.ts';
import { useListing } from '../domain/markets/markets.ts';
import { followMarket, LINK_COLOURS, type LinkKey, linkKeyOf, marketOf } from '../domain/workspaces/links.ts';
import { usePanes } from '../domain/workspaces/panes.ts';
import { useWindowLayout } from '../domain/workspaces/windowLayout.ts';
import { feed, useFeedValue } from '../feed/feed.ts';
import { feedKey } from '../feed/mirror.ts';

/** The markets to show first: the most traded ones, or those of the event that is traded most. */
function listFirstMarkets(markets: readonly Market[], arrangement: Arrangement): readonly Market[] {
  const open = markets.filter((one) => one.result === null || one.result === '');
  const byVolume = (open.length > 0 ? open : markets).toSorted((a, b) => (b.volume24h ?? 0) - (a.volume24h ?? 0));
  if (arrangement !== 'event') return byVolume;
  const outcomes = byVolume.map(({ eventId }) => byVolume.filter((one) => eventId !== null && one.eventId === eventId));
  return outcomes.find((list) => list.length >= LINK_COLOURS.length - 1) ?? byVolume;
}

/** The market of a pane without one: colours show different ones, but where one market is the subject. */
function firstMarketOf(key: LinkKey, first: readonly Market[], arrangement: Arrangement): Market | null {
  const colours: readonly LinkKey[] = LINK_COLOURS;
  const at = arrangement === 'market' ? 0 : colours.indexOf(key);
  return first[Math.max(at, 0)] ?? first[0] ?? null;
}

/** Also, once at start, for the panes whose saved market is gone. Colours get their market in the main window alone. */
export function useFirstMarkets(): void {
  const listing = useListing();
  const at = useFeedValue([feedKey.catalogue], (mirror) => mirror.catalogue()?.at ?? null);
  const panes = usePanes((state) => state.panes);
  const layout = useWindowLayout((state) => state.layout);
  const isStart = useRef(true);
  useEffect(() => {
    if (layout === null || listing.length === 0) return;
    // Markets of the last run have no volumes to choose by.
    if (feed.catalogue()?.failure?.code === 'lastRun') return;
    const isFirstWhole = isStart.current && at === 'live';
    if (isFirstWhole) isStart.current = false;
    const markets = feed.catalogue()?.markets ?? listing;
    const listed = new Set(markets.map((one) => one.id));
    const first = listFirstMarkets(markets, layout.arrangement);
    for (const [id, { link }] of Object.entries(panes)) {
      if (layout.window === 'detached' && link !== 'none') continue;
      const key = linkKeyOf(id, link);
      // Now, not as it was rendered: a market that was chosen meanwhile stays.
      const market = marketOf(key);
      const isGone = market !== null && isFirstWhole && !listed.has(market);
      const next = firstMarketOf(key, first, layout.arrangement);
      if (next && (market === null || isGone)) followMarket(key, next.id);
    }
  }, [listing, at, panes, layout]);
}
