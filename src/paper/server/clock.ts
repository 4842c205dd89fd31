/**
 * The exchange's two clocks, passed in as one object.
 *
 * Units       Unix ms.
 * Shape       `nowMs` is the market's time and runs `speed` times as fast; `wallMs` is what nonces and limits are judged by
 *             and what the timestamp endpoint tells, so that clients stay in step at any speed. At speed 1 they are the same.
 */
export interface PaperClock {
  nowMs(): number;
  wallMs(): number;
}

/** `atMs`: where the market's time begins instead of now. */
export function buildClock(speed = 1, wallMs: () => number = Date.now, atMs: number | null = null): PaperClock {
  if (speed === 1 && atMs === null) return { wallMs, nowMs: wallMs };
  const wallStart = wallMs();
  const start = atMs ?? wallStart;
  return { wallMs, nowMs: () => start + Math.floor((wallMs() - wallStart) * speed) };
}

export function isoTime(atMs: number): string {
  return new Date(atMs).toISOString();
}
