/** Settings of one Depth pane: outcome and width of the price range. */
import type { Side } from '#shared/market/outcome.ts';
import { createPaneSetting } from '../../domain/workspaces/panes.ts';

const SIDES = ['yes', 'no'] as const;
export const sideSetting = createPaneSetting<Side>(
  'side',
  'yes',
  (saved) => SIDES.find((one) => one === saved) ?? null,
);

/** Cents from the middle to each edge; 'all' is the whole book. */
const RANGES = ['5', '10', '25', 'all'] as const;
export type DepthRange = (typeof RANGES)[number];
export const rangeSetting = createPaneSetting<DepthRange>(
  'range',
  'all',
  (saved) => RANGES.find((one) => one === saved) ?? null,
);
