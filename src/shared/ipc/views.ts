/**
 * What main shows of its slow state: whole values, replaced when they change.
 *
 * Units       Prices and shares in millionths; Usd as bigint millionths; times in Unix ms.
 */

import type { Coded, NoParameters } from '../base/coded.ts';
import type { PartialListing } from '../base/listing.ts';
import type { ParseProblem } from '../base/parseProblem.ts';
import type { Market } from '../market/market.ts';
import type { Direction, Side } from '../market/outcome.ts';
import type { ReadFailure } from '../market/readFailure.ts';
import type { StreamReason } from '../market/streamReason.ts';
import type { Tick } from '../market/tickGrid.ts';
import type { Absence } from '../order/account/absence.ts';
import type { Balance, Fill, PendingReward, Position, UnreadableOrder } from '../order/account/account.ts';
import type { CustodialView } from '../order/account/custodial.ts';
import type { AccountLedger } from '../order/account/ledger.ts';
import type { Readiness } from '../order/account/readiness.ts';
import type { UnreadableRows } from '../order/account/unreadableRows.ts';
import type { StandingSale } from '../order/exits/preparedExits.ts';
import type { ExitView } from '../order/exits/progress.ts';
import type { LifeReasons, OrderLife, OrderSource } from '../order/life.ts';
import type { OrderSigner } from '../order/orderSigner.ts';
import type { CancelProgress } from '../order/receipts.ts';
import type { RiskView } from '../order/risk/state.ts';
import type { Address, Hex32, IntentId, MarketId, OrderId } from '../units/ids.ts';
import type { Price } from '../units/price.ts';
import type { Shares } from '../units/shares.ts';
import type { Usd } from '../units/usd.ts';
import type { VaultAccount } from './accounts.ts';
import type { CustodyView, LockReason } from './custody.ts';
import type { RelaysView } from './wallet/relay.ts';
import type { PinWarning, RelayFailure, WalletEffect, WalletRefusal } from './wallet/walletCodes.ts';

/** Why the list of markets is not current. Words: `shared/text/markets/catalogueFailures`. */
export interface CatalogueFailures {
  readonly readFailed: { readonly failure: ReadFailure };
  /** The exchange lists more markets than the client reads. */
  readonly partial: PartialListing;
  /** Nothing was read in this run: the markets are stored ones, without prices. `failure`: of the last read, null before one failed. */
  readonly lastRun: { readonly ageMs: number; readonly failure: ReadFailure | null };
}
export type CatalogueFailure = Coded<CatalogueFailures>;

/** The whole list, of which windows get parts. */
export interface ListFacts {
  /** Rises when rows of a query may have changed. */
  readonly version: number;
  /** Listed markets. */
  readonly total: number;
  /** In the order of the alphabet. */
  readonly categories: readonly string[];
  /** Underlyings of listed markets. */
  readonly symbols: readonly string[];
}

export interface CatalogueView {
  readonly at: 'loading' | 'live' | 'stale';
  /** Those that windows show, hold or may soon need, in the order of the list. */
  readonly markets: readonly Market[];
  /** Absent: `markets` are all of them. */
  readonly list?: ListFacts;
  readonly tick: Tick;
  readonly receivedAtMs: number | null;
  /** Null after a complete read. */
  readonly failure: CatalogueFailure | null;
}

/** Details of a step; the words are in shared/text/orders/orderLife.ts. */
export interface StepDetails extends LifeReasons {
  filled: { readonly filled: Shares; readonly of: Shares };
  /** The exchange's codes; empty when it gave none. */
  refused: { readonly codes: readonly string[] };
  matchedByPerson: { readonly orderId: OrderId };
  /** The exchange lists `matching` orders with the terms of `lost` orders. */
  ambiguous: { readonly matching: number; readonly lost: number };
  /** An unreadable order on the exchange may be this one. */
  maybeUnreadable: NoParameters;
}

