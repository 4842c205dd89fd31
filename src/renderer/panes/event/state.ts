/** Settings of one event pane. */
import type { MarketId } from '#shared/units/ids.ts';
import { createPaneSetting, createPaneState } from '../../domain/workspaces/panes.ts';
import { parseHiddenColumns } from '../../ui/table/tableColumns.ts';
import { parseTableSort, type TableSort } from '../../ui/table/tableSort.ts';

export type EventView = 'table' | 'ladders';

export const viewSetting = createPaneSetting<EventView>('view', 'table', (saved) =>
  saved === 'table' || saved === 'ladders' ? saved : null,
);

export const sortSetting = createPaneSetting<TableSort | null>('sort', null, parseTableSort);

export const hiddenColumns = createPaneSetting<readonly string[]>('hiddenColumns', [], parseHiddenColumns);

/** Whether the ways of the chosen outcome are shown. */
export const waysSetting = createPaneSetting<boolean>('ways', true, (saved) =>
  typeof saved === 'boolean' ? saved : null,
);

/** What a click on the price under the pointer or the focus does. */
export const hintText = createPaneState<{ readonly market: MarketId; readonly text: string } | null>('hint', null);
