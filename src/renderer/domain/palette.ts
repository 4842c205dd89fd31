/** State of the palette: whether it is open, its text, and the latest entries of this session. */
import { create } from 'zustand';
import type { MarketId } from '#shared/units/ids.ts';

const MAX_RECENT = 8;

interface PaletteStore {
  readonly isOpen: boolean;
  readonly text: string;
  /** Ids of entries, newest first. */
  readonly recent: readonly string[];
}

const MARKET = 'market:';

export function idOfMarketEntry(market: MarketId): string {
  return `${MARKET}${market}`;
}

/** The market of an entry; none for another entry. */
export function marketOfEntry(id: string): readonly MarketId[] {
  return id.startsWith(MARKET) ? [id.slice(MARKET.length) as MarketId] : [];
}

export const usePalette = create<PaletteStore>(() => ({ isOpen: false, text: '', recent: [] }));

export function openPalette(text = ''): void {
  usePalette.setState({ isOpen: true, text });
}

export function closePalette(): void {
  usePalette.setState({ isOpen: false, text: '' });
}

/** Notes that the entry was used. */
export function rememberEntry(id: string): void {
  usePalette.setState(({ recent }) => ({ recent: [id, ...recent.filter((one) => one !== id)].slice(0, MAX_RECENT) }));
}
