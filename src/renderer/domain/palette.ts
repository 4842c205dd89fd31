/** State of the palette: whether it is open, its text, and the latest entries of this session. */
import { create } from 'zustand';

const MAX_RECENT = 8;

interface PaletteStore {
  readonly isOpen: boolean;
  readonly text: string;
  /** Ids of entries, newest first. */
  readonly recent: readonly string[];
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
