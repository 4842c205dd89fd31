/** What the window shows before main serves it: nothing, or how far the upgrade of the order journal is. */
import { BARS_LABELS } from '#shared/text/barsLabels.ts';
import { useFeed } from '../feed/feed.ts';
import { feedKey } from '../feed/mirror.ts';
import './starting.css';

export function Starting() {
  const starting = useFeed([feedKey.starting], (mirror) => mirror.starting());
  if (starting === null) return null;
  const { done, total } = starting;
  return (
    <main className="starting">
      <p role="status" aria-busy="true" data-testid="starting">
        {BARS_LABELS.upgradingJournal(Math.floor((100 * done) / Math.max(1, total)))}
      </p>
      <progress aria-label={BARS_LABELS.upgradeProgress} value={done} max={total} />
    </main>
  );
}
