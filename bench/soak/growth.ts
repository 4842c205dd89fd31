/**
 * Judges a series of measurements: does a quantity grow as long as the program runs?
 *
 * Invariants  The first third does not count: compilers, caches and bounded lists fill up then. Least values are compared, because
 *             panes that are open for a while add to all others.
 */

export interface Limit {
  /** Growth that is noise, in the unit of the quantity. */
  readonly allowance: number;
  /** Growth that is noise, as a share of the quantity. */
  readonly share: number;
}

export interface Growth {
  /** Least values of the second and of the last third. */
  readonly before: number;
  readonly after: number;
  readonly isGrowing: boolean;
}

/** Expects at least six measurements at equal distances. */
export function judgeGrowth(values: readonly number[], { allowance, share }: Limit): Growth {
  if (values.length < 6) throw new RangeError(`Expected at least six measurements, found ${values.length}`);
  const third = Math.floor(values.length / 3);
  const before = Math.min(...values.slice(third, values.length - third));
  const after = Math.min(...values.slice(values.length - third));
  return { before, after, isGrowing: after - before > allowance + share * before };
}
