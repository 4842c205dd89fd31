/** Table of the positions pane. */
import { tablePane } from '../../tablePane/tablePane.tsx';
import { CHOOSABLE_COLUMNS } from './columns.tsx';
import type { PositionRow } from './model.ts';

export const positionsTable = tablePane<PositionRow>({
  label: 'Positions',
  keyOf: ({ position }) => `${position.market}:${position.outcome}:${position.custody}`,
  // Locked is quantity less sellable.
  columns: { of: CHOOSABLE_COLUMNS, hidden: ['locked'] },
});
