/** Request for a new alert: the market in front and its price, for the form of the Alerts pane. */
import { create } from 'zustand';
import type { MarketId } from '#shared/units/ids.ts';
import { feed } from '../feed/feed.ts';
import { useActions } from './actions.ts';
import { linkKeyOf, marketOf } from './links.ts';
import { findMarket } from './markets.ts';
import { openPane } from './paneRequests.ts';
import { paneRecord } from './panes.ts';

export interface AlertDraft {
  readonly market: MarketId | null;
  /** Millionths, in terms of yes; null where no price is known. */
  readonly level: number | null;
}

interface DraftStore {
  /** What the form begins with; null while none is open. */
  readonly draft: AlertDraft | null;
}

export const useAlertDraft = create<DraftStore>(() => ({ draft: null }));

/** Opens the form; without a level at the middle of the market's book, or where it is not on screen at the last price. */
export function openAlertForm(
  market: MarketId | null,
  level: number | null = market === null ? null : middleOf(market),
): void {
  useAlertDraft.setState({ draft: { market, level } });
  openPane('alerts');
}

export function closeAlertForm(): void {
  useAlertDraft.setState({ draft: null });
}

/** The market of the pane used last, else the blue one. */
export function findFrontMarket(): MarketId | null {
  const id = useActions.getState().pane?.id;
  const link = id === undefined ? undefined : paneRecord(id)?.link;
  return (id !== undefined && link !== undefined ? marketOf(linkKeyOf(id, link)) : null) ?? marketOf('blue');
}

function middleOf(market: MarketId): number | null {
  const book = feed.book(market);
  const [bid] = book?.bids ?? [];
  const [ask] = book?.asks ?? [];
  if (bid !== undefined && ask !== undefined) return Math.floor((bid + ask) / 2);
  return book?.lastPrice ?? findMarket(feed, market)?.lastPrice ?? null;
}
