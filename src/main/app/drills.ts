/**
 * Drills: runs the faults of a drill on the embedded exchange, and clears them after its time.
 *
 * Invariants  One drill at a time; a new one ends the one before. Faults are cleared after `runsMs`, whatever the page does.
 * Errors      NetworkError on any network but paper; what the venue throws when the exchange does not answer.
 */
import type { Scheduler } from '#shared/base/clock.ts';
import { createSerialQueue } from '#shared/base/serialQueue.ts';
import { DRILLS, type DrillKind } from '#shared/ipc/drills.ts';
import type { Venue } from '../venue/venue.ts';

type Fault = Parameters<Venue['startPaperFaults']>[0][number];

const INCREMENTS = '.ob-inc';
const PLACEMENT = '/atlas/account/orders';
const ORDER_READS = '/pythia/orders';

/** Long enough to see the order as unknown, shorter than every read time-out. */
const FOUND_AFTER_MS = 5_000;
const SLOW_MS = 3_000;

export const FAULTS: Readonly<Record<DrillKind, readonly Fault[]>> = {
  // Applied again at every increment, so that clearing it ends the silence soon.
  silentStream: [{ kind: 'silent_socket', target: INCREMENTS, count: 0, ms: 2_000 }],
  // Enough for every watched book.
  skippedSequence: [{ kind: 'sequence_skip', target: INCREMENTS, count: 25 }],
  cutLine: [{ kind: 'disconnect', target: INCREMENTS, count: 3 }],
  lostAnswer: [
    { kind: 'lost_answer', target: PLACEMENT, count: 1 },
    { kind: 'delay', target: 'order', count: 0, ms: FOUND_AFTER_MS },
    { kind: 'slow_answer', target: ORDER_READS, count: 0, ms: FOUND_AFTER_MS },
  ],
  blockedOrders: [{ kind: 'rate_limit', target: PLACEMENT, count: 1, ms: 20_000 }],
  refusedSignature: [{ kind: 'wallet_rejection', count: 1 }],
  wrongClock: [{ kind: 'clock_skew', ms: 20_000 }],
  slowAnswers: [
    { kind: 'slow_answer', target: PLACEMENT, count: 0, ms: SLOW_MS },
    // Without it the stream would report the order at once.
    { kind: 'delay', target: 'order', count: 0, ms: SLOW_MS },
  ],
};

export interface Drills {
  start(kind: DrillKind): Promise<void>;
  stop(): Promise<void>;
  close(): void;
}

export interface DrillsOptions {
  readonly venue: Pick<Venue, 'startPaperFaults' | 'stopPaperFaults'>;
  readonly schedule: Scheduler;
  onFault(error: unknown): void;
}

export function openDrills({ venue, schedule, onFault }: DrillsOptions): Drills {
  let cancelEnd = (): void => undefined;
  // In order: a late clearing must not end a drill that started after it was requested.
  const queue = createSerialQueue();
  const stop = (): Promise<void> =>
    queue.run(async () => {
      cancelEnd();
      await venue.stopPaperFaults();
    });
  return {
    start: (kind) =>
      queue.run(async () => {
        cancelEnd();
        await venue.stopPaperFaults();
        await venue.startPaperFaults(FAULTS[kind]);
        cancelEnd = schedule(DRILLS[kind].runsMs, () => void stop().catch(onFault));
      }),
    stop,
    close: () => cancelEnd(),
  };
}
