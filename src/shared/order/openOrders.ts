/** Orders that may rest at the exchange. */
import { isTerminal, type OrderLife } from './life.ts';

/** Open, unknown and unreadable orders of an account; null while they are not read. */
export function countOpenOrders(view: {
  readonly at: 'none' | 'loading' | 'live' | 'unconfirmed' | 'stale';
  readonly orders: readonly { readonly life: OrderLife }[];
  readonly unreadable?: readonly unknown[];
}): number | null {
  if (view.at === 'none' || view.at === 'loading') return null;
  return view.orders.filter(({ life }) => !isTerminal(life)).length + (view.unreadable?.length ?? 0);
}
