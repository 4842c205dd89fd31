/** The open dialog, one at a time, and the notices. */
import { create } from 'zustand';
import { addNotice, dismissAll, dismissNotice, type Notice, type NoticeTone, SHOWN_MS } from './notices.ts';

export type OverlayName = 'wizard' | 'apiKey' | 'unlock' | 'secondKey' | 'notices' | 'keys' | null;

interface OverlayStore {
  readonly open: OverlayName;
  /** The history, newest last; those that are not dismissed are current. */
  readonly notices: readonly Notice[];
  show(name: OverlayName): void;
  notify(tone: NoticeTone, title: string, detail?: string | null): void;
  dismiss(id: number): void;
  dismissAll(): void;
}

let nextId = 1;

export const useOverlay = create<OverlayStore>((set) => ({
  open: null,
  notices: [],
  show: (name) => set({ open: name }),
  notify: (tone, title, detail = null) => {
    const id = nextId++;
    set(({ notices }) => ({ notices: addNotice(notices, { tone, title, detail }, id, Date.now()) }));
    // A repeated notice has a new id, so this time is counted from the last one.
    const shownMs = SHOWN_MS[tone];
    if (shownMs !== null) window.setTimeout(() => useOverlay.getState().dismiss(id), shownMs);
  },
  dismiss: (id) => set(({ notices }) => ({ notices: dismissNotice(notices, id) })),
  dismissAll: () => set(({ notices }) => ({ notices: dismissAll(notices) })),
}));
