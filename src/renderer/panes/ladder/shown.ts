/** What the ladder's header and its rows share: the shown outcome, and whether it follows the middle. */
import type { Side } from '#shared/market/outcome.ts';
import { holdValue } from '../../ui/held.ts';

export const shownSide = holdValue<Side>('yes');
/** The trader wants the middle kept in sight. */
export const isLocked = holdValue(true);
/** False while scrolled away; the centre button then invites. */
export const isCentred = holdValue(true);
/** Rises with every wish to centre. */
export const centreWishes = holdValue(0);
