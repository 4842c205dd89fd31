/**
 * Warm connection: reads the exchange's time over the connections of orders, so that an order finds one open.
 *
 * Units       One read at the start, then one `everyMs` after each answer; sooner where the exchange says that it closes idle
 *             connections earlier, at most once a second.
 * Invariants  One read at a time. Nothing is read after `stop`. A failed read is not repeated early, and changes nothing else.
 * Source      docs/life-of-an-order.md, step 9; docs/assumptions.md#idle-connection.
 */
import type { Scheduler } from '#shared/base/clock.ts';

export interface WarmConnection {
  start(): void;
  stop(): void;
}

export interface WarmConnectionOptions {
  readonly schedule: Scheduler;
  readonly everyMs: number;
  /** Sends one read; returns the exchange's `Keep-Alive` header, or null. */
  read(): Promise<string | null>;
}

const MIN_EVERY_MS = 1_000;
/** The HTTP client closes a connection this long before the time that the exchange states. */
const CLOSED_EARLY_MS = 2_000;

export function createWarmConnection({ schedule, everyMs, read }: WarmConnectionOptions): WarmConnection {
  /** Ends the reads of the start that it belongs to. */
  let stop: (() => void) | null = null;

  function start(): () => void {
    let isStopped = false;
    let cancel = (): void => {};
    const warm = async (): Promise<void> => {
      const header = await read().catch(() => null);
      if (!isStopped) cancel = schedule(waitAfter(header, everyMs), () => void warm());
    };
    void warm();
    return () => {
      isStopped = true;
      cancel();
    };
  }

  return {
    start() {
      stop ??= start();
    },
    stop() {
      stop?.();
      stop = null;
    },
  };
}

/** Half the time for which the exchange keeps an idle connection, within `everyMs`. */
function waitAfter(header: string | null, everyMs: number): number {
  const [, seconds] = /(?:^|[\s,])timeout=(\d{1,6})\b/i.exec(header ?? '') ?? [];
  if (seconds === undefined) return everyMs;
  const keptMs = Number.parseInt(seconds, 10) * 1_000 - CLOSED_EARLY_MS;
  return Math.min(everyMs, Math.max(MIN_EVERY_MS, keptMs / 2));
}
