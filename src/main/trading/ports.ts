/** Ports of the trading module: the functions that it needs from client, vault, journal, market data and wallet. */
import type { Market } from '#shared/market/market.ts';
import type { Tick } from '#shared/market/tickGrid.ts';
import type {
  AccountList,
  Balance,
  ExchangeOrder,
  ListedSince,
  MarketWalletRecord,
  OrderList,
  PendingReward,
  Position,
  UnreadableOrder,
} from '#shared/order/account/account.ts';
import type { DirectionField } from '#shared/order/account/custodial.ts';
import type { FillListing, FillRequest } from '#shared/order/account/fillProof.ts';
import type { Readiness } from '#shared/order/account/readiness.ts';
import type { DayUse, RecordedLot } from '#shared/order/consent.ts';
import type { MarketDepth } from '#shared/order/exits/flattenPlan.ts';
import type { ExitPlan, PackEnd, PreparedLot } from '#shared/order/exits/preparedExits.ts';
import type { OrderDomain, OrderFields, SignedOrder } from '#shared/order/fields.ts';
import type { OrderIntent } from '#shared/order/intent.ts';
import type { JournalEntry } from '#shared/order/journalEntry.ts';
import type { CancelOutcome, Placement, PostOutcome } from '#shared/order/placement.ts';
import type { OrderBudget, RiskBook } from '#shared/order/risk/context.ts';
import type { Address, CustodialId, IntentId, MarketId, OrderId } from '#shared/units/ids.ts';
import type { Price } from '#shared/units/price.ts';

/** The states by which the exchange lists orders. */
export type ListedState = 'wait' | 'done' | 'cancel' | 'reject';

/** Exchange client. Reads reject on failure; `postOrder` and `cancelOrder` answer an outcome instead. */
export interface Gateway {
  /** `direction` is how an order without a signature says its direction. */
  postOrder(placement: Placement, direction?: DirectionField): Promise<PostOutcome>;
  /**
   * Posts the body of an order that was signed ahead, at most once: not even a nonce refusal repeats it.
   * `takeBody` is called once the budget of requests allows the post.
   */
  postPrepared(intent: OrderIntent, takeBody: () => string): Promise<PostOutcome>;
  cancelOrder(id: OrderId): Promise<CancelOutcome>;
  /**
   * Every order of the member in that state; unreadable ones are listed separately. With `since`, orders beyond its number that
   * were created earlier may be left out.
   */
  listOrders(state: ListedState, since?: ListedSince): Promise<OrderList>;
  /** null: the exchange answers that this order does not exist. */
  fetchOrder(id: OrderId): Promise<ExchangeOrder | UnreadableOrder | null>;
  /** Unreadable rows are listed apart. */
  listBalances(): Promise<AccountList<Balance>>;
  /** Fills since those of the proof; `partial` is null once this and earlier reads have seen every fill. */
  listFills(request: FillRequest): Promise<FillListing>;
  listPositions(): Promise<AccountList<Position>>;
  listPendingRewards(): Promise<readonly PendingReward[]>;
  fetchMarketWallet(market: MarketId): Promise<MarketWalletRecord>;
  /** Null when the last measurement of the exchange's time still holds; else measures, and rejects when that fails. */
  ensureClock(): Promise<void> | null;
  /** Closes the private stream and opens a new one; `closed` and `open` events follow. */
  reopenPrivate(): void;
}

/** A key that this process holds signs at once. */
export interface Signer {
  signOrder(fields: OrderFields, domain: OrderDomain): SignedOrder | Promise<SignedOrder>;
  /** Signs for a passkey's wallet with the second signing key of this address. */
  signSecondKeyOrder(
    key: Address,
    fields: OrderFields,
    domain: OrderDomain,
    wallet: { readonly chainId: bigint; readonly safe: Address },
  ): SignedOrder | Promise<SignedOrder>;
}

/** The vault's prepared exits. Methods about a lot that is not there do nothing, but for `take`, which throws. */
export interface PreparedBodies {
  /** Null: none. */
  pack(): { readonly plan: ExitPlan; readonly lots: readonly PreparedLot[] } | null;
  /** The body of a lot that is ready, once. */
  take(lotId: string): string;
  noteOrder(lotId: string, orderId: OrderId): void;
  /** The lot's order is over. */
  settle(lotId: string): void;
  burn(lotId: string): void;
  discard(reason: PackEnd): void;
}

export interface Journal {
  /** On disk when this returns; with `later`, it survives a kill of the program. Throws when the write failed. */
  append(entry: JournalEntry, sync?: 'now' | 'later'): void;
  /** Every entry is on disk when this returns; throws otherwise. */
  sync(): void;
  /** Entries of every order without a last event, and of those signed since. */
  load(sinceMs: number): readonly JournalEntry[];
  /** Entries of our order with this exchange id, however old; empty when it is not ours. */
  findByOrder(id: OrderId): readonly JournalEntry[];
  /** Entries of our order with this intent, however old; empty when none was signed. */
  findByIntent(id: IntentId): readonly JournalEntry[];
}

/** What the vault vouches for of earlier runs, as it was at the latest unlock. */
export interface RecordedConsent {
  /** Null: nothing was recorded. */
  use(): DayUse | null;
  /** Lots that may have been sent although no order shows it: the order journal was lost. */
  lots(): readonly RecordedLot[];
}

/** Measures moves and flattens, from their start to the orders that they place. */
export interface ExitTimes {
  noteStarted(exit: IntentId): void;
  /** The exit is about to place an order that its start asked for. */
  noteOrder(exit: IntentId, order: IntentId): void;
  noteEnded(exit: IntentId): void;
}

/** Current state of market data, vault and wallet, read at the moment of a click. */
export interface TradingContext {
  market(id: MarketId): Market | null;
  tick(): Tick;
  /** YES terms; null when the book is not watched. */
  book(id: MarketId): (RiskBook & { readonly bestBid: Price | null; readonly bestAsk: Price | null }) | null;
  /** The exchange's budget of order requests; null until it is known. */
  orderBudget(): OrderBudget | null;
  /** Every level of a watched book; null when it is not watched. */
  depth(id: MarketId): MarketDepth | null;
  /** Watches these books, whatever the page shows; replaces the ones before. */
  watchBooks(markets: readonly MarketId[]): void;
  /** Whether the account may trade, given whether trading is armed. `isUnattended`: a locked screen does not matter. */
  readiness(isArmed: boolean, isUnattended?: boolean): Readiness;
  /** The custodial account, whose orders nothing signs; null for a wallet, and until a person confirmed the account. */
  custodialAccount(): CustodialId | null;
  /** How orders of that account say their direction; absent: the default. */
  direction?(): DirectionField;
  /** Address of the vault's own key. */
  owner(): Address | null;
  /** Addresses of the vault's second signing keys, oldest first. */
  secondKeys(): readonly Address[];
}
