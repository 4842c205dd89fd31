/** What a world needs to go on later: everything but members' accounts and orders, which are kept one by one. */
import type { SavedListing } from './listing.ts';
import type { Span } from './span.ts';

export interface SavedWorld {
  readonly seed: number;
  /** When the first run began: editions count from here. */
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

/** Spans that are remembered: about a year of daily use. */
export const MOST_SPANS = 400;
