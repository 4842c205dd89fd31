/** Saved state of the simulation, without members' accounts and orders, which are stored one by one. */
import type { SavedListing } from './listing.ts';
import type { Span } from './span.ts';

export interface SavedWorld {
  readonly seed: number;
  /** Start of the first run: editions are counted from here. */
  readonly startMs: number;
  readonly nowMs: number;
  readonly nextEventId: number;
  readonly nextNumericId: number;
  readonly nextOrderId: number;
  readonly nextTradeId: number;
  readonly prices: Readonly<Record<string, number>>;
  readonly listings: readonly SavedListing[];
  readonly spans: readonly Span[];
}

/** Highest number of saved spans: about a year of daily use. */
export const MOST_SPANS = 400;
