/**
 * Settings of the client that the interface does not fix: time-outs, paging, stream watch, pacing.
 *
 * Source      docs/assumptions.md, one row for each that stands for something not shown.
 */
import type { Backoff } from './timing.ts';

export interface VenueProfile {
  readonly http: {
    readonly connectMs: number;
    readonly headersMs: number;
    readonly bodyMs: number;
    /** From the first byte to the last, whatever the phases say. */
    readonly totalMs: number;
    readonly maxResponseBytes: number;
  };
  /** The longest that an answer may be used again, whatever its max-age. */
  readonly longestCacheMs: number;
  /** Attempts of one read, the first included. */
  readonly readAttempts: number;
  /** A read waits at most so long for a 429 to pass before it says until when. */
  readonly longestReadWaitMs: number;
  readonly pageSize: number;
  readonly maxPages: number;
  readonly clock: { readonly samples: number; readonly everyMs: number };
  readonly stream: {
    readonly handshakeMs: number;
    readonly pingMs: number;
    readonly pongMs: number;
    /** How long an open socket may owe its first snapshot. */
    readonly snapshotMs: number;
    /** How long an open socket may owe the list of its streams. */
    readonly confirmMs: number;
    /** A connection that held so long starts its back-off anew. */
    readonly stableMs: number;
    readonly maxPayloadBytes: number;
  };
  readonly backoff: Backoff;
}

export const DEFAULT_PROFILE: VenueProfile = {
  http: { connectMs: 5_000, headersMs: 8_000, bodyMs: 8_000, totalMs: 15_000, maxResponseBytes: 16 * 1024 * 1024 },
  longestCacheMs: 300_000,
  readAttempts: 3,
  longestReadWaitMs: 8_000,
  pageSize: 100,
  maxPages: 100,
  clock: { samples: 5, everyMs: 300_000 },
  stream: {
    handshakeMs: 10_000,
    pingMs: 25_000,
    pongMs: 10_000,
    snapshotMs: 10_000,
    confirmMs: 3_000,
    stableMs: 10_000,
    maxPayloadBytes: 4 * 1024 * 1024,
  },
  backoff: { baseMs: 1_000, capMs: 60_000 },
};
