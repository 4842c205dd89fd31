/** Number of open orders, highlighted while one is unknown. */
import { isTerminal } from '#shared/order/life.ts';
import { useFeed } from '../../feed/feed.ts';
import { feedKey } from '../../feed/mirror.ts';

export function Count() {
  const orders = useFeed([feedKey.account], (mirror) => mirror.account()?.orders ?? []);
  const open = orders.filter((order) => !isTerminal(order.life));
  if (open.length === 0) return null;
  return <span className={open.some((order) => order.life.at === 'unknown') ? 'mine' : undefined}>{open.length}</span>;
}
