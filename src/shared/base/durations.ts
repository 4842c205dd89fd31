/**
 * Measured durations of one kind: how many there were, and percentiles of the newest.
 *
 * Units       Milliseconds, with fractions.
 */
export interface DurationSummary {
  readonly count: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly p99Ms: number;
}

export interface Durations {
  add(ms: number): void;
  /** Null before the first one. */
  summary(): DurationSummary | null;
}

/** `kept`: number of the newest durations that the percentiles describe. */
export function createDurations(kept = 1_000): Durations {
  const newest = new Float64Array(kept);
  let count = 0;
  return {
    add(ms) {
      newest[count % kept] = ms;
      count += 1;
    },
    summary() {
      if (count === 0) return null;
      const sorted = newest.slice(0, Math.min(count, kept)).sort();
      const at = (share: number): number => sorted[Math.ceil(sorted.length * share) - 1]!;
      return { count, p50Ms: at(0.5), p95Ms: at(0.95), p99Ms: at(0.99) };
    },
  };
}
