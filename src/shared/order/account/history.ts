/**
 * History: pages of the orders of the journal and of all fills, whatever their age.
 *
 * Units       Times in Unix ms: of an order this machine's at its signature, of a fill the exchange's.
 * Shape       A page ends at a place, and the next one begins behind it: rows that are new meanwhile move none.
 */
import type { Direction, Side } from '../../market/outcome.ts';
import type { MarketId, OrderId } from '../../units/ids.ts';

/** Place of an order in the list by the time of its signature. */
export interface OrderPlace {
  readonly atMs: number;
  /** Of its signed line in the journal. */
  readonly number: number;
}

/** Place of a fill in the list by time. */
export interface FillPlace {
  readonly exchangeTimeMs: number;
  readonly id: string;
  readonly orderId: OrderId | null;
}

/** Fills in the account view: the newest. */
export const SHOWN_FILLS = 500;

/** One word of a search. */
export interface HistoryWord {
  /** Lower case. */
  readonly text: string;
  /** Markets whose names have it; null where more than names, ids and sides decides: every row may have it. */
  readonly markets: MarketId[] | null;
}

interface Searched {
  readonly market: MarketId | string;
  readonly side: Side | null;
  readonly direction: Direction | null;
  readonly ids: readonly (string | null)[];
}

/** False for a row that cannot have all words. One that may have them is compared with its texts where it is shown. */
export function mayHaveWords({ market, side, direction, ids }: Searched, words: readonly HistoryWord[]): boolean {
  const own = [direction, side, market, ...ids].filter((text) => text !== null);
  return words.every(
    ({ text, markets }) =>
      markets === null || markets.includes(market as MarketId) || own.some((one) => one.toLowerCase().includes(text)),
  );
}
