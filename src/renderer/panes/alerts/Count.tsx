/** Number of firings that nobody has looked at. */
import { useFeed } from '../../feed/feed.ts';
import { feedKey } from '../../feed/mirror.ts';

export function Count() {
  const unseen = useFeed([feedKey.alerts], (mirror) => mirror.alerts()?.unseen ?? 0);
  return unseen === 0 ? null : unseen;
}
