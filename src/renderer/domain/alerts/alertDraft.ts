/** Request for the form of the Alerts pane: a new alert of the market in front at its price, or a change of one. */
import { create } from 'zustand';
import type { MarketId } from '#shared/units/ids.ts';
import { feed } from '../../feed/feed.ts';
import { useActions } from '../keys/actions.ts';
import { findMarket } from '../markets/markets.ts';
import { linkKeyOf, marketOf } from '../workspaces/links.ts';
import { openPane } from '../workspaces/paneRequests.ts';
import { paneRecord } from '../workspaces/panes.ts';

export interface AlertDraft {
  readonly market: MarketId | null;
  /** Millionths, in terms of yes; null where no price is known. */
  readonly level: number | null;
}

interface DraftStore {
  /** What the form of a new alert begins with; null while none is open. */
  readonly draft: AlertDraft | null;
  /** Id of the alert whose form is open; null: none. */
  readonly editedId: string | null;
}

export const useAlertDraft = create<DraftStore>(() => ({ draft: null, editedId: null }));

/** Opens the form; without a level at the middle of the market's book, or where it is not on screen at the last price. */
export function openAlertForm(
  market: MarketId | null,
  level: number | null = market === null ? null : middleOf(market),
): void {
  useAlertDraft.setState({ draft: { market, level }, editedId: null });
  openPane('alerts');
}

/** Opens the form of an alert that is there. */
export function editAlert(id: string): void {
  useAlertDraft.setState({ draft: null, editedId: id });
  openPane('alerts');
}

export function closeAlertForm(): void {
  useAlertDraft.setState({ draft: null, editedId: null });
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
