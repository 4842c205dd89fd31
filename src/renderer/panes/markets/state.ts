/** Search of one markets pane: the field is in its header, the rows in its body. */
import type { MarketId } from '#shared/units/ids.ts';
import { createPaneState } from '../../domain/panes.ts';

export const searchText = createPaneState('searchText', '');

/** The row that the arrow keys are on; null: the row of the selected market. */
export const cursorMarket = createPaneState<MarketId | null>('cursorMarket', null);

/** Last key of the search field that moves in the list; `count` rises with each. */
export interface ListKey {
  readonly step: 1 | -1 | 'choose';
  readonly count: number;
}

export const listKey = createPaneState<ListKey | null>('listKey', null);
