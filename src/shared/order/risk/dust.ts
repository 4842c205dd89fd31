/**
 * Dust: shares that no order on the grid can sell exactly, and so stay until the market resolves.
 *
 * Units       Shares in millionths.
 * Source      docs/risk.md#dust; docs/assumptions.md#smallest-order.
 */

import { smallestLot, type Tick } from '../../market/tickGrid.ts';
import { type Shares, toShares } from '../../units/shares.ts';
import type { OrderIntent } from '../intent.ts';
import type { RiskContext } from './context.ts';
import { sumHoldings } from './loss.ts';

/** Shares of the outcome that could not be sold once the order has filled; 0 when all could. */
export function dustAfter(intent: OrderIntent, state: Pick<RiskContext, 'positions'>, tick: Tick): Shares {
  const before = sumHoldings(state.positions ?? [], intent.market)[intent.side].shares;
  const after = intent.direction === 'buy' ? before + intent.shares : Math.max(0, before - intent.shares);
  return toShares(after % smallestLot(tick));
}
