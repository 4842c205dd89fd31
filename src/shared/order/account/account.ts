/**
 * The member's account on the exchange: orders, fills, balances, positions, wallet.
 *
 * Units       Millionths; times in Unix ms.
 * Source      docs/exchange-interface.md#order, #balance, #position.
 */

import type { Listing, PartialListing } from '../../base/listing.ts';
import type { ParseProblem } from '../../base/parseProblem.ts';
import type { Direction, Side, TakerSide } from '../../market/outcome.ts';
import type { Address, Hex, Hex32, MarketId, OrderId, TokenId } from '../../units/ids.ts';
import type { Price } from '../../units/price.ts';
import type { Shares } from '../../units/shares.ts';
import type { Usd } from '../../units/usd.ts';

/** `pending` is documented in the family only; any other state is reported and kept as its raw text. */
export type ExchangeOrderState = 'pending' | 'wait' | 'done' | 'cancel' | 'reject';

export interface ExchangeOrder {
  readonly id: OrderId;
  readonly market: MarketId;
  readonly side: Side;
  /** null when the exchange omitted it. */
  readonly direction: Direction | null;
  readonly ordType: string;
  readonly price: Price;
  readonly state: ExchangeOrderState | { readonly unknown: string };
  readonly originShares: Shares;
  readonly remainingShares: Shares;
  readonly filledShares: Shares;
  readonly contractsCount: number;
  readonly locked: Usd;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
}

/** An order in the exchange's answer that could not be parsed: it exists, and only these fields are certain. */
export interface UnreadableOrder {
  /** null when the id could not be parsed either: it may be any order. */
  readonly id: OrderId | null;
  readonly market: MarketId | null;
  readonly createdAtMs: number | null;
  readonly problem: ParseProblem;
}

/** A row of a list that could not be parsed: it exists, and only these fields are certain. */
export interface UnreadableRow {
  /** The row's own id; of a balance its currency. */
  readonly id: string | null;
  readonly market: MarketId | null;
  readonly outcome: Side | null;
  readonly problem: ParseProblem;
}

/** Readable rows, and the others apart: they do not affect each other. */
export interface AccountList<T> extends Listing<T> {
  readonly unreadable: readonly UnreadableRow[];
}

/** Which orders of a list are needed: the newest `rows`, and all that were created since. */
export interface ListedSince {
  readonly createdAtMs: number;
  readonly rows: number;
}

/** A list of orders. When it is complete, an order in neither part is absent, unless an unreadable one has no id. */
export interface OrderList {
  readonly orders: readonly ExchangeOrder[];
  readonly unreadable: readonly UnreadableOrder[];
  /** null: the list is complete. */
  readonly partial: PartialListing | null;
}

/** One of the member's contracts. */
export interface Fill {
  readonly id: string;
  readonly orderId: OrderId | null;
  readonly market: MarketId;
  readonly side: Side | null;
  readonly direction: Direction | null;
  readonly price: Price;
  readonly shares: Shares;
  /** What changed hands, without the fee; null where the exchange does not state it. */
  readonly value: Usd | null;
  readonly fee: Usd | null;
  readonly takerSide: TakerSide;
  /** `active`, `settled_yes`, `settled_no`, `voided` in an older revision; raw. */
  readonly state: string | null;
  readonly exchangeTimeMs: number;
}

/** Collateral, from `balance_safe`/`locked_safe` in REST or `available`/`locked` on the stream: never merged by field name. */
export interface Balance {
  readonly currency: string;
  readonly total: Usd;
  readonly locked: Usd;
  readonly available: Usd;
  readonly exchangeTimeMs: number | null;
}

export interface Position {
  readonly market: MarketId;
  readonly outcome: Side;
  readonly custody: string;
  readonly quantity: Shares;
  readonly locked: Shares;
  readonly sellable: Shares;
  readonly averagePrice: Price | null;
  readonly realizedPnl: Usd;
  readonly exchangeTimeMs: number | null;
}

export interface SetupCall {
  readonly to: Address;
  readonly data: Hex;
  readonly operation: 0 | 1;
  readonly nonce: number;
  readonly hash: Hex32;
}

export interface WalletRecord {
  readonly proxyAddress: Address;
  readonly ownerAddress: Address;
  readonly signatureType: number;
  readonly exchangeAddress: Address;
  readonly conditionalTokensAddress: Address;
  readonly usdcAddress: Address;
  readonly chainId: number;
  readonly domainName: string;
  /** Nonce of the wallet's next transaction; null where the exchange does not state it. */
  readonly nextNonce: number | null;
  /** Signatures of owners that a transaction needs; null where the exchange does not state it. */
  readonly threshold: number | null;
  readonly setupReady: boolean;
  readonly setupCalls: readonly SetupCall[];
  readonly safeStatus: 'setup_required' | 'ready' | { readonly unknown: string };
}

/** The record of one market; orders are signed by this one. */
export interface MarketWalletRecord extends WalletRecord {
  readonly conditionId: Hex32;
  readonly yesTokenId: TokenId;
  readonly noTokenId: TokenId;
}

/** Maker rebates; their shape is not documented, so amounts stay raw text. */
export interface PendingReward {
  readonly currency: string;
  readonly amount: string;
}
