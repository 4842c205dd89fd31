/** The search text and the row under the keyboard: the field is in the pane's header, the rows in its body. */
import type { MarketId } from '#shared/units/ids.ts';
import { holdValue } from '../../ui/held.ts';

export const query = holdValue('');
/** Where the arrow keys are; null follows the selected market. */
export const cursor = holdValue<MarketId | null>(null);
/** Steps from the search field, taken by the list, which knows its rows. */
export const keyed = holdValue<{ readonly step: 1 | -1 | 'choose'; readonly at: number } | null>(null);
