/** Health pane header: the overall status. */
import { useFeed } from '../../feed/feed.ts';
import { feedKey } from '../../feed/mirror.ts';
import { useNow } from '../../ui/clock.ts';
import { Dot } from '../../ui/parts.tsx';
import { summarizeHealth } from './model.ts';

export function Header() {
  const health = useFeed([feedKey.health], (mirror) => mirror.health());
  const status = summarizeHealth(health, useNow(1_000));
  return (
    <span className="dim">
      <Dot tone={status.tone} label={status.text} /> {status.text}
    </span>
  );
}
