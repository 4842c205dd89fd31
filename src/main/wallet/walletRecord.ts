/**
 * Judging what the exchange says of the wallet: a record on its own, one against the last, a market's against the account's.
 *
 * Errors      Never throws on data: answers reasons for a person, or null.
 * Source      protocol-facts §2 (which record signs) and §4.5; exchange-interface, Wallet configuration.
 */
import type { Market } from '#shared/market/market.ts';
import type { MarketWalletRecord, WalletRecord } from '#shared/order/account.ts';
import { OWN_KEY_TYPE, PASSKEY_TYPE } from '#shared/order/orderSigner.ts';
import { type Address, ZERO_ADDRESS } from '#shared/units/ids.ts';
import { buildLegs } from '#wire/eip712/positionId.ts';

/** The facts under which a person agreed to sign; a change of any is an alarm. */
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

const WORDS: Record<keyof WalletPin, string> = {
  proxyAddress: 'wallet',
  ownerAddress: 'owner',
  exchangeAddress: 'exchange contract',
  conditionalTokensAddress: 'conditional tokens',
  usdcAddress: 'USDC contract',
  chainId: 'chain',
  domainName: 'signing domain',
  signatureType: 'signature type',
};
const KEYS = Object.keys(WORDS) as (keyof WalletPin)[];

export function buildPin(record: WalletRecord): WalletPin {
  const { proxyAddress, ownerAddress, exchangeAddress, conditionalTokensAddress, usdcAddress } = record;
  const { chainId, domainName, signatureType } = record;
  return {
    proxyAddress,
    ownerAddress,
    exchangeAddress,
    conditionalTokensAddress,
    usdcAddress,
    chainId,
    domainName,
    signatureType,
  };
}

/** Every pinned fact that differs, as words with both values; empty when none does. */
export function listChanges(before: WalletPin, now: WalletPin): string[] {
  return KEYS.filter((key) => before[key] !== now[key]).map(
    (key) => `${WORDS[key]} was ${before[key]} and is now ${now[key]}`,
  );
}

/** Reason why nothing of this wallet is signed by the key of `owner`, or null. */
export function checkRecord(record: WalletRecord, owner: Address | null): string | null {
  if (owner === null) return 'Create or import a key first';
  if (record.signatureType === PASSKEY_TYPE) {
    return 'A passkey owns this wallet, so its set-up is signed where the passkey is, not here';
  }
  if (record.signatureType !== OWN_KEY_TYPE) {
    return `This account’s wallet is of signature type ${record.signatureType}; only wallets owned by your own key (type 2) can be set up here`;
  }
  if (record.ownerAddress !== owner) return 'This wallet belongs to another key than the one in the vault';
  if (record.chainId <= 0) return 'The exchange names no chain';
  if (record.domainName === '') return 'The exchange names no signing domain';
  const roles = [
    record.proxyAddress,
    record.ownerAddress,
    record.exchangeAddress,
    record.conditionalTokensAddress,
    record.usdcAddress,
  ];
  if (roles.includes(ZERO_ADDRESS)) return 'The exchange names an empty address for one of its contracts';
  if (new Set(roles).size !== roles.length) return 'The exchange names one address for two different things';
  return null;
}

/**
 * Reason why orders of this market must not be signed with its record, or null.
 * Which index set is YES is the operator's convention: exchanged legs pass only when the market names them the same way.
 */
export function checkMarketRecord(
  account: WalletRecord | null,
  record: MarketWalletRecord,
  market: Market | null,
): string | null {
  if (account === null) return 'The wallet has not been read yet';
  if (market === null) return 'The market is not known';
  const changes = listChanges(buildPin(account), buildPin(record));
  if (changes.length > 0) return `This market’s wallet record differs from your account’s: ${changes.join('; ')}`;
  const { yesTokenId, noTokenId } = record;
  if (yesTokenId === noTokenId) return 'The exchange names one token for both outcomes';
  const named = market.yesTokenId !== null && market.noTokenId !== null;
  if (named && (market.yesTokenId !== yesTokenId || market.noTokenId !== noTokenId)) {
    return 'The market and its wallet record name different tokens for the outcomes';
  }
  const legs = buildLegs(record.usdcAddress, record.conditionId);
  if (legs.yes === yesTokenId && legs.no === noTokenId) return null;
  const exchanged = legs.yes === noTokenId && legs.no === yesTokenId;
  return exchanged && named ? null : 'The tokens of the outcomes are not those of the market’s condition and USDC';
}
