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

export function buildClock(speed = 1, wallMs: () => number = Date.now): PaperClock {
  const start = wallMs();
  return { wallMs, nowMs: () => (speed === 1 ? wallMs() : start + Math.floor((wallMs() - start) * speed)) };
}

export function isoTime(atMs: number): string {
  return new Date(atMs).toISOString();
}
