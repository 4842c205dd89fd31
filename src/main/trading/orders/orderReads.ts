/**
 * Order reads: reads the open orders every one and a half seconds while an order can change.
 *
 * Units       Times in ms of this machine's clock, measured from the start of a read: it shows the account at that moment at
 *             the earliest.
 * Invariants  While an order rests, is in flight, is being cancelled or is unknown, `overdueSinceMs` is set three seconds
 *             after the start of the last successful read. One read at a time.
 * Errors      Never throws; failed reads are repeated with exponential backoff.
 * Source      docs/exchange-interface.md#limits: reads have no allowance and use none of the orders'.
 */
import { type Backoff, backoffMs } from '#shared/base/backoff.ts';
import type { Clock, Scheduler } from '#shared/base/clock.ts';

/** From the start of one read to the start of the next: a read may take as long before it is overdue. */
export const READ_EVERY_MS = 1_500;
export const OVERDUE_MS = 3_000;
/** Reads that public trades ask for start at most this often. */
const MIN_GAP_MS = 250;
const FAILED: Backoff = { baseMs: READ_EVERY_MS, capMs: 60_000 };

export interface OrderReads {
  /** Starts or stops the timers; called after every change of the orders. */
  update(): void;
  /** Reads as soon as the shortest gap allows, because an order may have changed. */
  readNow(): void;
  /** Another read of the open orders, started at this time, succeeded. */
  noteRead(startedAtMs: number): void;
  /** Start of the last successful read; null before the first. */
  lastReadAtMs(): number | null;
  /** Start of the last successful read, or of the activity, once three seconds have passed since; else null. */
  overdueSinceMs(): number | null;
  /** For another member, or none. */
  clear(): void;
}

export interface OrderReadsOptions {
  readonly clock: Clock;
  readonly schedule: Scheduler;
  /** True while an account is open and one of its orders can change. */
  isActive(): boolean;
  /** Reads the open orders and applies them; rejects when the read fails. */
  read(startedAtMs: number): Promise<void>;
  onChange(): void;
}

export function openOrderReads(options: OrderReadsOptions): OrderReads {
  const { clock, schedule } = options;
  let isActive = false;
  let isReading = false;
  let isWanted = false;
  let isOverdue = false;
  let failures = 0;
  /** Discards results of reads from before `clear`. */
  let generation = 0;
  let startedAtMs = Number.NEGATIVE_INFINITY;
  let lastReadAtMs: number | null = null;
  /** When the current period of activity began. */
  let activeSinceMs = 0;
  let cancelNext = (): void => {};
  let cancelDeadline = (): void => {};

  const setOverdue = (next: boolean): void => {
    if (isOverdue === next) return;
    isOverdue = next;
    options.onChange();
  };

  const provenAtMs = (): number => Math.max(lastReadAtMs ?? 0, activeSinceMs);

  const setDeadline = (): void => {
    cancelDeadline();
    cancelDeadline = schedule(Math.max(0, provenAtMs() + OVERDUE_MS - clock.now()), () => setOverdue(true));
  };

  const scheduleNext = (): void => {
    cancelNext();
    if (!isActive || isReading) return;
    const pauseMs = isWanted ? MIN_GAP_MS : failures > 0 ? backoffMs(FAILED, failures - 1) : READ_EVERY_MS;
    const fromMs = isWanted ? startedAtMs : Math.max(startedAtMs, activeSinceMs);
    cancelNext = schedule(Math.max(0, fromMs + pauseMs - clock.now()), () => void read());
  };

  async function read(): Promise<void> {
    const startedInGeneration = generation;
    isReading = true;
    isWanted = false;
    startedAtMs = clock.now();
    const readAtMs = startedAtMs;
    try {
      await options.read(readAtMs);
      if (generation !== startedInGeneration) return;
      failures = 0;
      noteRead(readAtMs);
    } catch {
      if (generation !== startedInGeneration) return;
      failures += 1;
    }
    isReading = false;
    scheduleNext();
  }

  function noteRead(atMs: number): void {
    if (lastReadAtMs !== null && atMs <= lastReadAtMs) return;
    lastReadAtMs = atMs;
    if (isActive) setDeadline();
    setOverdue(false);
  }

  function stop(): void {
    isActive = false;
    cancelNext();
    cancelDeadline();
    setOverdue(false);
  }

  return {
    update() {
      const next = options.isActive();
      if (next === isActive) return;
      if (!next) {
        stop();
        return;
      }
      isActive = true;
      activeSinceMs = clock.now();
      setDeadline();
      scheduleNext();
    },
    readNow() {
      if (!isActive || isWanted) return;
      isWanted = true;
      scheduleNext();
    },
    noteRead,
    lastReadAtMs: () => lastReadAtMs,
    overdueSinceMs: () => (isOverdue ? provenAtMs() : null),
    clear() {
      generation += 1;
      isReading = false;
      isWanted = false;
      failures = 0;
      startedAtMs = Number.NEGATIVE_INFINITY;
      lastReadAtMs = null;
      stop();
    },
  };
}
