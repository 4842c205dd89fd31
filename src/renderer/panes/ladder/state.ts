/** State of one ladder, shared by its header and its rows. */
import type { Side } from '#shared/market/outcome.ts';
import { createPaneSetting, createPaneState } from '../../domain/panes.ts';

export const sideSetting = createPaneSetting<Side>('side', 'yes', (saved) =>
  saved === 'yes' || saved === 'no' ? saved : null,
);

/** True while the rows follow the middle of the book. */
export const followsMiddle = createPaneSetting<boolean>('followsMiddle', true, (saved) =>
  typeof saved === 'boolean' ? saved : null,
);

/** False while scrolled away from the middle: the header then marks its centre button. */
export const isCentred = createPaneState('isCentred', true);
