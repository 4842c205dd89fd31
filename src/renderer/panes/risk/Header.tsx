/** Risk pane header: the state of the loss stop. */
import { readRiskState } from '../../domain/risk/risk.ts';
import { feed, useFeed } from '../../feed/feed.ts';
import { feedKey } from '../../feed/mirror.ts';
import { useNow } from '../../ui/clock.ts';
import { Dot } from '../../ui/parts.tsx';
import { describeStop } from './model.ts';

export function Header() {
  const vault = useFeed([feedKey.wallet, feedKey.account], (mirror) => mirror.wallet()?.vault);
  const now = useNow(1_000);
  if (vault !== 'unlocked') return null;
  const { tone, text } = describeStop(readRiskState(feed, now));
  return (
    <span className="dim">
      <Dot tone={tone} label={text} /> {text}
    </span>
  );
}
