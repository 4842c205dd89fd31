/** Filter of one orders pane, shared by its header and its rows. */
import { createPaneSetting } from '../../domain/panes.ts';
import type { Filter } from './model.ts';

export const filterSetting = createPaneSetting<Filter>('filter', 'all', (saved) =>
  saved === 'all' || saved === 'open' ? saved : null,
);
