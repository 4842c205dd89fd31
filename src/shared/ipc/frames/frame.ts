/**
 * Frames from main to the page: whole visible state, at most one per 8 ms.
 *
 * Shape       Arrays of numbers are Float64Array; an absent part has not changed.
 * Invariants  Books are state, so any frame may be skipped; trades are events with a sequence and a count of lost ones.
 */
import type { AlertsView } from '../../alerts/view.ts';
import type { BookHealth } from '../../market/bookHealth.ts';
import type { Period } from '../../market/candle.ts';
import type { Market } from '../../market/market.ts';
import type { TapeGap, Trade } from '../../market/tape.ts';
import type { UnderlyingTick } from '../../market/tick.ts';
import type { TickHealth } from '../../market/tickHealth.ts';
import type { MarketId } from '../../units/ids.ts';
import type { ConditionalsView } from '../conditionals/conditionals.ts';
import type { HealthView } from '../health.ts';
import type { AccountView, CatalogueView, WalletView } from '../views.ts';
import type { PointedAt, WorkspacesView } from '../workspaces.ts';
import type { AccountChange } from './accountChange.ts';

export interface BookFrame {
  readonly market: MarketId;
  readonly health: BookHealth;
  /** Rises with every change of the book or its health; comes back in OrderIntent.bookVersion. */
  readonly version: number;
  readonly sequence: number | null;
  readonly exchangeTimeMs: number | null;
  /** This machine's time of the last message or check that proved the book. */
  readonly provedAtMs: number | null;
  /** [price, shares, …] best first, YES terms. */
  readonly bids: Float64Array;
  readonly asks: Float64Array;
  /** Traded volume by price since this market was first watched: [price, shares, …], any order. */
  readonly traded: Float64Array;
  readonly lastPrice: number | null;
}

export interface TapeFrame {
  readonly market: MarketId;
  /** Sequence of the first trade of `trades`. */
  readonly fromSeq: number;
  /** Oldest first. */
  readonly trades: readonly Trade[];
  /** Trades that the ring overwrote before this frame: the pane shows a gap mark. */
  readonly lost: number;
  /** Why trades are missing; absent while none are. */
  readonly gap?: TapeGap;
  /** Ids of trades directly before (older than) which some are missing for good; absent without any. */
  readonly holesBefore?: readonly string[];
}

/** Rows of six: openTimeMs, open, high, low, close (millionths), volume (millionths). */
export interface CandleFrame {
  readonly market: MarketId;
  readonly period: Period;
  /** `reset` replaces the series; `tail` replaces or appends by openTimeMs. */
  readonly kind: 'reset' | 'tail';
  readonly rows: Float64Array;
  /** Candles of a time without the stream have not been read; absent otherwise. */
  readonly isIncomplete?: true;
}

/** Series that get no further updates, because no window shows them. When one is shown again, it is sent from the start. */
export interface EndedSeries {
  readonly tapes: readonly MarketId[];
  readonly candles: readonly Pick<CandleFrame, 'market' | 'period'>[];
}

export interface TickFrame {
  readonly symbol: string;
  readonly health: TickHealth;
  /** Null before the first tick. */
  readonly tick: UnderlyingTick | null;
  /** This machine's time of the newest tick. */
  readonly provedAtMs: number | null;
}

export type CatalogueHead = Omit<CatalogueView, 'markets'>;

export interface Frame {
  readonly seq: number;
  /** Clock of this machine. */
  readonly sentAtMs: number;
  /** Exchange clock minus this machine's clock in ms; null until measured. */
  readonly clockOffsetMs: number | null;
  /** When the oldest change of market data in this frame reached main: `performance.timeOrigin + performance.now()` of main. */
  readonly changedAtMs?: number;
  readonly books?: readonly BookFrame[];
  readonly tapes?: readonly TapeFrame[];
  readonly candles?: readonly CandleFrame[];
  /** Before the other parts of the frame. */
  readonly ended?: EndedSeries;
  readonly ticks?: readonly TickFrame[];
  /** Whole, for a page without one. */
  readonly catalogue?: CatalogueView;
  /** What is no market of it. */
  readonly catalogueHead?: CatalogueHead;
  /** Markets that changed, or that the page did not have. */
  readonly changedMarkets?: readonly Market[];
  /** Markets that the page no longer gets. */
  readonly forgottenMarkets?: readonly MarketId[];
  readonly account?: AccountView;
  /** What changed of the last account that this page got. */
  readonly accountChange?: AccountChange;
  readonly wallet?: WalletView;
  readonly health?: HealthView;
  readonly alerts?: AlertsView;
  readonly conditionals?: ConditionalsView;
  readonly workspaces?: WorkspacesView;
  readonly pointedAt?: PointedAt;
  /** Before main serves the page; then never again. */
  readonly starting?: StartingView;
}

/** Upgrade of an order journal of an earlier version: how many of its lines are indexed. */
export interface StartingView {
  readonly done: number;
  readonly total: number;
}

/** Acknowledgement of a frame, from the page. */
export interface FrameAck {
  readonly ack: number;
}
