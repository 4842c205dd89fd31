/**
 * Books of the ladder rows, the same for every contender: each change gives some levels another size.
 *
 * Units       Prices and shares in millionths.
 * Invariants  Sizes stay between bounds in which the ladder keeps the scale of its bars, unless the plan moves it.
 */
import type { BookFrame } from '../../../src/shared/ipc/frames/frame.ts';
import { type MarketId, parseMarketId } from '../../../src/shared/units/ids.ts';

const TICK = 10_000;
const BEST_BID = 500_000;
/** Of each side. */
const LEVELS = 22;
const CONTRACT = 1_000_000;

export interface BookPlan {
  readonly ladders: number;
  /** Levels of each book that a change gives another size. */
  readonly levels: number;
  /**
   * What else a change moves: the price of the last trade; the largest size, with which the scale of all bars changes; or the pointer over our
   * ladder.
   */
  readonly moves: 'nothing' | 'last' | 'scale' | 'pointer';
}

export interface Books {
  readonly markets: readonly MarketId[];
  /** The books after the next change. */
  next(): readonly BookFrame[];
}

export function openBooks({ ladders, levels, moves }: BookPlan): Books {
  let seed = 7;
  const below = (limit: number): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed % limit;
  };
  const markets = Array.from({ length: ladders }, (_, at) => parseMarketId(String(101 + at)));
  let turn = 0;
  // The best bid has the largest size.
  const largest = (): number => (moves === 'scale' && turn % 2 === 0 ? 1_400 : 999) - below(39);
  const sizeOf = (level: number): number => (level === 0 ? largest() : 60 + below(890)) * CONTRACT;
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
          lastPrice: BEST_BID + (moves === 'last' && turn % 2 === 0 ? TICK : 0),
        };
      });
    },
  };
}
