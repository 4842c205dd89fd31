/**
 * The closed union of what an own key may sign; the digest is always computed here, from typed fields.
 *
 * Invariants  There is no way to hand in a digest, bytes or a type description.
 * Source      security requirement R16; exchange-interface, Order placement request; docs/assumptions.md#order-expiry.
 */
import type { OrderDomain, OrderFields } from '#shared/order/fields.ts';
import { type Address, ZERO_ADDRESS } from '#shared/units/ids.ts';
import type { SafeDomain } from '#wire/typed/domain.ts';
import { hashOrder } from '#wire/typed/order.ts';
import { hashSafeTx, type SafeTx } from '#wire/typed/safeTx.ts';

export type Signable =
  | { readonly kind: 'order'; readonly fields: OrderFields; readonly domain: OrderDomain }
  /** Moves funds or rights: only after the password was given again. */
  | { readonly kind: 'safeTx'; readonly tx: SafeTx; readonly domain: SafeDomain };

/** A Safe of which the own key is the owner. */
export const OWN_KEY_SIGNATURE_TYPE = 2;
const MAX_UINT64 = 2n ** 64n - 1n;

/** Digest to sign, 32 bytes; throws UnitError when a field does not fit its type. */
export function hashSignable(signable: Signable): Uint8Array {
  return signable.kind === 'order'
    ? hashOrder(signable.fields, signable.domain)
    : hashSafeTx(signable.tx, signable.domain);
}

/** Reason why the key of `owner` does not sign this, or null. */
export function checkSignable(signable: Signable, owner: Address): string | null {
  return signable.kind === 'order'
    ? checkOrder(signable.fields, signable.domain, owner)
    : checkSafeTx(signable.tx, signable.domain);
}

function checkOrder(fields: OrderFields, domain: OrderDomain, owner: Address): string | null {
  const { maker, side, makerAmount, takerAmount } = fields;
  if (fields.signatureType !== OWN_KEY_SIGNATURE_TYPE)
    return `Expected signature type 2, found ${fields.signatureType}`;
  if (fields.signer !== owner) return 'Expected this key as the signer of the order, found another address';
  if (maker === owner || maker === ZERO_ADDRESS) return 'Expected a wallet as the maker of the order';
  if (fields.taker !== ZERO_ADDRESS) return 'Expected an order that anyone may take, found a taker';
  if (fields.feeRateBps !== 0n) return `Expected an order without a fee of its own, found ${fields.feeRateBps}`;
  if (side !== 0 && side !== 1) return 'Expected the side BUY or SELL';
  if (makerAmount <= 0n || takerAmount <= 0n) return 'Expected amounts above 0';
  const [collateral, shares] = side === 0 ? [makerAmount, takerAmount] : [takerAmount, makerAmount];
  if (collateral >= shares) return 'Expected a price below 1';
  if (fields.tokenId <= 0n) return 'Expected a token id above 0';
  if (fields.expiration > MAX_UINT64) return 'Expected an expiration in Unix seconds';
  if (domain.name.length === 0 || domain.name.length > 256) return 'Expected a domain name of 1 to 256 characters';
  if (domain.version.length === 0 || domain.version.length > 16) return 'Expected a domain version';
  if (domain.chainId <= 0n) return 'Expected a chain id above 0';
  const contract = domain.verifyingContract;
  if (contract === ZERO_ADDRESS || contract === maker || contract === owner) return 'Expected an exchange contract';
  return null;
}

function checkSafeTx(tx: SafeTx, domain: SafeDomain): string | null {
  if (domain.chainId <= 0n) return 'Expected a chain id above 0';
  if (domain.safe === ZERO_ADDRESS) return 'Expected the address of a wallet';
  if (tx.operation !== 0 && tx.operation !== 1) return 'Expected the operation CALL or DELEGATECALL';
  const refund = tx.safeTxGas !== 0n || tx.baseGas !== 0n || tx.gasPrice !== 0n;
  if (refund || tx.gasToken !== ZERO_ADDRESS || tx.refundReceiver !== ZERO_ADDRESS) {
    return 'Expected a transaction without a gas refund';
  }
  return null;
}