/** One step of an order's life. */
export interface LifeStep {
  readonly atMs: number;
  readonly step:
    | 'signed'
    /** In the journal without a signature: the order of a custodial account. */
    | 'recorded'
    /** In the journal as a prepared exit: it was signed ahead. */
    | 'prepared'
    | 'sent'
    | 'accepted'
    | 'lost'
    | 'asked'
    | 'resolved'
    | 'part filled'
    | 'filled'
    | 'cancel sent'
    | 'cancelled'
    | 'rejected'
    | 'absent';
  readonly detail: Coded<StepDetails> | null;
  /** What showed it first, for a step that the exchange's data made. */
  readonly source?: OrderSource;
}

export interface OrderView {
  /** Null for an order that another client placed. */
  readonly intentId: IntentId | null;
  /** Null until the exchange assigns one. */
  readonly orderId: OrderId | null;
  readonly market: MarketId;
  readonly side: Side;
  readonly direction: Direction | null;
  readonly price: Price;
  readonly shares: Shares;
  readonly filled: Shares;
  readonly remaining: Shares;
  readonly locked: Usd | null;
  readonly postOnly: boolean | null;
  readonly life: OrderLife;
  readonly steps: readonly LifeStep[];
  /**
   * Orders that a lost one may be, for a person to match (`order.resolveUnknown`); may be empty when only an unreadable order
   * may be it. Absent while reconciliation may still find out.
   */
  readonly candidates?: readonly OrderId[];
  /** Why the exchange's latest data about it could not be parsed; this view is then older. Absent otherwise. */
  readonly unreadable?: ParseProblem;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
}

/** Why account data is not live; the words are in shared/text/account/account.ts. */
export interface AccountReasons {
  streamClosed: { readonly reason: StreamReason };
  streamNotOpen: NoParameters;
  readFailed: { readonly failure: ReadFailure };
  /** The private stream did not report an act of ours that the exchange accepted. */
  actNotReported: { readonly act: 'place' | 'cancel'; readonly orderId: OrderId };
  /** A read showed an order or a fill that the private stream had not reported. */
  streamBehind: { readonly orderId: OrderId | null };
  /** The open orders could not be read for three seconds; `sinceMs` in Unix ms of this machine's clock. */
  readOverdue: { readonly sinceMs: number };
}

export interface AccountView {
  /** `unconfirmed`: what is shown may be behind the exchange, because the stream or the reads did not prove it. */
  readonly at: 'none' | 'loading' | 'live' | 'unconfirmed' | 'stale';
  readonly reason: Coded<AccountReasons> | null;
  readonly armed: boolean;
  readonly balance: Balance | null;
  /** Collateral of our open buys that the balance does not include yet. */
  readonly committed: Usd;
  /** The exchange's locked collateral less the locks of the open orders, where they differ for longer than a moment; else 0. */
  readonly lockDrift: Usd;
  /** The exchange locks exactly stake and fee bound; else that sum is a bound until an accepted order shows its reserve. */
  readonly isReserveKnown: boolean;
  /** Open and unknown first, then the latest closed ones (at most 200). */
  readonly orders: readonly OrderView[];
  /** Unreadable orders of the member that are none of `orders`; they may rest. Absent when there are none. */
  readonly unreadable?: readonly UnreadableOrder[];
  /** Balances, positions and fills that could not be parsed; what they may be is the last known value. Absent when there are none. */
  readonly unreadableRows?: UnreadableRows;
  /** Newest first, at most 500. */
  readonly fills: readonly Fill[];
  /** Positions and P&L rebuilt from all fills. */
  readonly ledger: AccountLedger;
  readonly positions: readonly Position[];
  readonly rewards: readonly PendingReward[];
  readonly feeRateMicros: number;
  readonly risk: RiskView;
  /** Prepared exits of this and of earlier runs that can still sell. Absent when there are none. */
  readonly standingSales?: readonly StandingSale[];
  /** Whether a panic flattens everything after its cancels. */
  readonly panicFlattens?: boolean;
  /** Moves and flattens that run, and the latest that ended. */
  readonly exits?: readonly ExitView[];
  /** Progress of cancelling all orders or a selection. Absent while none runs. */
  readonly cancelling?: CancelProgress;
  /** What happened while nobody could see the account, oldest first, until it is dismissed. */
  readonly absences?: readonly Absence[];
  readonly reconciledAtMs: number | null;
}

