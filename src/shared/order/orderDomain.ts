/**
 * Signing domain of orders: name, chain and contract from the wallet record; no record states the version.
 *
 * Source      docs/exchange-interface.md#endpoints-wallet; docs/assumptions.md#order-domain-version.
 */
import type { WalletRecord } from './account/account.ts';
import type { OrderDomain } from './fields.ts';

export const ORDER_DOMAIN_VERSION = '1';

export function buildOrderDomain(
  record: Pick<WalletRecord, 'domainName' | 'chainId' | 'exchangeAddress'>,
  version: string = ORDER_DOMAIN_VERSION,
): OrderDomain {
  return {
    name: record.domainName,
    version,
    chainId: BigInt(record.chainId),
    verifyingContract: record.exchangeAddress,
  };
}
