/**
 * State of the engine: accounts, orders, fills, trades and books, which refer to each other.
 *
 * Units       Ticks of one cent, `ticks` and `yesTicks` 1 … 99; shares and collateral in millionths, safe integers.
 */
import type { Direction, Side } from '#shared/market/outcome.ts';

export interface Holding {
  quantity: number;
  /** Committed to resting sells. */
  locked: number;
  /** Cost of the quantity without fees. */
  cost: number;
  /** Realized at exits, without fees. */
  realized: number;
  updatedAtMs: number;
}

export interface Account {
  readonly id: number;
  /** One of the exchange's own traders: the listener gets no events of it but trades. */
  readonly isHouse: boolean;
  /** False while the wallet still needs setup: fills then fail to settle. */
  canSettle: boolean;
  /** The exchange holds the shares: a void pays them out without a redemption. */
  isCustodial: boolean;
  /** Number of next matches that fail to settle: an injected fault. */
  failures: number;
  /** All collateral, locked included. */
  balance: number;
  locked: number;
  /** Maker rebates accrued and not yet paid. */
  rewards: number;
  updatedAtMs: number;
  readonly holdings: Map<number, Record<Side, Holding>>;
  readonly open: Map<number, Order>;
}

/** `pending`: accepted and locked, not on the book yet. */
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
  /** Time priority among the orders of its market, set when it comes to rest. */
  turn: number;
  readonly createdAtMs: number;
  updatedAtMs: number;
  /** null = never. */
  readonly expiresAtMs: number | null;
}

/** A fill from the view of one of its two parties. */
export interface Fill {
  readonly id: number;
  readonly order: Order;
  /** In the terms of the order's side, in ticks. */
  readonly ticks: number;
  readonly shares: number;
  /** Collateral paid or received for this leg, without the fee. */
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

export interface QueueLevel {
  readonly orders: Order[];
  volume: number;
}

/** Result of a market; '' while it is open. */
export type Result = '' | Side | 'void';

export interface BookMarket {
  readonly id: number;
  bids: readonly QueueLevel[];
  asks: readonly QueueLevel[];
  /** 0 when there is no bid. */
  bestBid: number;
  /** 100 when there is no ask. */
  bestAsk: number;
  sequence: number;
  nextTurn: number;
  /** Complete sets outstanding, in millionths: collateral held against them, and the supply of either outcome. */
  escrow: number;
  /** Paid shares of a void that still hold half a millionth of escrow: 0 or 1. */
  voidedHalves: number;
  isOpen: boolean;
  result: Result;
  lastTicks: number;
  readonly changedBids: Set<number>;
  readonly changedAsks: Set<number>;
}
