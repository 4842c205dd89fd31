/**
 * Signature probe: signs an order that is worth nothing, and recovers the signer from the signature.
 *
 * Invariants  The order is never sent, stored or shown. It buys two millionths of a token that no market has for one
 *             millionth of a dollar, and expires within two minutes.
 */
import type { MarketWalletRecord, WalletRecord } from '#shared/order/account/account.ts';
import type { OrderDomain, OrderFields, SignedOrder } from '#shared/order/fields.ts';
import { buildOrderDomain } from '#shared/order/orderDomain.ts';
import { type OrderSigner, PASSKEY_TYPE } from '#shared/order/orderSigner.ts';
import { type Address, ZERO_ADDRESS } from '#shared/units/ids.ts';
import { parseBytes } from '#wire/eip712/bytes.ts';
import { hashOrder } from '#wire/eip712/order.ts';
import { encodeSafeMessageData, hashSafeMessage } from '#wire/eip712/safeMessage.ts';
import { recoverSigner } from '../../vault/vault.ts';
import { safeDomainOf } from '../../wallet/setupCalls.ts';

/** What signs: the vault, or a key of the command line. */
export interface ProbeSigner {
  signOrder(fields: OrderFields, domain: OrderDomain): SignedOrder | Promise<SignedOrder>;
  signSecondKeyOrder(
    key: Address,
    fields: OrderFields,
    domain: OrderDomain,
    wallet: ReturnType<typeof safeDomainOf>,
  ): SignedOrder | Promise<SignedOrder>;
}

const LIFE_SECONDS = 120;

/** Who signed the probe; null: the signature belongs to no key. Throws what the signer throws. */
export async function recoverProbe(
  record: WalletRecord | MarketWalletRecord,
  by: Extract<OrderSigner, { readonly key: Address }>,
  signer: ProbeSigner,
  nowMs: number,
): Promise<Address | null> {
  const isPasskey = record.signatureType === PASSKEY_TYPE;
  const fields: OrderFields = {
    salt: 1n,
    maker: record.proxyAddress,
    signer: isPasskey ? record.proxyAddress : record.ownerAddress,
    taker: ZERO_ADDRESS,
    tokenId: 1n,
    makerAmount: 1n,
    takerAmount: 2n,
    expiration: BigInt(Math.floor(nowMs / 1_000) + LIFE_SECONDS),
    nonce: 0n,
    feeRateBps: 0n,
    side: 0,
    signatureType: record.signatureType,
  };
  const domain = buildOrderDomain(record);
  const wallet = safeDomainOf(record);
  const { signature } =
    by.kind === 'own'
      ? await signer.signOrder(fields, domain)
      : await signer.signSecondKeyOrder(by.key, fields, domain, wallet);
  const hash = hashOrder(fields, domain);
  const digest = by.kind === 'own' ? hash : hashSafeMessage(encodeSafeMessageData(hash), wallet);
  return recoverSigner(digest, parseBytes(signature));
}
