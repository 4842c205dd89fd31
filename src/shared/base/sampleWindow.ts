/**
 * The newest samples of a measured time, and their percentiles.
 *
 * Invariants  Keeps `size` samples; adding one allocates nothing. Percentiles are samples (nearest rank), not interpolated.
 */

export interface Percentiles {
  readonly count: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly max: number;
}

export interface SampleWindow {
  add(sample: number): void;
  /** Null before the first sample. */
  read(): Percentiles | null;
}

export function openSampleWindow(size: number): SampleWindow {
  const samples = new Float64Array(size);
  let added = 0;
  return {
    add(sample) {
      samples[added % size] = sample;
      added += 1;
    },
    read() {
      const count = Math.min(added, size);
      if (count === 0) return null;
      const sorted = samples.slice(0, count).sort();
      const at = (share: number): number => sorted[Math.ceil(share * count) - 1]!;
      return { count, p50: at(0.5), p95: at(0.95), p99: at(0.99), max: sorted[count - 1]! };
    },
  };
}
