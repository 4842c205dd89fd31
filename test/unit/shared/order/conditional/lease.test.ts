import { describe, expect, it } from 'vitest';
import { endLease, grantLease, type Lease, type LeaseLedger, leasable } from '#shared/order/conditional/lease.ts';
import { parseShares } from '#shared/units/shares.ts';
import { parseUsd } from '#shared/units/usd.ts';
import { MARKET } from '#test/slice/makers.ts';

const YES = { market: MARKET, side: 'yes' } as const;
const free = { shares: parseShares('100'), collateral: parseUsd('50') };

function sale(key: string, shares: string): Lease {
  return { key, owner: null, outcome: YES, shares: parseShares(shares), collateral: parseUsd('0') };
}

function grant(ledger: LeaseLedger, lease: Lease): LeaseLedger {
  const result = grantLease(ledger, lease, free);
  if (result.outcome !== 'granted') throw new Error('Expected a granted lease');
  return result.ledger;
}

describe('the lease ledger', () => {
  it('never grants more than what is free', () => {
    const ledger = grant([], sale('a', '60'));
    expect(grantLease(ledger, sale('b', '41'), free)).toMatchObject({
      outcome: 'refused',
      shares: parseShares('40'),
    });
    expect(leasable(grant(ledger, sale('b', '40')), YES, free).shares).toBe(0);
  });

  it('is one for both directions of money, and apart for each outcome', () => {
    const ledger = grant([], { ...sale('a', '0'), collateral: parseUsd('30') });
    const other = { market: MARKET, side: 'no' } as const;
    expect(leasable(grant(ledger, sale('b', '60')), other, free)).toEqual({
      shares: parseShares('100'),
      collateral: parseUsd('20'),
    });
    expect(grantLease(ledger, { ...sale('c', '0'), outcome: other, collateral: parseUsd('21') }, free).outcome).toBe(
      'refused',
    );
  });

  it('counts a key once and frees it at its end', () => {
    const ledger = grant(grant([], sale('a', '60')), sale('a', '60'));
    expect(leasable(ledger, YES, free).shares).toBe(parseShares('40'));
    expect(leasable(endLease(ledger, 'a'), YES, free)).toEqual(free);
    expect(endLease(ledger, 'z')).toBe(ledger);
  });
});
