/**
 * Client settings that the interface does not fix: time-outs, paging, stream checks, pacing.
 *
 * Source      docs/assumptions.md for those that stand for something not shown.
 */
import { type Backoff, EXCHANGE_BACKOFF } from '#shared/base/backoff.ts';
import { type CustodialRecordSigns, WALLET_FIELDS, type WalletFields } from '#wire/messages/wallet.ts';

export interface VenueProfile {
  readonly http: {
    readonly connectMs: number;
    readonly headersMs: number;
    readonly bodyMs: number;
    /** The whole request, all phases together. */
    readonly totalMs: number;
    /** Of any answer; the bound of its kind is lower for most. */
    readonly maxResponseBytes: number;
    /** An idle connection is closed after this time, unless the exchange states another one. */
    readonly keepAliveMs: number;
    /** Pause between the reads that keep a connection for orders open; below `keepAliveMs`. Null: none is kept open. */
    readonly warmEveryMs: number | null;
  };
  /** Upper bound of the time that a cached response is used. */
  readonly maxCacheMs: number;
  /** Attempts of one read, the first included. */
  readonly readAttempts: number;
  /** A read waits at most this long for the end of a 429; beyond, it throws RateLimitError. */
  readonly maxReadWaitMs: number;
  /** Bounds of one list, all pages together. */
  readonly listing: {
    readonly pageSize: number;
    readonly maxPages: number;
    readonly maxRows: number;
    readonly maxBytes: number;
    readonly maxMs: number;
    /** Pages of one list that are read at the same time; below the number of connections for reads. */
    readonly pagesAtOnce: number;
  };
  /** The same of the list of markets: *partial* only beyond any exchange of this kind. */
  readonly marketListing: VenueProfile['listing'];
  readonly clock: { readonly samples: number; readonly everyMs: number };
  readonly stream: {
    readonly handshakeMs: number;
    readonly pingMs: number;
    readonly pongMs: number;
    /** Deadline for the first snapshot of an open connection. */
    readonly snapshotMs: number;
    /** Deadline for the list of streams of an open connection. */
    readonly confirmMs: number;
    /** A connection open for this long resets the backoff. */
    readonly stableMs: number;
    /** Of any message; the streams of a connection bound it further. */
    readonly maxPayloadBytes: number;
  };
  readonly backoff: Backoff;
  readonly custodial: CustodialProfile;
  readonly walletFields: WalletFields;
}

/** What the interface does not show about accounts whose money the exchange holds. */
export interface CustodialProfile {
  /** In the answer of the wallet endpoint; docs/assumptions.md#custodial-signs. */
  readonly record: CustodialRecordSigns;
  /** Refusals of the wallet endpoint that say that there is no wallet. */
  readonly refusals: {
    readonly statuses: readonly number[];
    /** Beginnings of codes that have another reason. */
    readonly otherCodes: readonly string[];
  };
}

export const DEFAULT_PROFILE: VenueProfile = {
  http: {
    connectMs: 5_000,
    headersMs: 8_000,
    bodyMs: 8_000,
    totalMs: 15_000,
    maxResponseBytes: 4 * 1024 * 1024,
    keepAliveMs: 30_000,
    warmEveryMs: 20_000,
  },
  maxCacheMs: 300_000,
  readAttempts: 3,
  maxReadWaitMs: 8_000,
  listing: {
    pageSize: 100,
    maxPages: 200,
    maxRows: 20_000,
    maxBytes: 64 * 1024 * 1024,
    maxMs: 60_000,
    pagesAtOnce: 4,
  },
  marketListing: {
    pageSize: 100,
    maxPages: 2_000,
    maxRows: 200_000,
    maxBytes: 1024 * 1024 * 1024,
    maxMs: 600_000,
    pagesAtOnce: 4,
  },
  clock: { samples: 5, everyMs: 300_000 },
  stream: {
    handshakeMs: 10_000,
    pingMs: 25_000,
    pongMs: 10_000,
    snapshotMs: 10_000,
    confirmMs: 3_000,
    stableMs: 10_000,
    maxPayloadBytes: 2 * 1024 * 1024,
  },
  backoff: EXCHANGE_BACKOFF,
  walletFields: WALLET_FIELDS,
  custodial: {
    record: { signatureTypes: [0], isAbsentType: true, isWordType: true },
    refusals: { statuses: [400, 404, 409, 410, 422], otherCodes: ['authz.', 'identity.', 'server.', 'pagination.'] },
  },
};
