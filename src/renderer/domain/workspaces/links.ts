/**
 * Link groups: panes of one colour follow one market and share one order draft.
 *
 * Invariants  A pane without a colour has a market and a draft of its own, under its own id.
 */
import { create } from 'zustand';
import type { MarketId } from '#shared/units/ids.ts';

export const LINK_COLOURS = ['blue', 'green', 'orange', 'violet'] as const;

export type LinkColour = (typeof LINK_COLOURS)[number];
export type PaneLink = LinkColour | 'none';

/** What panes share a market and a draft under: a colour, or the id of one pane. */
export type LinkKey = LinkColour | `pane:${string}`;

export function linkKeyOf(paneId: string, link: PaneLink): LinkKey {
  return link === 'none' ? `pane:${paneId}` : link;
}

export function isPaneLink(value: unknown): value is PaneLink {
  return value === 'none' || LINK_COLOURS.some((colour) => colour === value);
}

interface LinkStore {
  readonly markets: Readonly<Partial<Record<LinkKey, MarketId>>>;
}

export const useLinks = create<LinkStore>(() => ({ markets: {} }));

/** The market under `key`; null before one is chosen. */
export function marketOf(key: LinkKey): MarketId | null {
  return useLinks.getState().markets[key] ?? null;
}

/** Makes every pane under `key` show `market`. */
export function followMarket(key: LinkKey, market: MarketId): void {
  if (marketOf(key) === market) return;
  useLinks.setState(({ markets }) => ({ markets: { ...markets, [key]: market } }));
}

/** Forgets the market of an unlinked pane, when it closes. */
export function dropMarket(key: LinkKey): void {
  if (marketOf(key) !== null) useLinks.setState(({ markets: { [key]: _dropped, ...markets } }) => ({ markets }));
}

/** Type of a dragged market; its data is the market's id. */
const MARKET_TYPE = 'application/x-adyton-market';

/** Makes a drag carry `market`; called by the row that is dragged. */
export function dragMarket(transfer: Pick<DataTransfer, 'setData' | 'effectAllowed'>, market: MarketId): void {
  transfer.setData(MARKET_TYPE, market);
  transfer.effectAllowed = 'link';
}

/** The dragged market; empty while the drag is under way, when its data is not readable yet; null for another drag. */
export function readDraggedMarket(transfer: Pick<DataTransfer, 'types' | 'getData'> | null): string | null {
  return transfer?.types.includes(MARKET_TYPE) ? transfer.getData(MARKET_TYPE) : null;
}
