/** Top bar: conditional orders that need an answer, or that wait because the keys are locked. */
import { openPane } from '../../domain/workspaces/paneRequests.ts';
import { useFeed } from '../../feed/feed.ts';
import { feedKey } from '../../feed/mirror.ts';
import { PaneAlert } from '../../ui/marks/PaneAlert.tsx';

export function Alert() {
  const view = useFeed([feedKey.conditionals], (mirror) => mirror.conditionals());
  const words = view === null ? null : describe(view.halted + view.unreadable.length, view.locked);
  return words === null ? null : <PaneAlert {...words} isUrgent onOpen={() => openPane('conditionals')} />;
}

function describe(halted: number, locked: number): { readonly text: string; readonly short: string } | null {
  if (halted > 0) {
    const text = halted === 1 ? '1 conditional needs an answer' : `${halted} conditionals need an answer`;
    return { text, short: halted === 1 ? '1 needs an answer' : `${halted} need an answer` };
  }
  if (locked > 0) {
    const text = locked === 1 ? '1 conditional waits: locked' : `${locked} conditionals wait: locked`;
    return { text, short: locked === 1 ? '1 waits: locked' : `${locked} wait: locked` };
  }
  return null;
}
