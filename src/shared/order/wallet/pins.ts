/** Pins: values of a wallet and of a market that were read once and may change only when a person accepts it. */
import type { Address, Hex32, MarketId, TokenId } from '../../units/ids.ts';

/** The values under which the user agreed to sign; a change of any raises an alarm. */
export interface WalletPin {
  readonly proxyAddress: Address;
  readonly ownerAddress: Address;
  readonly exchangeAddress: Address;
  readonly conditionalTokensAddress: Address;
  readonly usdcAddress: Address;
  readonly chainId: number;
  readonly domainName: string;
  readonly signatureType: number;
}

/** What an order of a market names: its condition, and which token is YES and which is NO. */
export interface MarketIds {
  readonly conditionId: Hex32;
  readonly yesTokenId: TokenId;
  readonly noTokenId: TokenId;
}

export interface MarketPin extends MarketIds {
  /** Close of the market when it was pinned; null when the exchange named none. */
  readonly closeAtMs: number | null;
}

/** A market whose ids differ from its pin: no order of it is signed until a person accepts the change. */
export interface MarketPinChange {
  readonly market: MarketId;
  readonly before: MarketIds;
  readonly now: MarketIds;
}
