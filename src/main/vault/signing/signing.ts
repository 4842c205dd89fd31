/**
 * Signing policy: the closed union of what the vault's keys sign, with checks and digests.
 *
 * Invariants  The digest is always computed here, from typed fields. No function accepts a digest, bytes or a type description.
 *             An order expires within seven days of this machine's clock, whatever the exchange's clock says.
 * Source      docs/security-coverage.md#r16; docs/exchange-interface.md#order-placement, #second-key-signature; docs/assumptions.md#order-expiry.
 */
import { checkExpiration } from '#shared/order/expiry.ts';
import type { OrderDomain, OrderFields } from '#shared/order/fields.ts';
import { OWN_KEY_TYPE, PASSKEY_TYPE } from '#shared/order/orderSigner.ts';
import { type Address, ZERO_ADDRESS } from '#shared/units/ids.ts';
import type { SafeDomain } from '#wire/eip712/domain.ts';
import { hashOrder } from '#wire/eip712/order.ts';
import { encodeSafeMessageData, hashSafeMessage } from '#wire/eip712/safeMessage.ts';
import { hashSafeTx, type SafeTx } from '#wire/eip712/safeTx.ts';

export type Signable =
  | { readonly kind: 'order'; readonly fields: OrderFields; readonly domain: OrderDomain }
  /** For a passkey wallet with `key` as an owner: signs a Safe message that contains the order's hash. */
  | {
      readonly kind: 'secondKeyOrder';
      readonly key: Address;
      readonly fields: OrderFields;
      readonly domain: OrderDomain;
      readonly wallet: SafeDomain;
    }
  /** Moves funds or rights: only after a step-up. */
  | { readonly kind: 'safeTx'; readonly tx: SafeTx; readonly domain: SafeDomain };

/** Digest to sign, 32 bytes; throws UnitError when a field does not fit its type. */
export function hashSignable(signable: Signable): Uint8Array {
  switch (signable.kind) {
    case 'order':
      return hashOrder(signable.fields, signable.domain);
    case 'secondKeyOrder':
      return hashSafeMessage(encodeSafeMessageData(hashOrder(signable.fields, signable.domain)), signable.wallet);
    case 'safeTx':
      return hashSafeTx(signable.tx, signable.domain);
  }
}

/** Reason to refuse the signature, or null; `owner` is the address of the vault's own key, `nowMs` this machine's time. */
export function checkSignable(signable: Signable, owner: Address, nowMs: number): string | null {
  switch (signable.kind) {
    case 'order':
      return checkOwnOrder(signable.fields, owner) ?? checkOrder(signable.fields, signable.domain, owner, nowMs);
    case 'secondKeyOrder':
      return checkSecondKeyOrder(signable, owner) ?? checkOrder(signable.fields, signable.domain, signable.key, nowMs);
    case 'safeTx':
      return checkSafeTx(signable.tx, signable.domain);
  }
}

function checkOwnOrder({ signatureType, signer }: OrderFields, owner: Address): string | null {
  if (signatureType !== OWN_KEY_TYPE) return `Expected signature type 2, found ${signatureType}`;
  return signer === owner ? null : 'Expected the own key as the signer of the order, found another address';
}

function checkSecondKeyOrder(
  { fields, domain, wallet, key }: Extract<Signable, { readonly kind: 'secondKeyOrder' }>,
  owner: Address,
): string | null {
  const { signatureType, maker, signer } = fields;
  if (signatureType !== PASSKEY_TYPE) return `Expected signature type 3, found ${signatureType}`;
  if (maker !== signer || maker !== wallet.safe) {
    return `Expected wallet ${wallet.safe} as maker and signer of the order, found ${maker} and ${signer}`;
  }
  if (wallet.chainId !== domain.chainId) {
    return `Expected the same chain for the order and its wallet, found ${domain.chainId} and ${wallet.chainId}`;
  }
  return key === owner ? 'Expected a second signing key, found the own key' : null;
}

function checkOrder(fields: OrderFields, domain: OrderDomain, key: Address, nowMs: number): string | null {
  const { maker, side, makerAmount, takerAmount } = fields;
  if (maker === key || maker === ZERO_ADDRESS) return `Expected a wallet as the maker of the order, found ${maker}`;
  if (fields.taker !== ZERO_ADDRESS) return 'Expected an order without a taker, found one';
  if (fields.feeRateBps !== 0n) return `Expected an order with fee rate 0, found ${fields.feeRateBps}`;
  if (side !== 0 && side !== 1) return `Expected side 0 (BUY) or 1 (SELL), found ${String(side)}`;
  if (makerAmount <= 0n || takerAmount <= 0n)
    return `Expected amounts above 0, found ${makerAmount} and ${takerAmount}`;
  const [collateral, shares] = side === 0 ? [makerAmount, takerAmount] : [takerAmount, makerAmount];
  if (collateral >= shares) return `Expected a price below 1, found ${collateral} for ${shares} shares`;
  if (fields.tokenId <= 0n) return `Expected a token id above 0, found ${fields.tokenId}`;
  const late = checkExpiration(fields.expiration, nowMs);
  if (late !== null) return late;
  if (domain.name.length === 0 || domain.name.length > 256) {
    return `Expected a domain name of 1 to 256 characters, found ${domain.name.length}`;
  }
  if (domain.version.length === 0 || domain.version.length > 16) {
    return `Expected a domain version of 1 to 16 characters, found ${domain.version.length}`;
  }
  if (domain.chainId <= 0n) return `Expected a chain id above 0, found ${domain.chainId}`;
  const contract = domain.verifyingContract;
  if (contract === ZERO_ADDRESS || contract === maker || contract === key) {
    return `Expected the address of an exchange contract, found ${contract}`;
  }
  return null;
}

function checkSafeTx(tx: SafeTx, domain: SafeDomain): string | null {
  if (domain.chainId <= 0n) return `Expected a chain id above 0, found ${domain.chainId}`;
  if (domain.safe === ZERO_ADDRESS) return 'Expected the address of a wallet, found the zero address';
  if (tx.operation !== 0 && tx.operation !== 1) {
    return `Expected operation 0 (CALL) or 1 (DELEGATECALL), found ${String(tx.operation)}`;
  }
  const refund = tx.safeTxGas !== 0n || tx.baseGas !== 0n || tx.gasPrice !== 0n;
  if (refund || tx.gasToken !== ZERO_ADDRESS || tx.refundReceiver !== ZERO_ADDRESS) {
    return 'Expected a transaction without a gas refund, found one with it';
  }
  return null;
}
