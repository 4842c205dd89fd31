/** Number of conditional orders that have not ended, highlighted while one needs an answer. */
import { isOver } from '../../domain/conditionals/conditionalActs.ts';
import { useFeed } from '../../feed/feed.ts';
import { feedKey } from '../../feed/mirror.ts';

export function Count() {
  const view = useFeed([feedKey.conditionals], (mirror) => mirror.conditionals());
  if (view === null) return null;
  const count = view.isHidden ? view.active : view.conditionals.filter(({ life }) => !isOver(life.at)).length;
  const needed = view.halted + view.unreadable.length;
  if (count === 0 && needed === 0) return null;
  return <span className={needed > 0 ? 'mine' : undefined}>{count}</span>;
}
