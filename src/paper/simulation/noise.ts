/**
 * A wandering path that can be asked for any moment of the past without walking to it.
 *
 * Units       Times in ms; the answer in millionths of a latent unit.
 * Shape       Sum of octaves of interpolated hashes; coarser octaves wander further, up to about an hour.
 * Invariants  The same key and time give the same value, in whatever order they are asked; exact IEEE sums and products only.
 */
import { hashSigned } from './random.ts';

const FINEST_MS = 15_000;
/** 15 s × 2^24 is eight years. */
const OCTAVES = 24;
/** From here on the path comes back instead of wandering further. */
const CAP_OCTAVE = 8;

/** Deviation from the middle at a time; `scale` is roughly the deviation within a quarter of a minute. */
export function buildPath(key: number, scale: number): (atMs: number) => number {
  // Neighbouring questions share their coarse cells, so the last ones are kept.
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

/** A path's distance from where it is at an anchor; anchors hardly ever change, so the last one's value is kept. */
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
