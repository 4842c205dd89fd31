/**
 * The exchange's two clocks.
 *
 * Units       Unix ms.
 * Shape       `nowMs` is the market's time and runs `speed` times as fast; nonces, limits and the timestamp endpoint use
 *             `wallMs`, so that clients stay in step at any speed. At speed 1 both are equal.
 */
export interface PaperClock {
  nowMs(): number;
  wallMs(): number;
}

/** `atMs`: start of the market's time, now when absent. */
export function buildClock(speed = 1, wallMs: () => number = Date.now, atMs: number | null = null): PaperClock {
  if (speed === 1 && atMs === null) return { wallMs, nowMs: wallMs };
  const wallStart = wallMs();
  const start = atMs ?? wallStart;
  return { wallMs, nowMs: () => start + Math.floor((wallMs() - wallStart) * speed) };
}

export function isoTime(atMs: number): string {
  return new Date(atMs).toISOString();
}
