/** A clock that runs as the machine's until it is paused; then time passes, and timers fire, only when a test says so. */
import type { Now, Scheduler } from '#shared/base/clock.ts';

export interface PausableClock {
  readonly now: Now;
  readonly steadyMs: Now;
  readonly schedule: Scheduler;
  pause(): void;
  /** Lets this much time pass at once: every timer that falls due fires, in order. */
  skip(ms: number): void;
}

export function openPausableClock(): PausableClock {
  const timers = new Map<object, { readonly dueMs: number; readonly run: () => void; cancel: () => void }>();
  let pausedAtMs: number | null = null;
  const now: Now = () => pausedAtMs ?? Date.now();
  const fire = (key: object): void => {
    const timer = timers.get(key);
    timers.delete(key);
    timer?.run();
  };
  return {
    now,
    steadyMs: now,
    schedule(delayMs, run) {
      const key = {};
      const timer = { dueMs: now() + delayMs, run, cancel: (): void => {} };
      timers.set(key, timer);
      if (pausedAtMs === null) {
        const handle = setTimeout(() => {
          if (pausedAtMs === null) fire(key);
        }, delayMs);
        timer.cancel = () => clearTimeout(handle);
      }
      return () => {
        timer.cancel();
        timers.delete(key);
      };
    },
    pause() {
      pausedAtMs = Date.now();
    },
    skip(ms) {
      const untilMs = now() + ms;
      for (;;) {
        const due = [...timers].filter(([, timer]) => timer.dueMs <= untilMs);
        due.sort(([, a], [, b]) => a.dueMs - b.dueMs);
        const first = due[0];
        if (!first) break;
        pausedAtMs = Math.max(now(), first[1].dueMs);
        fire(first[0]);
      }
      pausedAtMs = untilMs;
    },
  };
}
