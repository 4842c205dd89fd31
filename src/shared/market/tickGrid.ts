/** The prices at which a market trades: multiples of its tick, from one tick to one less than a dollar. */
import { MICROS } from '../units/micros.ts';
import type { Price } from '../units/price.ts';

/** Tick size in millionths. */
export type Tick = number & { readonly unit: 'Tick' };

/** The interface shows no tick: docs/assumptions.md#tick. */
export const DEFAULT_TICK = 10_000 as Tick;

export function isOnTick(price: Price, tick: Tick): boolean {
  return price % tick === 0 && price >= tick && price <= MICROS - tick;
}

/** Nearest price of the grid, never outside it; for pointer positions and suggestions, never for a typed price. */
export function nearestOnTick(micros: number, tick: Tick): Price {
  const rounded = Math.round(micros / tick) * tick;
  const highest = Math.floor((MICROS - tick) / tick) * tick;
  return Math.min(Math.max(rounded, tick), highest) as Price;
}

/** Decimals needed to write every price of the grid: 10_000 → 2, 1_000 → 3. */
export function tickDecimals(tick: Tick): number {
  let decimals = 6;
  for (let unit = 10; decimals > 0 && tick % unit === 0; unit *= 10) decimals -= 1;
  return Math.max(decimals, 2);
}
