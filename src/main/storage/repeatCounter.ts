/**
 * Repeat counter: a log whose repeated lines are counted instead of repeated.
 *
 * Shape       Lines are the same when level, place and code are (or the message, without a code). Of a run of equal lines
 *             the 1st, 2nd, 4th, 8th … is written, with its number as `count`. An hour without one starts a new run.
 * Invariants  A million equal lines are written 20 times, so that repeats cannot push other lines out of the file.
 */
import type { Log } from './log.ts';

const QUIET_MS = 60 * 60_000;
const MAX_RUNS = 500;

interface Run {
  count: number;
  lastAtMs: number;
}

export function countRepeats(log: Log, now: () => number): Log {
  /** Oldest first. */
  const runs = new Map<string, Run>();
  return {
    path: log.path,
    write(level, where, message, fields = {}) {
      const key = `${level} ${where} ${fields.code ?? message}`;
      const atMs = now();
      let run = runs.get(key);
      if (run === undefined || atMs - run.lastAtMs > QUIET_MS) run = { count: 0, lastAtMs: atMs };
      runs.delete(key);
      runs.set(key, run);
      if (runs.size > MAX_RUNS) runs.delete(runs.keys().next().value!);
      run.count += 1;
      run.lastAtMs = atMs;
      if (!Number.isInteger(Math.log2(run.count))) return;
      log.write(level, where, message, run.count === 1 ? fields : { ...fields, count: run.count });
    },
  };
}
