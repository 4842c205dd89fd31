/**
 * Random path with direct access to any time in the past.
 *
 * Units       Times in ms; values in millionths of a latent unit.
 * Shape       Sum of octaves of interpolated hashes; coarser octaves have larger amplitudes, up to about an hour.
 * Invariants  The same key and time give the same value in any order of calls; exact IEEE sums and products only.
 */
import { hashSigned } from './random.ts';

const FINEST_MS = 15_000;
/** 15 s × 2^24 is eight years. */
const OCTAVES = 24;
/** Beyond this octave the amplitude no longer grows. */
const CAP_OCTAVE = 8;

/** Distance from the mean at a time; `scale` is roughly the deviation within 15 s. */
function buildPath(key: number, scale: number): (atMs: number) => number {
  // Calls for neighbouring times share their coarse cells, so the last ones are cached.
  const cells = new Float64Array(OCTAVES).fill(Number.NaN);
  const lefts = new Float64Array(OCTAVES);
  const rights = new Float64Array(OCTAVES);
  return (atMs) => {
    let sum = 0;
    let amplitude = scale;
    let spacing = FINEST_MS;
    for (let octave = 0; octave < OCTAVES; octave += 1) {
      const position = atMs / spacing;
      const cell = Math.floor(position);
      if (cells[octave] !== cell) {
        cells[octave] = cell;
        lefts[octave] = hashSigned(key, octave, cell);
        rights[octave] = hashSigned(key, octave, cell + 1);
      }
      const left = lefts[octave]!;
      sum += amplitude * (left + (rights[octave]! - left) * (position - cell));
      amplitude = octave < CAP_OCTAVE ? amplitude * Math.SQRT2 : amplitude * 1.04;
      spacing *= 2;
    }
    return Math.round(sum);
  };
}

/** Distance of a path from its value at an anchor; the last anchor's value is cached. */
export function buildAnchoredPath(key: number, scale: number): (atMs: number, anchorMs: number) => number {
  const path = buildPath(key, scale);
  let keptMs = Number.NaN;
  let kept = 0;
  return (atMs, anchorMs) => {
    if (anchorMs !== keptMs) {
      keptMs = anchorMs;
      kept = path(anchorMs);
    }
    return path(atMs) - kept;
  };
}
