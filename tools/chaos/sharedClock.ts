/**
 * The scaled clock that the exchange's and the trader's process share.
 *
 * Units       `originNs` in ns of the machine's monotonic clock, which all processes of a machine see alike.
 */
import { buildScaledClock, type ScaledClock } from './scaledClock.ts';

export interface ClockOrigin {
  readonly originNs: string;
  /** Unix ms at the origin. */
  readonly startMs: number;
  readonly factor: number;
}

export function buildOrigin(startMs: number, factor: number): ClockOrigin {
  return { originNs: process.hrtime.bigint().toString(), startMs, factor };
}

export function openSharedClock({ originNs, startMs, factor }: ClockOrigin): ScaledClock {
  const origin = BigInt(originNs);
  return buildScaledClock({
    factor,
    startMs,
    elapsedMs: () => Number(process.hrtime.bigint() - origin) / 1e6,
    setTimer(delayMs, run) {
      const timer = setTimeout(run, delayMs);
      return () => clearTimeout(timer);
    },
  });
}
