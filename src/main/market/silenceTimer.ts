/**
 * Timer of a silence: wakes when the stream becomes quiet.
 *
 * Invariants  A message only moves the time; the timer is set again when it is earlier than the set one, which happens when
 *             the usual gaps become known.
 */
import { quietAtMs, type Silence } from '#shared/market/silence.ts';
import type { MarketClock } from './ports.ts';

export interface SilenceTimer {
  /** Call after each change of the silence. */
  update(): void;
  stop(): void;
}

export function openSilenceTimer(
  silence: Silence,
  { now, schedule }: Pick<MarketClock, 'now' | 'schedule'>,
  onQuiet: () => void,
): SilenceTimer {
  let wakesAtMs = Number.POSITIVE_INFINITY;
  let cancel = (): void => {};

  function wake(): void {
    wakesAtMs = Number.POSITIVE_INFINITY;
    if (now() >= quietAtMs(silence)) onQuiet();
    else update();
  }

  function update(): void {
    const dueMs = quietAtMs(silence);
    if (dueMs >= wakesAtMs) return;
    cancel();
    wakesAtMs = dueMs;
    cancel = schedule(Math.max(0, dueMs - now()), wake);
  }

  return {
    update,
    stop() {
      wakesAtMs = Number.POSITIVE_INFINITY;
      cancel();
    },
  };
}
