/** What a world is asked and what it tells. Units: times in ms; prices of underlyings in cents; probabilities in millionths. */
import type { Engine, EngineListener } from '../engine/engine.ts';
import type { BookChanges } from '../engine/orderBook.ts';
import type { BookMarket, Trade } from '../engine/state.ts';
import type { EventPlan, UnderlyingPlan } from './catalogue.ts';
import type { MinuteStore } from './minutes.ts';
import type { PaperMarket } from './paperMarket.ts';
import type { SavedWorld } from './saved.ts';

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
  /** Markets that are listed: open, waiting for their result, or decided a short while ago. */
  readonly markets: readonly PaperMarket[];
  /** Probability of a listed market now. */
  fairOf(market: PaperMarket): number;
  priceOf(symbol: string): number;
  /** By `market_id` or numeric id, retired ones included as long as a member traded there. */
  find(name: string): PaperMarket | null;
  ofBook(book: BookMarket): PaperMarket;
  nowMs(): number;
  /** Plays everything up to `toMs`; a gap longer than `gapMs` is passed over. */
  advance(toMs: number, gapMs?: number): void;
  /** Tells what members changed since the last look. */
  flush(book: BookMarket): void;
  /** Decides a market's event now, as the operator says; false when it is decided already. */
  decide(market: PaperMarket, result: 'yes' | 'no' | 'void'): boolean;
  /** Members' orders are restored between the building and this: makers come and time goes on. */
  open(): void;
  /** Rises whenever a market is listed or leaves the list. */
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
  /** Minutes of trading of a market; in memory when absent. */
  readonly minutesOf?: (slug: string) => MinuteStore;
}
