/** Sort of one health pane's streams. */
import { createPaneSetting } from '../../domain/workspaces/panes.ts';
import { parseTableSort, type TableSort } from '../../ui/table/tableSort.ts';

export const sortSetting = createPaneSetting<TableSort | null>('sort', null, parseTableSort);
