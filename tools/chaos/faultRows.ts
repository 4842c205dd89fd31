/**
 * Rows of the report: what the runs counted and measured of each fault.
 */
import type { ChaosResult } from './run.ts';

export interface Row {
  readonly label: string;
  readonly episodes: number;
  readonly effects: number;
  /** Sorted, in seconds. */
  readonly detected: readonly number[];
  readonly recovered: readonly number[];
  readonly measured: number;
}

export function buildRows(results: readonly ChaosResult[]): Row[] {
  const labels = [...new Set(results.flatMap(({ counts }) => counts.map(({ label }) => label)))].sort();
  return labels.map((label) => {
    const counts = results.flatMap((result) => result.counts.filter((one) => one.label === label));
    const times = results.flatMap((result) => result.times.filter((one) => one.label === label));
    const seconds = (values: readonly number[]): number[] => values.map((ms) => ms / 1_000).sort((a, b) => a - b);
    return {
      label,
      episodes: sum(counts.map(({ episodes }) => episodes)),
      effects: sum(counts.map(({ effects }) => effects)),
      detected: seconds(times.flatMap(({ detectedAfterMs }) => (detectedAfterMs === null ? [] : [detectedAfterMs]))),
      recovered: seconds(times.map(({ recoveredAfterMs }) => recoveredAfterMs)),
      measured: times.length,
    };
  });
}

export const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
