/** Table of the fills pane: its filters and columns. */
import type { Fill } from '#shared/order/account/account.ts';
import { choiceFilter, marketFilter } from '../../tablePane/filters.ts';
import { tablePane } from '../../tablePane/tablePane.tsx';
import { formatCount, PERIODS } from './filter.ts';

const FILTERS = { period: choiceFilter('period', 'Period', PERIODS, 'all'), market: marketFilter() } as const;

export const fillsTable = tablePane<Fill, typeof FILTERS>({
  label: 'Fills',
  keyOf: (fill) => `${fill.id}/${fill.orderId}`,
  columns: {
    of: [
      { id: 'value', name: 'Value' },
      { id: 'fee', name: 'Fee' },
      { id: 'state', name: 'State' },
      { id: 'order', name: 'Order' },
      { id: 'fill', name: 'Fill' },
    ],
  },
  filters: FILTERS,
  isLong: true,
  formatCount,
});
