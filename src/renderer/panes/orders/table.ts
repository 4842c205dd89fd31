/** Table of the orders pane: its filters and columns. */
import type { OrderView } from '#shared/ipc/views.ts';
import { isTerminal } from '#shared/order/life.ts';
import { ORDERS_PANE_LABELS } from '#shared/text/orders/ordersPaneLabels.ts';
import { choiceFilter, marketFilter, searchFilter } from '../../tablePane/filters.ts';
import { tablePane } from '../../tablePane/tablePane.tsx';
import { CHOOSABLE_COLUMNS } from './columns.tsx';
import { SIDE_FILTERS, STATE_FILTERS } from './filter.ts';
import { describeState, keyOf } from './model.ts';

export const FILTERS = {
  state: choiceFilter('filter', 'State', STATE_FILTERS, 'all'),
  side: choiceFilter('side', 'Side', SIDE_FILTERS, 'all'),
  market: marketFilter(),
  text: searchFilter(ORDERS_PANE_LABELS.findOrders),
} as const;

export const ordersTable = tablePane<OrderView, typeof FILTERS>({
  label: 'Orders',
  keyOf,
  // What an order locks is in its details too.
  columns: { of: CHOOSABLE_COLUMNS, hidden: ['locked'] },
  filters: FILTERS,
  rowClass,
  // Orders of unknown outcome stay on top under every sort.
  rank: ({ life }) => (life.at === 'unknown' ? 0 : 1),
  isLong: true,
  formatCount: ({ visible, all, hasMore }) =>
    hasMore ? `${visible} of the ${all} orders read` : `${visible} of ${all} orders`,
});

function rowClass(order: OrderView): string | undefined {
  if (describeState(order).tone === 'loud') return 'loud';
  return isTerminal(order.life) ? 'over' : undefined;
}
