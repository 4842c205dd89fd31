/** Table of the fills pane: its filters and columns. */
import type { Fill } from '#shared/order/account/account.ts';
import { FILLS_PANE_LABELS } from '#shared/text/orders/fillsPaneLabels.ts';
import { choiceFilter, marketFilter, searchFilter } from '../../tablePane/filters.ts';
import { tablePane } from '../../tablePane/tablePane.tsx';
import { formatCount, PERIODS } from './filter.ts';

const FILTERS = {
  period: choiceFilter('period', 'Period', PERIODS, 'all'),
  market: marketFilter(),
  text: searchFilter(FILLS_PANE_LABELS.findFills),
} as const;

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
