/**
 * Requests for the snapshot of one book: the first at once, each later one after a longer pause, again when none arrives.
 *
 * Invariants  Nothing is requested while the stream is not connected, which sends a snapshot itself when it opens.
 */
import { backoffMs, EXCHANGE_BACKOFF } from '#shared/base/backoff.ts';
import type { Scheduler } from '#shared/base/clock.ts';

/** A requested snapshot that does not arrive within this time is requested again. */
const SNAPSHOT_TIMEOUT_MS = 15_000;
const FIRST_SNAPSHOT_TIMEOUT_MS = 5_000;

export interface SnapshotRequestsOptions {
  readonly schedule: Scheduler;
  request(): void;
  /** False once the book has what the snapshot is for. */
  isWanted(): boolean;
}

export interface SnapshotRequests {
  /** The book is invalid. */
  noteInvalid(): void;
  /** Something proved the book: the next invalid state is the first one again. */
  reset(): void;
  noteConnected(): void;
  noteDisconnected(): void;
  /** The snapshot arrived and is valid. */
  cancel(): void;
  close(): void;
}

export function openSnapshotRequests(options: SnapshotRequestsOptions): SnapshotRequests {
  const { schedule } = options;
  let invalidStates = 0;
  let isConnected = true;
  let isClosed = false;
  let cancelRequest = schedule(FIRST_SNAPSHOT_TIMEOUT_MS, requestAgain);

  function request(): void {
    if (isClosed || !isConnected) return;
    options.request();
    cancelRequest = schedule(SNAPSHOT_TIMEOUT_MS, requestAgain);
  }

  function requestAgain(): void {
    if (options.isWanted()) request();
  }

  return {
    noteInvalid() {
      cancelRequest();
      invalidStates += 1;
      if (invalidStates === 1) request();
      else cancelRequest = schedule(backoffMs(EXCHANGE_BACKOFF, invalidStates - 2), request);
    },
    reset() {
      invalidStates = 0;
    },
    noteConnected() {
      isConnected = true;
    },
    noteDisconnected() {
      isConnected = false;
      invalidStates = 0;
      cancelRequest();
    },
    cancel: () => cancelRequest(),
    close() {
      isClosed = true;
      cancelRequest();
    },
  };
}
