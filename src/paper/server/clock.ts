/**
 * The exchange's clocks.
 *
 * Units       Unix ms.
 * Shape       `nowMs` is the market's time and runs `speed` times as fast; nonces, limits and the timestamp endpoint use
 *             `wallMs`, so that clients stay in step at any speed. At speed 1 both are equal. With a `factor` the wall
 *             clock itself runs faster, and with it timers and the durations of faults: a client needs the same clock.
 */
export interface PaperClock {
  nowMs(): number;
  wallMs(): number;
  /** Seconds of `wallMs` in a real second; 1 when absent. */
  readonly factor?: number;
  /** Seconds of `nowMs` in a second of `wallMs`; 1 when absent. */
  readonly speed?: number;
}

export interface ClockOptions {
  /** Seconds of the market's time in a second of the wall clock. */
  readonly speed?: number;
  /** Start of the market's time, Unix ms; absent or null: now. */
  readonly atMs?: number | null;
  /** Real Unix ms. */
  readonly realMs?: () => number;
  readonly factor?: number;
}

export function buildClock({ speed = 1, atMs = null, realMs = Date.now, factor = 1 }: ClockOptions = {}): PaperClock {
  const realStart = realMs();
  const wallMs = factor === 1 ? realMs : () => Math.floor(realStart + (realMs() - realStart) * factor);
  if (speed === 1 && atMs === null) return { wallMs, nowMs: wallMs, factor };
  const start = atMs ?? realStart;
  return { wallMs, nowMs: () => start + Math.floor((wallMs() - realStart) * speed), factor, speed };
}

/** Real duration of `ms` of the wall clock. */
export function toRealMs({ factor = 1 }: PaperClock, ms: number): number {
  return ms / factor;
}

/** Ms that are never set, at the rate of the wall clock. */
export function steadyMs({ factor = 1 }: PaperClock): number {
  return performance.now() * factor;
}

export function isoTime(atMs: number): string {
  return new Date(atMs).toISOString();
}
