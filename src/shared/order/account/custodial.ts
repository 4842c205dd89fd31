/**
 * Custodial accounts: the exchange holds the money, there is no wallet, and orders are sent without a signature.
 *
 * Shape       The interface does not show how a record tells such an account: a sign of one is confirmed by a person once.
 * Source      docs/exchange-interface.md#accounts; docs/assumptions.md#custodial-signs, #custodial-account.
 */
import type { Coded, NoParameters } from '../../base/coded.ts';
import type { OrderId } from '../../units/ids.ts';
import type { PlaceDenial } from '../receipts.ts';
import type { WalletRecord } from './account.ts';

/** What in the answer says that the account has no wallet. */
export interface CustodialSigns {
  /** The request for the wallet was refused. */
  readonly refused: { readonly status: number; readonly codes: readonly string[] };
  /** The answer has no record. */
  readonly empty: NoParameters;
  /** The record names no wallet. */
  readonly noAddress: NoParameters;
  /** `signature_type` is none of the wallets' types. */
  readonly signatureType: { readonly found: string };
}
export type CustodialSign = Coded<CustodialSigns>;

/** The answer of an account without a wallet. */
export interface NoWallet {
  readonly noWallet: CustodialSign;
}

export function isNoWallet(answer: WalletRecord | NoWallet): answer is NoWallet {
  return 'noWallet' in answer;
}

/**
 * How the body of an order without a signature says its direction: a field and its two words. The interface does not show it,
 * so that the member can set it for an account.
 */
export interface DirectionField {
  readonly name: string;
  readonly buy: string;
  readonly sell: string;
}

/** docs/assumptions.md#custodial-direction */
export const DEFAULT_DIRECTION: DirectionField = { name: 'direction', buy: 'buy', sell: 'sell' };

/** Other fields of an order's body (docs/exchange-interface.md#order-placement); `side` is the outcome. */
const OTHER_FIELDS: readonly string[] = ['market', 'side', 'ord_type', 'price', 'volume', 'post_only', 'signed_order'];

export type DirectionFault = 'name' | 'taken' | 'word' | 'same';

/** What is wrong with it; null for one that can be sent. */
export function findDirectionFault({ name, buy, sell }: DirectionField): DirectionFault | null {
  if (!/^[a-z][A-Za-z0-9_]{0,39}$/.test(name)) return 'name';
  if (OTHER_FIELDS.includes(name)) return 'taken';
  if (![buy, sell].every((word) => /^[A-Za-z0-9_-]{1,20}$/.test(word))) return 'word';
  return buy.toLowerCase() === sell.toLowerCase() ? 'same' : null;
}

/** Whether the exchange's data bears out how orders of a custodial account are sent. */
export type CustodialProof =
  /** No order was accepted yet with the direction that was sent. */
  | { readonly at: 'unconfirmed' }
  | { readonly at: 'confirmed'; readonly atMs: number }
  /** The order that proves it is on its way, or its cancel is. */
  | { readonly at: 'proving' }
  /** The exchange refused the order that would have proved it, with these codes. */
  | { readonly at: 'refused'; readonly codes: readonly string[] }
  /** The exchange reports another direction than the one that was sent. */
  | { readonly at: 'contradicted'; readonly orderId: OrderId };

/** What became of the order that proves how an account's orders are sent; the proof itself is `CustodialProof`. */
export interface CustodialProofReceipt {
  /** `lost`: its answer did not arrive; it is searched for, and never sent again. Null: there was no order to send. */
  readonly outcome: 'accepted' | 'rejected' | 'lost' | 'denied' | 'absent' | null;
  /** Why it was not sent: empty unless `denied`. */
  readonly denials: readonly PlaceDenial[];
  /** The exchange shows that it does not rest. */
  readonly isEnded: boolean;
}

export interface CustodialView {
  readonly sign: CustodialSign;
  readonly direction: DirectionField;
  /** When a person confirmed that the account is custodial; null before that, and nothing is sent. */
  readonly agreedAtMs: number | null;
  readonly proof: CustodialProof;
}
