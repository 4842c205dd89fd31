/**
 * Wallet-record checks: a record alone, against the pinned values, a market's against the account's.
 *
 * Errors      Never throws on data: returns a coded reason, or null.
 * Source      docs/assumptions.md#market-wallet-record; docs/exchange-interface.md#wallet-configuration.
 */

import type { WalletRefusal } from '#shared/ipc/wallet/walletCodes.ts';
import { hasTokenIds, type Market } from '#shared/market/market.ts';
import type { MarketWalletRecord, WalletRecord } from '#shared/order/account/account.ts';
import { OWN_KEY_TYPE, PASSKEY_TYPE } from '#shared/order/orderSigner.ts';
import type { WalletPin } from '#shared/order/wallet/pins.ts';
import type { MarketRecordRefusal, WalletChange } from '#shared/order/wallet/walletChanges.ts';
import { type Address, ZERO_ADDRESS } from '#shared/units/ids.ts';
import { buildOutcomeTokenIds } from '#wire/eip712/positionId.ts';

const CHANGE_CODES: Readonly<Record<keyof WalletPin, Exclude<WalletChange['code'], 'noWallet'>>> = {
  proxyAddress: 'wallet',
  ownerAddress: 'owner',
  exchangeAddress: 'exchangeContract',
  conditionalTokensAddress: 'conditionalTokens',
  usdcAddress: 'usdcContract',
  chainId: 'chain',
  domainName: 'signingDomain',
  signatureType: 'signatureType',
};
const PINNED = Object.keys(CHANGE_CODES) as (keyof WalletPin)[];

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

/** Every pinned value that differs, with both values; all of them when the earlier ones were lost (`before` is null). */
export function listChanges(before: WalletPin | null, now: WalletPin): WalletChange[] {
  return PINNED.filter((key) => before?.[key] !== now[key]).map((key) => ({
    code: CHANGE_CODES[key],
    parameters: { before: before?.[key] ?? null, now: now[key] },
  }));
}

/** Why nothing of this wallet may be signed by the key of `owner`, or null. */
export function checkRecord(record: WalletRecord, owner: Address | null): WalletRefusal | null {
  if (owner === null) return { code: 'noKey', parameters: {} };
  const { signatureType } = record;
  if (signatureType === PASSKEY_TYPE) return { code: 'passkeyWallet', parameters: {} };
  if (signatureType !== OWN_KEY_TYPE) return { code: 'unsupportedWalletType', parameters: { signatureType } };
  if (record.ownerAddress !== owner) return { code: 'otherOwner', parameters: {} };
  const { threshold } = record;
  if (threshold !== null && threshold > 1) return { code: 'moreOwners', parameters: { threshold } };
  return checkContracts(record);
}

/** Why the chain, the domain or the addresses of this wallet can't be right, or null. */
export function checkContracts(record: WalletRecord): WalletRefusal | null {
  if (record.chainId <= 0) return { code: 'noChain', parameters: {} };
  if (record.domainName === '') return { code: 'noDomain', parameters: {} };
  const addresses = [
    record.proxyAddress,
    record.ownerAddress,
    record.exchangeAddress,
    record.conditionalTokensAddress,
    record.usdcAddress,
  ];
  if (addresses.includes(ZERO_ADDRESS)) return { code: 'zeroAddress', parameters: {} };
  if (new Set(addresses).size !== addresses.length) return { code: 'repeatedAddress', parameters: {} };
  return null;
}

type Legs = ReturnType<typeof buildOutcomeTokenIds>;

/** Token ids of a record's condition: two square roots on alt_bn128, for every order of the record the same. */
const legsOfRecord = new WeakMap<MarketWalletRecord, Legs>();

function findLegs(record: MarketWalletRecord): Legs {
  const known = legsOfRecord.get(record);
  if (known) return known;
  const legs = buildOutcomeTokenIds(record.usdcAddress, record.conditionId);
  legsOfRecord.set(record, legs);
  return legs;
}

/**
 * Why orders of this market must not be signed with its record, or null.
 * The exchange chooses which index set is YES: exchanged tokens pass because the market names them the same way; pins keep that order.
 */
export function checkMarketRecord(
  account: WalletRecord | null,
  record: MarketWalletRecord,
  market: Market | null,
): MarketRecordRefusal | null {
  if (account === null) return { code: 'walletNotRead', parameters: {} };
  if (market === null) return { code: 'marketUnknown', parameters: {} };
  const changes = listChanges(buildPin(account), buildPin(record));
  if (changes.length > 0) return { code: 'differsFromAccount', parameters: { changes } };
  const { yesTokenId, noTokenId } = record;
  if (yesTokenId === noTokenId) return { code: 'oneToken', parameters: {} };
  if (!hasTokenIds(market)) return { code: 'tokensNotNamed', parameters: {} };
  if (market.yesTokenId !== yesTokenId || market.noTokenId !== noTokenId) {
    return { code: 'otherTokens', parameters: {} };
  }
  const legs = findLegs(record);
  if (legs.yes === yesTokenId && legs.no === noTokenId) return null;
  const isExchanged = legs.yes === noTokenId && legs.no === yesTokenId;
  return isExchanged ? null : { code: 'foreignTokens', parameters: {} };
}
