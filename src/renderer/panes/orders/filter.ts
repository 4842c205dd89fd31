/** Which orders are shown: chosen in the header, obeyed by the rows. */
import { holdValue } from '../../ui/held.ts';
import type { Filter } from './model.ts';

export const filter = holdValue<Filter>('all');
