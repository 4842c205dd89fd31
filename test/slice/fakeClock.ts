/** A clock and a scheduler that move only when a test says so; promises settle between the timers. */

export interface FakeClock {
  now(): number;
  exchangeTimeMs(): number;
  /** Exchange's clock less this one, as it is used. */
  offsetMs: number;
  /** Somebody sets this machine's clock: timers go on by a monotonic one. */
  jump(ms: number): void;
  readonly schedule: (delayMs: number, run: () => void) => () => void;
  /** Moves on, running every timer that falls due, in order. */
  advance(ms: number): Promise<void>;
  /** Lets everything settle that needs no time. */
  settle(): Promise<void>;
  pending(): number;
}

export const START_MS = 1_700_000_000_000;

export function openFakeClock(offsetMs = 0): FakeClock {
  let nowMs = START_MS;
  let order = 0;
  const timers = new Map<number, { readonly dueMs: number; readonly run: () => void }>();

  const settle = async (): Promise<void> => {
    for (let turn = 0; turn < 50; turn += 1) await Promise.resolve();
  };

  const runDue = async (untilMs: number): Promise<void> => {
    await settle();
    for (;;) {
      const due = [...timers].filter(([, timer]) => timer.dueMs <= untilMs);
      due.sort(([a, x], [b, y]) => x.dueMs - y.dueMs || a - b);
      const first = due[0];
      if (!first) return;
      timers.delete(first[0]);
      nowMs = Math.max(nowMs, first[1].dueMs);
      first[1].run();
      await settle();
    }
  };

  const clock: FakeClock = {
    now: () => nowMs,
    exchangeTimeMs: () => nowMs + clock.offsetMs,
    offsetMs,
    jump(ms) {
      nowMs += ms;
      for (const [id, { dueMs, run }] of timers) timers.set(id, { dueMs: dueMs + ms, run });
    },
    schedule(delayMs, run) {
      order += 1;
      const id = order;
      timers.set(id, { dueMs: nowMs + delayMs, run });
      return () => void timers.delete(id);
    },
    async advance(ms) {
      const untilMs = nowMs + ms;
      await runDue(untilMs);
      nowMs = untilMs;
    },
    settle: () => runDue(nowMs),
    pending: () => timers.size,
  };
  return clock;
}
