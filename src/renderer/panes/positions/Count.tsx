/** Number of open positions. */
import { useFeed } from '../../feed/feed.ts';
import { feedKey } from '../../feed/mirror.ts';

export function Count() {
  const count = useFeed(
    [feedKey.account],
    (mirror) => mirror.account()?.positions.filter((position) => position.quantity > 0).length ?? 0,
  );
  return count === 0 ? null : count;
}
