/** Size filter of one tape, shared by its header and its rows. */
import { createPaneSetting } from '../../domain/panes.ts';
import { SIZES } from './model.ts';

/** In contracts. */
export const minimumSize = createPaneSetting<number>(
  'minimumSize',
  0,
  (saved) => SIZES.find((size) => size === saved) ?? null,
);
