/**
 * Prices of orders of conditionals: on the grid, walked toward the worst price, never beyond it.
 *
 * Units       Millionths, in the terms of the order's outcome.
 */
import type { Direction } from '../../../market/outcome.ts';
import type { Tick } from '../../../market/tickGrid.ts';
import { MICROS } from '../../../units/micros.ts';
import type { Price } from '../../../units/price.ts';
import type { Walk } from './termsFields.ts';

/** The nearest price of the grid that is not beyond `worst`; a price that takes more, where both fit. */
export function onGrid(direction: Direction, price: number, worst: Price, tick: Tick): Price {
  const highest = Math.floor((MICROS - tick) / tick);
  const bound = (steps: number): number => Math.min(Math.max(steps, 1), highest) * tick;
  if (direction === 'sell') return Math.max(bound(Math.floor(price / tick)), bound(Math.ceil(worst / tick))) as Price;
  return Math.min(bound(Math.ceil(price / tick)), bound(Math.floor(worst / tick))) as Price;
}

/** A limit walks by a tick at this pace. */
const WALK_EVERY_MS = 2_000;

/** A limit that has somewhere to go walks there. */
export function walkBetween(limit: Price, worst: Price): Walk | null {
  return limit === worst ? null : { ticks: 1, everyMs: WALK_EVERY_MS };
}

/** How often a walk has moved since it began. */
export function walkSteps(walk: Walk, startedAtMs: number, nowMs: number): number {
  return Math.max(0, Math.floor((nowMs - startedAtMs) / walk.everyMs));
}

/** Limit of a stop's order: after the trigger it walks to the worst price and stays there. */
export function stopPrice(
  leg: { readonly direction: Direction; readonly limit: number; readonly worst: Price; readonly walk: Walk | null },
  tick: Tick,
  firedAtMs: number,
  nowMs: number,
): Price {
  const moved = leg.walk === null ? 0 : walkSteps(leg.walk, firedAtMs, nowMs) * leg.walk.ticks * tick;
  const price = leg.direction === 'sell' ? leg.limit - moved : leg.limit + moved;
  return onGrid(leg.direction, price, leg.worst, tick);
}

/** The walk's next move; none once the worst price is reached. */
export function nextWalk(
  leg: { readonly direction: Direction; readonly limit: number; readonly worst: Price; readonly walk: Walk | null },
  tick: Tick,
  firedAtMs: number,
  nowMs: number,
): readonly number[] {
  if (
    leg.walk === null ||
    stopPrice(leg, tick, firedAtMs, nowMs) === onGrid(leg.direction, leg.worst, leg.worst, tick)
  ) {
    return [];
  }
  return [firedAtMs + (walkSteps(leg.walk, firedAtMs, nowMs) + 1) * leg.walk.everyMs];
}
