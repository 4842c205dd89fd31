/** What the ladder's header and its rows share: the shown outcome, and whether it follows the middle. */
import type { Side } from '#shared/market/outcome.ts';
import { createPaneState } from '../../ui/paneState.ts';

export const shownSide = createPaneState<Side>('yes');
/** The trader wants the middle kept in sight. */
export const isLocked = createPaneState(true);
/** False while scrolled away; the centre button then invites. */
export const isCentred = createPaneState(true);
/** Rises with every wish to centre. */
export const centreWishes = createPaneState(0);
