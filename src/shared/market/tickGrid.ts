/** Tick grid of a market: multiples of its tick from one tick to a dollar minus one tick. */
import { MICROS } from '../units/micros.ts';
import type { Price } from '../units/price.ts';
import { type Shares, toShares } from '../units/shares.ts';

/** Tick size in millionths. */
export type Tick = number & { readonly unit: 'Tick' };

/** The interface states no tick: docs/assumptions.md#tick. */
export const DEFAULT_TICK = 10_000 as Tick;

export function isOnTick(price: Price, tick: Tick): boolean {
  return price % tick === 0 && price >= tick && price <= MICROS - tick;
}

/** Nearest price of the grid, for pointer positions and suggestions; a typed price is checked instead. */
export function nearestOnTick(micros: number, tick: Tick): Price {
  const rounded = Math.round(micros / tick) * tick;
  const highest = Math.floor((MICROS - tick) / tick) * tick;
  return Math.min(Math.max(rounded, tick), highest) as Price;
}

/** Smallest number of shares whose cost is exact at every price of the grid: 0.0001 at a tick of 0.01. */
export function smallestLot(tick: Tick): Shares {
  let a = MICROS;
  let b: number = tick;
  while (b !== 0) [a, b] = [b, a % b];
  return toShares(MICROS / a);
}

/** Decimals of the grid's prices: 10_000 → 2, 1_000 → 3; at least 2. */
export function tickDecimals(tick: Tick): number {
  let decimals = 6;
  for (let unit = 10; decimals > 0 && tick % unit === 0; unit *= 10) decimals -= 1;
  return Math.max(decimals, 2);
}
