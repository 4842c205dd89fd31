/** Interface of the simulated exchange. Units: times in ms; prices of underlyings in cents; probabilities in millionths. */
import type { Engine, EngineListener } from '../engine/engine.ts';
import type { BookChanges } from '../engine/orderBook.ts';
import type { BookMarket, Trade } from '../engine/state.ts';
import type { EventPlan, UnderlyingPlan } from './eventPlan.ts';
import type { MinuteStore } from './minutes.ts';
import type { PaperMarket } from './paperMarket.ts';
import type { SavedWorld } from './saved.ts';
import type { Untraded } from './untraded.ts';

export interface WorldListener extends Omit<EngineListener, 'onTrade'> {
  onBook(market: PaperMarket, changes: BookChanges): void;
  onTrades(market: PaperMarket, trades: readonly Trade[]): void;
  /** About every two seconds for each market. */
  onCandles(market: PaperMarket, nowMs: number): void;
  /** About every second for each underlying. */
  onTick(symbol: string, priceCents: number, nowMs: number): void;
}

export interface World {
  readonly engine: Engine;
  /** Listed markets: open, awaiting their result, or recently decided. */
  readonly markets: readonly PaperMarket[];
  /** Listed after them; a market of these has a book once `find` was asked for it. */
  readonly untraded: Untraded;
  /** Current probability of a listed market. */
  fairOf(market: PaperMarket): number;
  priceOf(symbol: string): number;
  /** By `market_id` or numeric id; opens the books of an untraded market's event; includes retired markets that a member traded. */
  find(name: string): PaperMarket | null;
  ofBook(book: BookMarket): PaperMarket;
  nowMs(): number;
  /** Advances to `toMs`; skips a gap longer than `gapMs`. */
  advance(toMs: number, gapMs?: number): void;
  /** Emits book changes caused by members since the last call. */
  flush(book: BookMarket): void;
  /** Decides a market's event now with the operator's result; false when it is already decided. */
  decide(market: PaperMarket, result: 'yes' | 'no' | 'void'): boolean;
  /** Starts makers and time; members' orders are restored before this call. */
  open(): void;
  /** Version of the list: increases when a market is listed or removed. */
  version(): number;
  save(): SavedWorld;
}

export interface WorldOptions {
  readonly seed: number;
  readonly startMs: number;
  readonly listener: WorldListener;
  readonly events?: readonly EventPlan[];
  readonly underlyings?: readonly UnderlyingPlan[];
  readonly saved?: SavedWorld;
  /** Markets listed at the start: untraded ones are added to the simulated ones. Absent: the simulated ones alone. */
  readonly listed?: number;
  /** Minute candles of a market; in memory when absent. */
  readonly minutesOf?: (slug: string) => MinuteStore;
}
