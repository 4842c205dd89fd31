/**
 * Branded identifiers: ids of different kinds are not assignable to each other.
 *
 * Errors      Each parser throws UnitError on another form; hex comes back in lower case.
 */
import { quoteFound, UnitError } from './errors.ts';

/** The id used in market and order-book paths (`market_id`). */
export type MarketId = string & { readonly id: 'MarketId' };
/** The exchange's order id, as decimal text. */
export type OrderId = string & { readonly id: 'OrderId' };
/** This terminal's id of an order intent; the same intent twice is one order. */
export type IntentId = string & { readonly id: 'IntentId' };
/** ERC-1155 position id, decimal text. */
export type TokenId = string & { readonly id: 'TokenId' };
/** 20 bytes, 0x and 40 lower-case hex digits. */
export type Address = `0x${string}` & { readonly id: 'Address' };
/** An account without a wallet, named by a hash of its API key: `custodial:` and 40 lower-case hex digits. */
export type CustodialId = `custodial:${string}` & { readonly id: 'CustodialId' };
/** What names an account: its wallet, or a custodial account's id. */
export type AccountId = Address | CustodialId;
/** 32 bytes, 0x and 64 lower-case hex digits. */
export type Hex32 = `0x${string}` & { readonly id: 'Hex32' };
/** Any bytes, 0x and an even number of lower-case hex digits. */
export type Hex = `0x${string}`;

export const ZERO_ADDRESS = `0x${'0'.repeat(40)}` as Address;

/** Parses unreserved characters only, because the id is part of paths and stream names. */
export function parseMarketId(text: string): MarketId {
  if (!/^[A-Za-z0-9_-]{1,128}$/.test(text)) {
    throw new UnitError('a market id of letters, digits, - and _', quoteFound(text));
  }
  return text as MarketId;
}

export function parseOrderId(value: string | number): OrderId {
  const text = String(value);
  if (!/^[A-Za-z0-9-]{1,64}$/.test(text)) throw new UnitError('an order id', quoteFound(value));
  return text as OrderId;
}

export function parseIntentId(text: string): IntentId {
  if (!/^[A-Za-z0-9-]{8,64}$/.test(text)) throw new UnitError('an intent id of 8 to 64 characters', quoteFound(text));
  return text as IntentId;
}

export function parseTokenId(text: string): TokenId {
  if (!/^\d{1,78}$/.test(text)) throw new UnitError('a token id in decimal digits', quoteFound(text));
  return text as TokenId;
}

export function parseAddress(text: string): Address {
  if (!/^0x[0-9a-fA-F]{40}$/.test(text)) throw new UnitError('an address of 0x and 40 hex digits', quoteFound(text));
  return text.toLowerCase() as Address;
}

export function parseCustodialId(text: string): CustodialId {
  if (!/^custodial:[0-9a-f]{40}$/.test(text)) {
    throw new UnitError('a custodial account of 40 hex digits', quoteFound(text));
  }
  return text as CustodialId;
}

export function parseAccountId(text: string): AccountId {
  return text.startsWith('custodial:') ? parseCustodialId(text) : parseAddress(text);
}

export function parseHex32(text: string): Hex32 {
  if (!/^0x[0-9a-fA-F]{64}$/.test(text)) throw new UnitError('32 bytes as 0x and 64 hex digits', quoteFound(text));
  return text.toLowerCase() as Hex32;
}

export function parseHex(text: string): Hex {
  if (!/^0x([0-9a-fA-F]{2})*$/.test(text)) throw new UnitError('bytes as 0x and hex digits', quoteFound(text));
  return text.toLowerCase() as Hex;
}
