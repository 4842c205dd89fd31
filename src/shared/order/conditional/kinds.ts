/** The kinds of conditional orders by name, in the order of menus. */
import { bracket } from './kinds/bracket.ts';
import { chase } from './kinds/chase.ts';
import { closeBefore } from './kinds/closeBefore.ts';
import { goodTill } from './kinds/goodTill.ts';
import { iceberg } from './kinds/iceberg.ts';
import { oco } from './kinds/oco.ts';
import { offset } from './kinds/offset.ts';
import { oneCancelsAll } from './kinds/oneCancelsAll.ts';
import { scale } from './kinds/scale.ts';
import { stop } from './kinds/stop.ts';
import { takeProfit } from './kinds/takeProfit.ts';
import { trailing } from './kinds/trailing.ts';
import { twap } from './kinds/twap.ts';

export const KINDS = {
  stop,
  takeProfit,
  oco,
  trailing,
  bracket,
  goodTill,
  closeBefore,
  scale,
  iceberg,
  twap,
  chase,
  oneCancelsAll,
  offset,
};
