/** What the public side of the exchange tells, parsed: the venue makes these, the market room keeps them. */
import type { MarketId } from '../units/ids.ts';
import type { BookUpdate } from './book.ts';
import type { Candle, Period } from './candle.ts';
import type { Trade } from './tape.ts';
import type { UnderlyingTick } from './tick.ts';

/** What must be streamed now; a change replaces what was asked for before. */
export interface PublicInterest {
  readonly books: readonly MarketId[];
  readonly tapes: readonly MarketId[];
  readonly candles: readonly { readonly market: MarketId; readonly period: Period }[];
  readonly underlyings: readonly string[];
}

export type PublicEvent =
  /** First after a (re)subscription and after every resync. */
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
  /** The connection that carried these markets is gone; a snapshot follows when it is back. */
  | {
      readonly kind: 'disconnected';
      readonly markets: readonly MarketId[];
      readonly atMs: number;
      readonly why: string;
    }
  /** Trades of this market came and could not be read: its tape has a hole. */
  | { readonly kind: 'tapeUnreadable'; readonly market: MarketId; readonly atMs: number; readonly why: string }
  /** A message of this market could not be read: its book is suspect until the next snapshot. */
  | { readonly kind: 'unreadable'; readonly market: MarketId | null; readonly atMs: number; readonly why: string };
