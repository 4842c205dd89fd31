/**
 * Public trades of one market: a bounded ring that keeps order, drops repeats and counts what it overran.
 *
 * Invariants  `nextSeq` rises by one a trade kept; a reader that fell behind learns how many it lost.
 * Source      exchange-interface, Recent contract item; taker_side is three-valued.
 */
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

/** The recent trades as a read shows them. */
export interface RecentTrades {
  /** Order as served. */
  readonly trades: readonly Trade[];
  /** Why some of them are missing, or null: all that the exchange served could be read. */
  readonly hole: string | null;
  /** How old the answer may be by the server's own word; null when it says nothing. */
  readonly maxAgeMs: number | null;
}

export interface Tape {
  readonly capacity: number;
  readonly trades: (Trade | undefined)[];
  readonly seen: Set<string>;
  nextSeq: number;
}

export function buildTape(capacity = 500): Tape {
  return { capacity, trades: new Array<Trade | undefined>(capacity), seen: new Set(), nextSeq: 0 };
}

/** Adds a trade; false when its id is already on the ring. */
export function addTrade(tape: Tape, trade: Trade): boolean {
  if (tape.seen.has(trade.id)) return false;
  const slot = tape.nextSeq % tape.capacity;
  const overwritten = tape.trades[slot];
  if (overwritten) tape.seen.delete(overwritten.id);
  tape.trades[slot] = trade;
  tape.seen.add(trade.id);
  tape.nextSeq += 1;
  return true;
}

/** Trades from `fromSeq` on, oldest first, and how many the ring has already dropped of them. */
export function tradesSince(tape: Tape, fromSeq: number): { trades: Trade[]; lost: number; nextSeq: number } {
  const oldest = Math.max(0, tape.nextSeq - tape.capacity);
  const start = Math.max(fromSeq, oldest);
  const trades: Trade[] = [];
  for (let seq = start; seq < tape.nextSeq; seq += 1) trades.push(tape.trades[seq % tape.capacity]!);
  return { trades, lost: Math.max(0, oldest - Math.max(fromSeq, 0)), nextSeq: tape.nextSeq };
}
