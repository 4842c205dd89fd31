/**
 * Lists of markets by a query: what a window asks for, and the part of the rows that it shows.
 *
 * Invariants  A list of any length costs a window the rows in sight: the others are places and headings.
 */
import type { MarketId } from '../units/ids.ts';

export const MARKET_SORTS = ['event', 'price', 'volume', 'close'] as const;

export type MarketSort = (typeof MARKET_SORTS)[number];

/** What of the list is shown, and in which order. */
export interface MarketQuery {
  /** Words that begin words of a market's names; empty: every market. */
  readonly text: string;
  /** Null: every category. */
  readonly category: string | null;
  /** The markets of a watchlist; null: every market. */
  readonly watched: readonly MarketId[] | null;
  readonly sort: MarketSort;
}

export type ListRow =
  | {
      readonly kind: 'heading';
      readonly key: string;
      readonly text: string;
      /** The closing time that all markets below it share. */
      readonly closeAtMs: number | null;
    }
  | {
      readonly kind: 'market';
      readonly market: MarketId;
      readonly trades: boolean;
      /** The name of its event, where rows have no headings. */
      readonly event: string | null;
    };

/** Part of the rows of a query. */
export interface ListPart {
  /** Rows of the whole list, headings included. */
  readonly total: number;
  /** Rows that are headings, ascending; null: those that the window has already. */
  readonly headings: readonly number[] | null;
  /** Changes with `headings`. */
  readonly headingsId: number;
  /** Row of the first of `rows`. */
  readonly from: number;
  readonly rows: readonly ListRow[];
  /** Row of the market that was asked about; null where it is in none. */
  readonly at: number | null;
  /** Markets of the watchlist that the exchange does not list. */
  readonly missing: number;
}

/** Markets that a text finds, those that trade first. */
export interface FoundMarkets {
  /** All that fit. */
  readonly total: number;
  /** The first of them. */
  readonly markets: readonly MarketId[];
}

/** A market among the rows, reached by an arrow key. */
export interface ListStep {
  readonly market: MarketId;
  readonly row: number;
}
