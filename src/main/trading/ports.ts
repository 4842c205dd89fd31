/** What the trading needs from others, as functions: client, vault, journal, market room and wallet happen to fit. */
import type { BookHealth } from '#shared/market/bookHealth.ts';
import type { Market } from '#shared/market/market.ts';
import type { Tick } from '#shared/market/tickGrid.ts';
import type {
  Balance,
  ExchangeOrder,
  Fill,
  MarketWalletRecord,
  OrderList,
  PendingReward,
  Position,
  UnreadableOrder,
} from '#shared/order/account.ts';
import type { OrderDomain, OrderFields, SignedOrder } from '#shared/order/fields.ts';
import type { JournalEntry } from '#shared/order/journalEntry.ts';
import type { ReadOnlyReason } from '#shared/order/orderSigner.ts';
import type { CancelOutcome, Placement, PostOutcome } from '#shared/order/placement.ts';
import type { Address, MarketId, OrderId } from '#shared/units/ids.ts';
import type { Price } from '#shared/units/price.ts';

/** The states by which the exchange lists orders. */
export type ListedState = 'wait' | 'done' | 'cancel' | 'reject';

/** Reads reject when they could not be made; acts never reject, they answer an outcome. */
export interface Gateway {
  postOrder(placement: Placement): Promise<PostOutcome>;
  cancelOrder(id: OrderId): Promise<CancelOutcome>;
  /** Every order of the member in that state, those that can't be read apart. */
  listOrders(state: ListedState): Promise<OrderList>;
  /** null: the exchange says that there is no such order. */
  fetchOrder(id: OrderId): Promise<ExchangeOrder | UnreadableOrder | null>;
  listBalances(): Promise<readonly Balance[]>;
  listFills(): Promise<readonly Fill[]>;
  listPositions(): Promise<readonly Position[]>;
  listPendingRewards(): Promise<readonly PendingReward[]>;
  fetchMarketWallet(market: MarketId): Promise<MarketWalletRecord>;
}

/** The exchange's codes in one sentence for a person, raw codes included; `signedBy` where it matters who had signed. */
export type TellRefusal = (codes: readonly string[], signedBy?: 'own' | 'second') => string;

export interface Signer {
  signOrder(fields: OrderFields, domain: OrderDomain): Promise<SignedOrder>;
  /** For a passkey's wallet, by the second signing key of this address. */
  signSecondKeyOrder(
    key: Address,
    fields: OrderFields,
    domain: OrderDomain,
    wallet: { readonly chainId: bigint; readonly safe: Address },
  ): Promise<SignedOrder>;
}

export interface Journal {
  /** On disk when this returns; throws when it could not be written. */
  append(entry: JournalEntry): void;
  /** Entries of every order without a last step, and of those signed since. */
  load(sinceMs: number): readonly JournalEntry[];
  /** Entries of the order of ours that has this id, however old; none when it is not ours. */
  findByOrder(id: OrderId): readonly JournalEntry[];
}

/** What others know at the moment of a click. */
export interface TradingContext {
  market(id: MarketId): Market | null;
  tick(): Tick;
  /** YES terms; null when the book is not watched. */
  book(
    id: MarketId,
  ): { readonly health: BookHealth; readonly bestBid: Price | null; readonly bestAsk: Price | null } | null;
  vault(): 'absent' | 'locked' | 'unlocked';
  safeStatus(): string | null;
  /** The address whose key the vault holds. */
  owner(): Address | null;
  /** Addresses of the second signing keys in the vault, oldest first. */
  secondKeys(): readonly Address[];
  /** Why no key here signs the orders of this account's wallet; null while one does, or while it has not been read. */
  readOnly(): ReadOnlyReason | null;
}
