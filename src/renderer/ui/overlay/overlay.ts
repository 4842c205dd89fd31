/** The open dialog, one at a time, and the notices. */
import { create } from 'zustand';
import type { Became, NoticeFact, Report } from '../../domain/noticeFacts.ts';
import {
  addNotice,
  dismissAll,
  dismissNotice,
  endAttempts,
  followNotices,
  type Notice,
  type NoticeTone,
  SHOWN_MS,
} from './notices.ts';

export type OverlayName = 'wizard' | 'apiKey' | 'unlock' | 'secondKey' | 'notices' | 'keys' | null;

interface OverlayStore {
  readonly open: OverlayName;
  /** The history, newest last; those that are not dismissed are current. */
  readonly notices: readonly Notice[];
  show(name: OverlayName): void;
  /** `fact`: what the notice is about; it does not outlive it. */
  notify(tone: NoticeTone, title: string, detail: string | null, fact: NoticeFact): void;
  report(report: Report): void;
  /** The act of a notice was tried again, with success. */
  endAttempt(of: string): void;
  /** Changes and ends notices by what became of their facts. */
  follow(follow: (report: Report) => Became): void;
  dismiss(id: number): void;
  dismissAll(): void;
}

let nextId = 1;

/** A repeated or changed notice counts its time anew. */
function dismissLater({ id, tone, title, atMs }: Notice): void {
  const shownMs = SHOWN_MS[tone];
  if (shownMs === null) return;
  window.setTimeout(() => {
    const { notices, dismiss } = useOverlay.getState();
    const now = notices.find((one) => one.id === id);
    if (now?.title === title && now.atMs === atMs) dismiss(id);
  }, shownMs);
}

export const useOverlay = create<OverlayStore>((set, get) => ({
  open: null,
  notices: [],
  show: (name) => set({ open: name }),
  notify: (tone, title, detail, fact) => get().report({ tone, title, detail, fact }),
  report: (report) => {
    const id = nextId++;
    const notices = addNotice(get().notices, report, id, Date.now());
    set({ notices });
    for (const notice of notices) if (notice.id === id) dismissLater(notice);
  },
  endAttempt: (of) => set(({ notices }) => ({ notices: endAttempts(notices, { kind: 'attempt', of }) })),
  follow: (follow) => {
    const before = get().notices;
    const notices = followNotices(before, follow);
    if (notices === before) return;
    set({ notices });
    for (const [at, notice] of notices.entries())
      if (notice !== before[at] && !notice.isDismissed) dismissLater(notice);
  },
  dismiss: (id) => set(({ notices }) => ({ notices: dismissNotice(notices, id) })),
  dismissAll: () => set(({ notices }) => ({ notices: dismissAll(notices) })),
}));
