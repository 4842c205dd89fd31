/** Sort and columns of one positions pane. */
import { createPaneSetting } from '../../domain/workspaces/panes.ts';
import { parseHiddenColumns } from '../../ui/table/tableColumns.ts';
import { parseTableSort, type TableSort } from '../../ui/table/tableSort.ts';

export const sortSetting = createPaneSetting<TableSort | null>('sort', null, parseTableSort);

/** Locked is quantity less sellable. */
export const hiddenColumns = createPaneSetting<readonly string[]>('hiddenColumns', ['locked'], parseHiddenColumns);
