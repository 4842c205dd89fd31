/**
 * Event to pixel: time from the arrival of a change in main until the page has drawn the screen frame that shows it.
 *
 * Units       Ms; both clocks are `performance.timeOrigin + performance.now()`, of processes of one machine.
 * Invariants  The oldest change of a screen frame counts. What a hidden page does not draw is no sample.
 */
import { openSampleWindow, type Percentiles } from '#shared/base/sampleWindow.ts';

export interface Latency {
  /** A frame was applied; `changedAtMs` is the arrival of its oldest change. */
  noteFrame(changedAtMs: number | undefined): void;
  /** A screen frame was drawn. */
  noteDrawn(): void;
  read(): Percentiles | null;
}

const SAMPLES = 1_000;
/** A clock that was set, or a page that was hidden meanwhile. */
const MAX_MS = 10_000;

export function openLatency(now: () => number, isVisible: () => boolean): Latency {
  const samples = openSampleWindow(SAMPLES);
  let oldestMs: number | null = null;
  return {
    noteFrame(changedAtMs) {
      if (changedAtMs !== undefined && isVisible()) oldestMs = Math.min(oldestMs ?? changedAtMs, changedAtMs);
    },
    noteDrawn() {
      if (oldestMs === null) return;
      const passedMs = now() - oldestMs;
      oldestMs = null;
      if (passedMs >= 0 && passedMs <= MAX_MS && isVisible()) samples.add(passedMs);
    },
    read: samples.read,
  };
}
