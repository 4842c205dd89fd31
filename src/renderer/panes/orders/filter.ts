/** Which orders are shown: chosen in the header, obeyed by the rows. */
import { createPaneState } from '../../ui/paneState.ts';
import type { Filter } from './model.ts';

export const filter = createPaneState<Filter>('all');
