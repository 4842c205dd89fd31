/**
 * Runs drills: turns a kind into faults of the embedded exchange, and ends each after its time.
 *
 * Invariants  One drill at a time; a new one ends the former. Whatever the page does, faults are cleared after `runsMs`.
 * Errors      NetworkError on any network but paper; what the venue throws where the exchange can't be asked.
 */
import { DRILLS, type DrillKind } from '#shared/ipc/drills.ts';
import type { Venue } from '../venue/venue.ts';

type Fault = Parameters<Venue['startPaperFaults']>[0][number];

const INCREMENTS = '.ob-inc';
const PLACEMENT = '/atlas/account/orders';
const ORDER_READS = '/pythia/orders';

/** Long enough that an unknown order is seen as such, short of every time-out of a read. */
const FOUND_AFTER_MS = 5_000;
const SLOW_MS = 3_000;

export const FAULTS: Readonly<Record<DrillKind, readonly Fault[]>> = {
  // Said again with every increment, so that clearing it ends the silence soon.
  silentStream: [{ kind: 'silent_socket', target: INCREMENTS, count: 0, ms: 2_000 }],
  // As many as reach every watched book.
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
    // The stream would tell of the order at once.
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
  schedule(delayMs: number, run: () => void): () => void;
  onFault(error: unknown): void;
}

export function openDrills({ venue, schedule, onFault }: DrillsOptions): Drills {
  let cancelEnd = (): void => undefined;
  // One after the other: a late clearing must not end a drill that began after it was asked.
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = (run: () => Promise<void>): Promise<void> => {
    const turn = last.then(run);
    last = turn.catch(() => undefined);
    return turn;
  };
  const stop = (): Promise<void> =>
    inTurn(async () => {
      cancelEnd();
      await venue.stopPaperFaults();
    });
  return {
    start: (kind) =>
      inTurn(async () => {
        cancelEnd();
        await venue.stopPaperFaults();
        await venue.startPaperFaults(FAULTS[kind]);
        cancelEnd = schedule(DRILLS[kind].runsMs, () => void stop().catch(onFault));
      }),
    stop,
    close: () => cancelEnd(),
  };
}
