/** The kinds of conditional orders by name. */
import type { Kind } from './plan.ts';
import type { ConditionalKind } from './terms.ts';
import { bracket } from './types/bracket.ts';
import { closeBefore } from './types/closeBefore.ts';
import { goodTill } from './types/goodTill.ts';
import { oco } from './types/oco.ts';
import { stop } from './types/stop.ts';
import { takeProfit } from './types/takeProfit.ts';
import { trailing } from './types/trailing.ts';

export const KINDS: Readonly<Record<ConditionalKind, Kind>> = {
  stop,
  takeProfit,
  trailing,
  oco,
  bracket,
  closeBefore,
  goodTill,
};
