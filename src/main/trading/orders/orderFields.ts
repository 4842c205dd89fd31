/**
 * Builds the signed order's fields from an intent and the market's wallet record.
 *
 * Units       Expiration in Unix seconds, by the earlier of the two clocks; salt below 2^53.
 * Errors      UnitError when the amounts are not exact.
 * Source      docs/exchange-interface.md#order-placement (maker and signer by signature type); docs/assumptions.md#order-struct, #sells, #order-expiry.
 */
import type { MarketWalletRecord } from '#shared/order/account/account.ts';
import { buildAmounts } from '#shared/order/amounts.ts';
import { buildExpiration } from '#shared/order/expiry.ts';
import type { OrderFields } from '#shared/order/fields.ts';
import type { OrderIntent } from '#shared/order/intent.ts';
import { PASSKEY_TYPE } from '#shared/order/orderSigner.ts';
import { BugError } from '#shared/units/errors.ts';
import { type TokenId, ZERO_ADDRESS } from '#shared/units/ids.ts';

const SALT_LIMIT = 2n ** 53n;

export function tokenOf(intent: OrderIntent, record: MarketWalletRecord): TokenId {
  return intent.side === 'yes' ? record.yesTokenId : record.noTokenId;
}

export function buildFields(
  intent: OrderIntent,
  record: MarketWalletRecord,
  salt: bigint,
  times: { readonly nowMs: number; readonly exchangeTimeMs: number; readonly expiresAtMs?: number | null },
): OrderFields {
  if (salt <= 0n || salt >= SALT_LIMIT) {
    throw new BugError(`Expected a salt between 0 and 2^53, found ${salt}`);
  }
  return {
    salt,
    maker: record.proxyAddress,
    // A passkey's wallet is its own signer: it validates the signature of one of its owners.
    signer: record.signatureType === PASSKEY_TYPE ? record.proxyAddress : record.ownerAddress,
    taker: ZERO_ADDRESS,
    tokenId: BigInt(tokenOf(intent, record)),
    ...buildAmounts(intent.direction, intent.price, intent.shares),
    expiration: buildExpiration(times.nowMs, times.exchangeTimeMs, times.expiresAtMs ?? null),
    nonce: 0n,
    feeRateBps: 0n,
    side: intent.direction === 'buy' ? 0 : 1,
    signatureType: record.signatureType,
  };
}
