/** Table of the conditional orders: its filters and columns. */
import type { ConditionalView } from '#shared/ipc/conditionals/conditionals.ts';
import { CONDITIONALS_PANE_LABELS } from '#shared/text/conditionals/conditionalsPaneLabels.ts';
import { choiceFilter, marketFilter, searchFilter } from '../../tablePane/filters.ts';
import { tablePane } from '../../tablePane/tablePane.tsx';
import { CHOOSABLE_COLUMNS } from './columns.tsx';
import { STATE_FILTERS } from './filter.ts';
import { describeState, rankOf } from './model.ts';

export const FILTERS = {
  state: choiceFilter('filter', 'State', STATE_FILTERS, 'all'),
  market: marketFilter(),
  text: searchFilter(CONDITIONALS_PANE_LABELS.findConditionalOrders),
} as const;

export const conditionalsTable = tablePane<ConditionalView, typeof FILTERS>({
  label: CONDITIONALS_PANE_LABELS.conditionalOrders,
  keyOf: ({ id }) => id,
  columns: { of: CHOOSABLE_COLUMNS, hidden: ['time'] },
  filters: FILTERS,
  rowClass,
  rank: rankOf,
  formatCount: ({ visible, all }) => `${visible} of ${all} conditional orders`,
});

function rowClass(view: ConditionalView): string | undefined {
  const { tone } = describeState(view);
  return tone === 'bad' ? 'bad' : tone === 'loud' ? 'loud' : tone === 'over' || tone === 'good' ? 'over' : undefined;
}
