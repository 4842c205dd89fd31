/** Interface of the matching engine. Units: ticks of one cent; shares and collateral in millionths; times in ms. */
import type { Direction, Side } from '#shared/market/outcome.ts';
import type { House } from './settle.ts';
import type { Account, BookMarket, Fill, Holding, Order, Result, Trade } from './state.ts';

export type OrderChange = 'created' | 'filled' | 'cancelled' | 'rejected';

/** Called synchronously, in the order of events; house accounts appear in trades only. */
export interface EngineListener {
  onOrder(order: Order, change: OrderChange): void;
  onFill(fill: Fill): void;
  onBalance(account: Account): void;
  onPosition(account: Account, market: BookMarket, side: Side): void;
  onTrade(market: BookMarket, trade: Trade): void;
}

export interface OrderRequest {
  readonly account: Account;
  readonly market: BookMarket;
  readonly side: Side;
  readonly direction: Direction;
  readonly ticks: number;
  readonly shares: number;
  readonly postOnly: boolean;
  /** The part that does not match at once is cancelled. */
  readonly immediate?: boolean;
  readonly expiresAtMs?: number | null;
  /** Accepted and locked; only `activate` puts it on the book. */
  readonly pending?: boolean;
}

export type PlaceRefusal = 'closed' | 'bounds' | 'insufficient' | 'post_only';
export type PlaceResult =
  | { readonly ok: true; readonly order: Order }
  | { readonly ok: false; readonly why: PlaceRefusal };

export interface Engine {
  readonly house: House;
  readonly accounts: readonly Account[];
  /** Markets by id, without retired ones. */
  readonly markets: ReadonlyMap<number, BookMarket>;
  /** Members' orders by id, open and terminal. */
  readonly orders: ReadonlyMap<number, Order>;
  nextOrderId(): number;
  /** Sum of all deposits, including the exchange's own dollar. */
  deposited(): number;
  openAccount(isHouse: boolean, canSettle: boolean): Account;
  openMarket(lastTicks: number): BookMarket;
  deposit(account: Account, amount: number, atMs: number): void;
  /** `onAccepted` gets the order before matching: waiting, with the whole reserve locked. */
  place(request: OrderRequest, atMs: number, onAccepted?: (order: Order) => void): PlaceResult;
  /** Matches and rests an order that was placed as pending. */
  activate(order: Order, atMs: number): void;
  cancel(order: Order, atMs: number): boolean;
  /** Converts a member's collateral into shares of both outcomes; false when it is not available. */
  split(account: Account, market: BookMarket, sets: number, atMs: number): boolean;
  /** Converts a member's shares of both outcomes into collateral; false when they are not unlocked. */
  merge(account: Account, market: BookMarket, sets: number, atMs: number): boolean;
  /** Converts all unlocked pairs of YES and NO shares into collateral, without events. */
  mergeAll(account: Account, market: BookMarket, atMs: number): void;
  /** Stops trading: every open order of the market is cancelled. */
  closeMarket(market: BookMarket, atMs: number): void;
  /** Sets the result of a closed market: house and custodial accounts redeem at once, the others get position events. */
  resolveMarket(market: BookMarket, result: Exclude<Result, ''>, atMs: number): void;
  /** Redeems a member's shares; returns the collateral received. */
  redeem(account: Account, market: BookMarket, atMs: number): number;
  /** Removes collateral from the exchange; false when it is not available. */
  withdraw(account: Account, amount: number, atMs: number): boolean;
  /** Frees the queues of a resolved market; `forget` also removes the market, which requires that no member holds its shares. */
  retireMarket(market: BookMarket, forget: boolean): void;
  /** Removes a terminal order. */
  forgetOrder(id: number): void;
  /** Restores accounts without events; collateral, locks and supply are computed from the input. */
  restore: Restore;
}

/** Rebuilds the state of an earlier run, account by account; `sealSupply` is called last. */
export interface Restore {
  balance(account: Account, balance: number, rewards: number, atMs: number): void;
  holding(account: Account, market: BookMarket, side: Side, holding: Omit<Holding, 'locked'>): void;
  /** An open order gets a lower time priority than those restored before it. */
  order(order: Order): void;
  /** Gives `house` the shares that make both supplies of every market equal, and the escrow they need. */
  sealSupply(house: Account, atMs: number): void;
}
