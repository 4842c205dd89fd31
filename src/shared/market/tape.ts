/**
 * Tape of public trades: a bounded ring without repeats that counts overwritten trades.
 *
 * Invariants  `nextSeq` rises by one for each added trade, so that a reader knows how many trades it lost.
 * Source      docs/exchange-interface.md#public-trade; taker_side is three-valued.
 */
import type { Coded } from '../base/coded.ts';
import type { ParseProblem } from '../base/parseProblem.ts';
import type { Price } from '../units/price.ts';
import type { Shares } from '../units/shares.ts';
import type { TakerSide } from './outcome.ts';

export interface Trade {
  /** The exchange's id of the match, as text. */
  readonly id: string;
  /** YES terms. */
  readonly price: Price;
  readonly shares: Shares;
  readonly takerSide: TakerSide;
  readonly exchangeTimeMs: number;
}

/** Why trades are missing from a tape. Words: `shared/text/markets/tapeGaps`. */
export interface TapeGaps {
  /** Null: the message has no form that a problem could name. */
  readonly unreadableMessage: { readonly problem: ParseProblem | null };
  readonly unreadableHistory: { readonly problem: ParseProblem };
  /** The stream carried none for a time: they are read by REST. */
  readonly missed: { readonly cause: MissedCause };
}
/** Why a stream carried nothing for a time. */
export type MissedCause = 'disconnected' | 'silent' | 'skipped' | 'unwatched';
export type TapeGap = Coded<TapeGaps>;

/** Recent trades by REST. */
export interface RecentTrades {
  /** In the order of the exchange. */
  readonly trades: readonly Trade[];
  /** The first trade that could not be parsed; null when all were parsed. */
  readonly problem: ParseProblem | null;
  /** Greatest age of the answer as the server states it; null when it states none. */
  readonly maxAgeMs: number | null;
}

export interface Tape {
  readonly capacity: number;
  readonly trades: (Trade | undefined)[];
  /** Ids of the trades in the ring. */
  readonly ids: Set<string>;
  nextSeq: number;
}

export function buildTape(capacity = 500): Tape {
  return { capacity, trades: new Array<Trade | undefined>(capacity), ids: new Set(), nextSeq: 0 };
}

/** Adds a trade; false when its id is already in the ring. */
export function addTrade(tape: Tape, trade: Trade): boolean {
  if (tape.ids.has(trade.id)) return false;
  const slot = tape.nextSeq % tape.capacity;
  const overwritten = tape.trades[slot];
  if (overwritten) tape.ids.delete(overwritten.id);
  tape.trades[slot] = trade;
  tape.ids.add(trade.id);
  tape.nextSeq += 1;
  return true;
}

/** Trades from `fromSeq` on, oldest first, and how many of them the ring has overwritten. */
export function tradesSince(tape: Tape, fromSeq: number): { trades: Trade[]; lost: number; nextSeq: number } {
  const oldest = Math.max(0, tape.nextSeq - tape.capacity);
  const start = Math.max(fromSeq, oldest);
  const trades: Trade[] = [];
  for (let seq = start; seq < tape.nextSeq; seq += 1) trades.push(tape.trades[seq % tape.capacity]!);
  return { trades, lost: Math.max(0, oldest - Math.max(fromSeq, 0)), nextSeq: tape.nextSeq };
}
