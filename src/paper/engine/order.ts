/**
 * One order inside the engine, in the exchange's words and in canonical YES terms.
 *
 * Units       `ticks` and `yesTicks` in cents, 1 … 99; shares and collateral in millionths.
 */
import type { Direction, Side } from '#shared/market/outcome.ts';
import type { Account } from './account.ts';
import type { BookMarket } from './orderBook.ts';

/** `pending`: taken, with its lock, but not on the book yet. */
export type OrderState = 'pending' | 'wait' | 'done' | 'cancel' | 'reject';

export interface Order {
  readonly id: number;
  readonly account: Account;
  readonly market: BookMarket;
  readonly side: Side;
  readonly direction: Direction;
  /** Price in the terms of `side`. */
  readonly ticks: number;
  readonly yesTicks: number;
  /** Column of the canonical book. */
  readonly isBid: boolean;
  readonly shares: number;
  remaining: number;
  /** Collateral reserved now; a sell reserves shares of the holding instead. */
  locked: number;
  state: OrderState;
  fills: number;
  /** Its turn among the orders of its market, by when it came to rest. */
  turn: number;
  readonly createdAtMs: number;
  updatedAtMs: number;
  /** null = never. */
  readonly expiresAtMs: number | null;
}

/** A fill as one of its two parties sees it. */
export interface Fill {
  readonly id: number;
  readonly order: Order;
  /** In the terms of the order's side, in ticks. */
  readonly ticks: number;
  readonly shares: number;
  /** Collateral that changed hands for this leg, fee left out. */
  readonly value: number;
  /** Zero for a maker. */
  readonly fee: number;
  readonly takerSide: Side;
  readonly atMs: number;
}

/** A match on the public tape, YES terms. */
export interface Trade {
  readonly id: number;
  readonly ticks: number;
  readonly shares: number;
  /** The outcome the aggressor bought; '' on rows from before attribution was recorded. */
  readonly takerSide: Side | '';
  readonly atMs: number;
}
