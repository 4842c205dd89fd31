/** The kinds of conditional orders by name. */
import type { Kind } from './plan.ts';
import type { ConditionalKind } from './terms.ts';
import { bracket } from './types/bracket.ts';
import { chase } from './types/chase.ts';
import { closeBefore } from './types/closeBefore.ts';
import { goodTill } from './types/goodTill.ts';
import { iceberg } from './types/iceberg.ts';
import { oco } from './types/oco.ts';
import { offset } from './types/offset.ts';
import { oneCancelsAll } from './types/oneCancelsAll.ts';
import { scale } from './types/scale.ts';
import { stop } from './types/stop.ts';
import { takeProfit } from './types/takeProfit.ts';
import { trailing } from './types/trailing.ts';
import { twap } from './types/twap.ts';

export const KINDS: Readonly<Record<ConditionalKind, Kind>> = {
  stop,
  takeProfit,
  trailing,
  oco,
  bracket,
  closeBefore,
  goodTill,
  scale,
  iceberg,
  twap,
  chase,
  oneCancelsAll,
  offset,
};
