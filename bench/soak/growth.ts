/**
 * Judges a series of measurements: does a quantity grow as long as the program runs?
 *
 * Units       Time in minutes; growth in the quantity's unit an hour.
 * Invariants  The first third does not count: compilers, caches and bounded lists fill up then. What is measured is the same state of
 *             the program each time, so a leak raises nearly every measurement, while noise and a single step do not.
 */

export interface Point {
  readonly minute: number;
  readonly value: number;
}

export interface Growth {
  /** Median of the slopes between all pairs of the measurements that count: a few high or low ones do not change it. */
  readonly perHour: number;
  /** Share of those pairs whose later value is higher; equal ones count half. */
  readonly rising: number;
  readonly isGrowing: boolean;
}

export const LEAST_POINTS = 9;
/** Of noise half of the pairs rise; of one step at most this share, where it is in the middle of six measurements. */
const LEAST_RISING = 0.8;

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** Expects at least nine measurements, in the order of their time; `limit` is the growth an hour that is allowed. */
export function judgeGrowth(points: readonly Point[], limit: number): Growth {
  if (points.length < LEAST_POINTS) {
    throw new RangeError(`Expected at least nine measurements, found ${points.length}`);
  }
  const counted = points.slice(Math.floor(points.length / 3));
  const pairs = counted.flatMap((a, at) => counted.slice(at + 1).map((b) => [a, b] as const));
  const perHour = median(pairs.map(([a, b]) => ((b.value - a.value) * 60) / (b.minute - a.minute)));
  const rises = pairs.map(([a, b]): number => (b.value > a.value ? 1 : b.value === a.value ? 0.5 : 0));
  const rising = rises.reduce((sum, one) => sum + one, 0) / rises.length;
  return { perHour, rising, isGrowing: perHour > limit && rising > LEAST_RISING };
}
