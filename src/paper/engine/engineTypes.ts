/** What the engine takes, answers and tells. Units: ticks of one cent; shares and collateral in millionths; times in ms. */
import type { Direction, Side } from '#shared/market/outcome.ts';
import type { House } from './settle.ts';
import type { Account, BookMarket, Fill, Holding, Order, Result, Trade } from './state.ts';

export type OrderChange = 'created' | 'filled' | 'cancelled' | 'rejected';

/** Told synchronously, in the order things happen; house accounts are left out of all but trades. */
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
  /** What does not match at once is cancelled. */
  readonly immediate?: boolean;
  readonly expiresAtMs?: number | null;
  /** Taken with its lock, and put on the book by `activate` only. */
  readonly pending?: boolean;
}

export type PlaceRefusal = 'closed' | 'bounds' | 'insufficient' | 'post_only';
export type PlaceResult =
  | { readonly ok: true; readonly order: Order }
  | { readonly ok: false; readonly why: PlaceRefusal };

export interface Engine {
  readonly house: House;
  readonly accounts: readonly Account[];
  /** Markets that are not retired, by id. */
  readonly markets: ReadonlyMap<number, BookMarket>;
  /** Orders of members, open or terminal, by id. */
  readonly orders: ReadonlyMap<number, Order>;
  nextOrderId(): number;
  /** Collateral that ever came in, the exchange's float included. */
  deposited(): number;
  openAccount(isHouse: boolean, canSettle: boolean): Account;
  openMarket(lastTicks: number): BookMarket;
  deposit(account: Account, amount: number, atMs: number): void;
  /** `onAccepted` sees the order as it was taken: waiting, whole reserve locked, nothing matched yet. */
  place(request: OrderRequest, atMs: number, onAccepted?: (order: Order) => void): PlaceResult;
  /** Matches and rests an order that was placed as pending. */
  activate(order: Order, atMs: number): void;
  cancel(order: Order, atMs: number): boolean;
  /** Turns pairs of YES and NO back into collateral. */
  mergeSets(account: Account, market: BookMarket, atMs: number): void;
  /** Stops trading: every open order of the market is cancelled. */
  closeMarket(market: BookMarket, atMs: number): void;
  /** Fixes the result of a closed market: houses redeem at once, members are told their positions; a void pays everyone. */
  resolveMarket(market: BookMarket, result: Exclude<Result, ''>, atMs: number): void;
  /** A member's redemption; answers what it brought. */
  redeem(account: Account, market: BookMarket, atMs: number): number;
  /** Collateral that leaves for good; false when it is not available. */
  withdraw(account: Account, amount: number, atMs: number): boolean;
  /** Lets go of a resolved market's queues, and with `forget` of the market: no member holds its shares then. */
  retireMarket(market: BookMarket, forget: boolean): void;
  /** Forgets a terminal order. */
  forgetOrder(id: number): void;
  /** Puts back what an account had: no event is told. Collateral, locks and supply follow from what is given. */
  restore: Restore;
}

/** Rebuilds the state of an earlier run, account by account; `sealSupply` comes last. */
export interface Restore {
  balance(account: Account, balance: number, rewards: number, atMs: number): void;
  holding(account: Account, market: BookMarket, side: Side, holding: Omit<Holding, 'locked'>): void;
  /** An open order rests behind those restored before it. */
  order(order: Order): void;
  /** Gives `house` the shares that make both supplies of every market equal, and the escrow they need. */
  sealSupply(house: Account, atMs: number): void;
}