/** One inner call of a setup call, decoded by main. */
export interface DecodedCall {
  readonly effect: WalletEffect;
  /** Coins that the call sends. */
  readonly valueWei: bigint;
  readonly to: Address;
  readonly method: string;
  /** Null when a setup may do it. */
  readonly refusal: WalletRefusal | null;
}

export interface SetupCallView {
  readonly hash: Hex32;
  readonly nonce: number;
  readonly operation: 0 | 1;
  readonly effects: readonly DecodedCall[];
  /** Null when main would sign it. */
  readonly refusal: WalletRefusal | null;
  readonly progress:
    | { readonly at: 'waiting' | 'signing' | 'relayed' | 'done' }
    | { readonly at: 'failed'; readonly failure: RelayFailure };
}

export interface SetupView {
  /** What limits the comparison with the configuration that the user agreed to; absent while nothing does. */
  readonly warning?: PinWarning;
  readonly safe: Address;
  readonly owner: Address;
  readonly chainId: number;
  readonly domainName: string;
  readonly exchange: Address;
  readonly signatureType: number;
  /** Signatures of owners that a transaction needs; null where the exchange does not state it. */
  readonly threshold: number | null;
  readonly status: 'setup_required' | 'ready' | 'unrecognised';
  readonly calls: readonly SetupCallView[];
}

export interface SessionKeyView {
  /** Id for `vault.removeKey`. */
  readonly id: string;
  readonly x: Hex32;
  /** Null until the calls that authorise the key were signed. */
  readonly authorised: {
    readonly untilMs: number;
    /** False until the last call is seen executed: the key may be authorised. */
    readonly isConfirmed: boolean;
    /** The calls are in the relay queue. */
    readonly isUnderWay: boolean;
  } | null;
}

/** The calls that the exchange served for one key, checked. */
export interface SessionGrantView {
  readonly keyId: string;
  readonly requestedUntilMs: number;
  /** At most the requested time: the exchange clamps it. */
  readonly grantedUntilMs: number;
  readonly calls: readonly SetupCallView[];
  /** Why none of the calls is signed, or null. */
  readonly refusal: WalletRefusal | null;
  /** The calls replace the wallet's signature handler. */
  readonly changesHandler: boolean;
}

export interface SessionKeysView {
  /** The signature handler of this wallet that the member confirmed. */
  readonly handler: Address | null;
  /** The contract that stores the keys, where it is not the handler itself. */
  readonly verifier: Address | null;
  /** Setting: whether a session key signs orders. `off` is its only value until the interface shows what such a key signs. */
  readonly signing: 'off';
  readonly keys: readonly SessionKeyView[];
  readonly grant: SessionGrantView | null;
}

export interface WalletView {
  /** Whether the account may trade, and else the next step. */
  readonly readiness: Readiness;
  readonly vault: 'absent' | 'locked' | 'unlocked';
  /** Accounts of the vault, in the order of their creation; empty while there is none. */
  readonly accounts: readonly VaultAccount[];
  /** Id of the account that everything else shown is of. */
  readonly account: string;
  readonly owner: Address | null;
  readonly hasApiKey: boolean;
  /** Null until read. */
  readonly setup: SetupView | null;
  /** Set while the exchange names no wallet for this account: the exchange may hold its funds. */
  readonly custodial: CustodialView | null;
  /** Which key signs this wallet's orders, or why none does; null until the wallet is read. */
  readonly signer: OrderSigner | null;
  readonly backedUp: boolean;
  /** Why this run locked last; null while unlocked, and before the first lock of this run. */
  readonly lockReason: LockReason | null;
  readonly custody: CustodyView;
  /** Wallet calls under way, and what they need. */
  readonly relays: RelaysView;
  readonly sessionKeys: SessionKeysView;
}
