/** The verdict in three words. */
import { useFeed } from '../../feed/feed.ts';
import { feedKey } from '../../feed/mirror.ts';
import { useNow } from '../../ui/clock.ts';
import { Dot } from '../../ui/parts.tsx';
import { judge } from './model.ts';

export function Header() {
  const health = useFeed([feedKey.health], (mirror) => mirror.health());
  const verdict = judge(health, useNow(1_000));
  return (
    <span className="dim">
      <Dot tone={verdict.tone} label={verdict.text} /> {verdict.text}
    </span>
  );
}
