/** The open dialog, one at a time, and short notices. */
import { create } from 'zustand';

export type OverlayName = 'wizard' | 'unlock' | 'secondKey' | null;
export type NoticeTone = 'good' | 'warn' | 'bad';

export interface Notice {
  readonly id: number;
  readonly tone: NoticeTone;
  readonly title: string;
  readonly detail: string | null;
}

interface OverlayStore {
  readonly open: OverlayName;
  readonly notices: readonly Notice[];
  show(name: OverlayName): void;
  notify(tone: NoticeTone, title: string, detail?: string | null): void;
  dismiss(id: number): void;
}

let nextId = 1;

export const useOverlay = create<OverlayStore>((set) => ({
  open: null,
  notices: [],
  show: (name) => set({ open: name }),
  notify: (tone, title, detail = null) => {
    const notice: Notice = { id: nextId++, tone, title, detail };
    set((state) => ({ notices: [...state.notices.slice(-3), notice] }));
    window.setTimeout(() => useOverlay.getState().dismiss(notice.id), tone === 'bad' ? 12_000 : 5_000);
  },
  dismiss: (id) => set((state) => ({ notices: state.notices.filter((notice) => notice.id !== id) })),
}));
