/**
 * Listing: the rows of a list that is read page by page, and the bound at which reading stopped.
 *
 * Invariants  The absence of a row from a partial listing proves nothing.
 */

/** What ended a listing before the server did. */
export type ListingBound = 'pages' | 'rows' | 'bytes' | 'time';

export interface PartialListing {
  readonly bound: ListingBound;
  /** The bound's value: pages, rows, bytes or milliseconds. */
  readonly limit: number;
  /** Rows read until then. */
  readonly rows: number;
}

export interface Listing<T> {
  readonly items: readonly T[];
  /** null: the list is complete. */
  readonly partial: PartialListing | null;
  /** Rows of the whole list as the server stated before the first one was read; null when it states none. */
  readonly total: number | null;
}
