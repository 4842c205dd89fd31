import { describe, expect, it } from 'vitest';
import { buildOrderDomain } from '#shared/order/orderDomain.ts';
import { makeWallet } from '#test/slice/makers.ts';

describe('the signing domain of an order', () => {
  it('are signed under the domain of the wallet record', () => {
    const wallet = makeWallet({ domainName: 'Other name', chainId: 80_002 });
    expect(buildOrderDomain(wallet)).toEqual({
      name: 'Other name',
      version: '1',
      chainId: 80_002n,
      verifyingContract: wallet.exchangeAddress,
    });
  });

  it('has another version where one is given', () => {
    expect(buildOrderDomain(makeWallet(), '2').version).toBe('2');
  });
});
