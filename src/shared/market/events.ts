/** Parsed events of the exchange's public streams, from the venue to market data. */
import type { ParseProblem } from '../base/parseProblem.ts';
import type { MarketId } from '../units/ids.ts';
import type { BookUpdate } from './book.ts';
import type { Candle, Period } from './candle.ts';
import type { StreamReason } from './streamReason.ts';
import type { Trade } from './tape.ts';
import type { UnderlyingTick } from './tick.ts';

/** Books that main follows for one window. */
export const MAX_WINDOW_BOOKS = 256;

/** The streams to subscribe; a new interest replaces the previous one. */
export interface PublicInterest {
  readonly books: readonly MarketId[];
  /** Books that main alone reads: they share connections and are in no frame. Absent: none. None of them is in `books`. */
  readonly unshownBooks?: readonly MarketId[];
  readonly tapes: readonly MarketId[];
  readonly candles: readonly { readonly market: MarketId; readonly period: Period }[];
  readonly underlyings: readonly string[];
}

/** Streams of several markets or underlyings in one connection. */
export type SharedStreams = 'tapes' | 'underlyings';

export type PublicEvent =
  /** First event after each subscription and resync. */
  | {
      readonly kind: 'bookSnapshot';
      readonly market: MarketId;
      readonly update: BookUpdate;
      readonly receivedAtMs: number;
    }
  | {
      readonly kind: 'bookIncrement';
      readonly market: MarketId;
      readonly update: BookUpdate;
      readonly receivedAtMs: number;
    }
  | {
      readonly kind: 'trades';
      readonly market: MarketId;
      readonly trades: readonly Trade[];
      readonly receivedAtMs: number;
    }
  | {
      readonly kind: 'candle';
      readonly market: MarketId;
      readonly period: Period;
      readonly candle: Candle;
      readonly receivedAtMs: number;
    }
  | { readonly kind: 'tick'; readonly tick: UnderlyingTick; readonly receivedAtMs: number }
  /** The connection of these markets is closed; a snapshot follows after the reconnect. */
  | {
      readonly kind: 'disconnected';
      readonly markets: readonly MarketId[];
      readonly atMs: number;
      readonly reason: StreamReason;
    }
  /** Trades of this market could not be parsed: its tape has a gap. */
  | {
      readonly kind: 'tapeUnreadable';
      readonly market: MarketId;
      readonly atMs: number;
      readonly problem: ParseProblem | null;
    }
  /** A message of this market, or of an unknown one, could not be parsed: the book is suspect until the next snapshot. */
  | {
      readonly kind: 'unreadable';
      readonly market: MarketId | null;
      readonly atMs: number;
      readonly problem: ParseProblem | null;
    };
