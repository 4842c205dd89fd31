/**
 * Gap window: the newest gaps between messages and their quantiles.
 *
 * Units       Milliseconds.
 * Invariants  At most CAPACITY gaps are kept; a quantile is a gap that was seen, or the initial one.
 */

const CAPACITY = 256;

export interface GapWindow {
  /** Ring, oldest overwritten first. */
  readonly ring: Float64Array;
  /** The same gaps in ascending order. */
  readonly sorted: number[];
  added: number;
}

/** The initial gap counts as one gap until CAPACITY others were added. */
export function buildGapWindow(initialGapMs: number): GapWindow {
  const window: GapWindow = { ring: new Float64Array(CAPACITY), sorted: [], added: 0 };
  addGap(window, initialGapMs);
  return window;
}

export function addGap(window: GapWindow, gapMs: number): void {
  const { ring, sorted } = window;
  const slot = window.added % CAPACITY;
  if (window.added >= CAPACITY) sorted.splice(findPosition(sorted, ring[slot]!), 1);
  ring[slot] = gapMs;
  sorted.splice(findPosition(sorted, gapMs), 0, gapMs);
  window.added += 1;
}

/** The smallest gap that at least this share of the gaps does not exceed; `share` is above 0 and at most 1. */
export function gapQuantile(window: GapWindow, share: number): number {
  return window.sorted[Math.ceil(window.sorted.length * share) - 1]!;
}

/** Index of the first gap that is not below this one. */
function findPosition(sorted: readonly number[], gapMs: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sorted[middle]! < gapMs) low = middle + 1;
    else high = middle;
  }
  return low;
}
