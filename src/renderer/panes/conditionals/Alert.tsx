/** Top bar: conditional orders that need an answer, or that wait because the keys are locked. */
import { openPane } from '../../domain/paneRequests.ts';
import { useFeed } from '../../feed/feed.ts';
import { feedKey } from '../../feed/mirror.ts';

export function Alert() {
  const view = useFeed([feedKey.conditionals], (mirror) => mirror.conditionals());
  const text = view === null ? null : describe(view.halted, view.locked);
  if (text === null) return null;
  return (
    <span role="alert">
      <button type="button" className="button pane-alert bad" onClick={() => openPane('conditionals')}>
        {text}
      </button>
    </span>
  );
}

function describe(halted: number, locked: number): string | null {
  if (halted > 0) return halted === 1 ? '1 conditional needs an answer' : `${halted} conditionals need an answer`;
  if (locked > 0) return locked === 1 ? '1 conditional waits: locked' : `${locked} conditionals wait: locked`;
  return null;
}
