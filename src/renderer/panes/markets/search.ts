/** The search text and the row under the keyboard: the field is in the pane's header, the rows in its body. */
import type { MarketId } from '#shared/units/ids.ts';
import { createPaneState } from '../../ui/paneState.ts';

export const query = createPaneState('');
/** Where the arrow keys are; null follows the selected market. */
export const cursor = createPaneState<MarketId | null>(null);
/** Steps from the search field, taken by the list, which knows its rows. */
export const keyed = createPaneState<{ readonly step: 1 | -1 | 'choose'; readonly at: number } | null>(null);
