/** Settings of one book pane. */
import { GROUPINGS, type Grouping } from '../../domain/markets/bookLevels.ts';
import { createPaneSetting } from '../../domain/workspaces/panes.ts';

/** Ticks in one row. */
export const groupingSetting = createPaneSetting<Grouping>(
  'grouping',
  1,
  (saved) => GROUPINGS.find((one) => one === saved) ?? null,
);

/** Whether the depth above the levels is drawn, where there is room for it. */
export const depthSetting = createPaneSetting<boolean>('depth', true, (saved) =>
  typeof saved === 'boolean' ? saved : null,
);
