/** Pins: values of a wallet and of a market that were read once and may change only when a person accepts it. */
import type { Address, Hex32, TokenId } from '../units/ids.ts';

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
export interface MarketPin {
  readonly conditionId: Hex32;
  readonly yesTokenId: TokenId;
  readonly noTokenId: TokenId;
}
