/**
 * Books of the ladder rows, the same for every contender: each change gives some levels another size.
 *
 * Units       Prices and shares in millionths.
 * Invariants  Sizes stay between bounds in which the ladder keeps the scale of its bars, so that only cells change.
 */
import type { BookFrame } from '../../../src/shared/ipc/frame.ts';
import { type MarketId, parseMarketId } from '../../../src/shared/units/ids.ts';

const TICK = 10_000;
const BEST_BID = 500_000;
/** Of each side. */
const LEVELS = 22;
const CONTRACT = 1_000_000;

export interface BookPlan {
  readonly ladders: number;
  /** Levels of each book that a change gives another size; the price of the last trade moves where `movesLast`. */
  readonly levels: number;
  readonly movesLast: boolean;
}

export interface Books {
  readonly markets: readonly MarketId[];
  /** The books after the next change. */
  next(): readonly BookFrame[];
}

export function openBooks({ ladders, levels, movesLast }: BookPlan): Books {
  let seed = 7;
  const below = (limit: number): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed % limit;
  };
  const markets = Array.from({ length: ladders }, (_, at) => parseMarketId(String(101 + at)));
  // The best bid has the largest size.
  const sizeOf = (level: number): number => (level === 0 ? 960 + below(39) : 60 + below(890)) * CONTRACT;
  const sizes = markets.map(() => Array.from({ length: 2 * LEVELS }, (_, level) => sizeOf(level)));
  const pairUp = (ladder: number, from: number, price: (level: number) => number): Float64Array =>
    Float64Array.from(
      Array.from({ length: LEVELS }, (_, level) => [price(level), sizes[ladder]![from + level]!]).flat(),
    );
  const traded = Float64Array.from(
    Array.from({ length: 2 * LEVELS }, (_, at) => [
      BEST_BID + (at - LEVELS + 1) * TICK,
      (10 + ((at * 37) % 900)) * CONTRACT,
    ]).flat(),
  );
  let turn = 0;
  return {
    markets,
    next() {
      turn += 1;
      return markets.map((market, ladder) => {
        const count = Math.min(levels, 2 * LEVELS);
        for (let step = 0; step < count; step += 1) {
          const level = (turn * count + step) % (2 * LEVELS);
          sizes[ladder]![level] = sizeOf(level);
        }
        return {
          market,
          health: { at: 'live' },
          version: turn,
          sequence: turn,
          exchangeTimeMs: Date.now(),
          provedAtMs: Date.now(),
          bids: pairUp(ladder, 0, (level) => BEST_BID - level * TICK),
          asks: pairUp(ladder, LEVELS, (level) => BEST_BID + (level + 1) * TICK),
          traded,
          lastPrice: BEST_BID + (movesLast && turn % 2 === 0 ? TICK : 0),
        };
      });
    },
  };
}
