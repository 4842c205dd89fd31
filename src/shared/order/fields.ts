/**
 * Signed exchange order: its twelve fields, signing domain, digest and signature.
 *
 * Source      docs/assumptions.md#order-struct; domain_name from the wallet record (DOC).
 */
import type { Address, Hex, Hex32 } from '../units/ids.ts';

export interface OrderFields {
  readonly salt: bigint;
  readonly maker: Address;
  readonly signer: Address;
  readonly taker: Address;
  readonly tokenId: bigint;
  readonly makerAmount: bigint;
  readonly takerAmount: bigint;
  /** Unix seconds; 0 = never. */
  readonly expiration: bigint;
  readonly nonce: bigint;
  readonly feeRateBps: bigint;
  /** BUY 0, SELL 1. */
  readonly side: 0 | 1;
  readonly signatureType: number;
}

export interface OrderDomain {
  readonly name: string;
  readonly version: string;
  readonly chainId: bigint;
  readonly verifyingContract: Address;
}

export interface SignedOrder {
  readonly order: OrderFields;
  readonly digest: Hex32;
  /** 65 bytes r‖s‖v. */
  readonly signature: Hex;
}
