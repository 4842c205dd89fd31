/**
 * Lease ledger: positions and collateral promised to orders that the account does not show yet.
 *
 * Shape       One ledger for conditionals and manual orders. A lease begins before the order is signed and ends when the order
 *             journal has the order, whose commitment counts from then on, or when the order was not sent.
 * Invariants  Granted leases never sum to more than what is free. Pure: main keeps the ledger and passes what is free.
 * Units       Shares and Usd in millionths.
 * Source      docs/conditionals.md#leases.
 */
import { type Shares, toShares } from '../../units/shares.ts';
import { toUsd, type Usd, ZERO_USD } from '../../units/usd.ts';
import type { ConditionalId } from './declaration/termsFields.ts';
import type { OutcomeRef } from './observation.ts';

export interface Lease {
  /** The order's intent, or the name of a signed order that is not posted. */
  readonly key: string;
  /** Null: a manual order. */
  readonly owner: ConditionalId | null;
  readonly outcome: OutcomeRef;
  /** Shares that it sells; 0 for a buy. */
  readonly shares: Shares;
  /** Stake and fee reserve that it needs; 0 for a sale. */
  readonly collateral: Usd;
}

export type LeaseLedger = readonly Lease[];

/** By the order journal and the exchange's figures: `sellableShares` and the free collateral. */
export interface Free {
  readonly shares: Shares;
  readonly collateral: Usd;
}

export type LeaseResult =
  | { readonly outcome: 'granted'; readonly ledger: LeaseLedger }
  | { readonly outcome: 'refused'; readonly shares: Shares; readonly collateral: Usd };

/** What is left of `free` beside all leases. */
export function leasable(ledger: LeaseLedger, outcome: OutcomeRef, free: Free): Free {
  let shares: number = free.shares;
  let collateral: bigint = free.collateral;
  for (const lease of ledger) {
    if (isSameOutcome(lease.outcome, outcome)) shares -= lease.shares;
    collateral -= lease.collateral;
  }
  return { shares: toShares(Math.max(0, shares)), collateral: collateral > 0n ? toUsd(collateral) : ZERO_USD };
}

/** The same key twice is one lease. */
export function grantLease(ledger: LeaseLedger, lease: Lease, free: Free): LeaseResult {
  if (ledger.some(({ key }) => key === lease.key)) return { outcome: 'granted', ledger };
  const left = leasable(ledger, lease.outcome, free);
  if (lease.shares > left.shares || lease.collateral > left.collateral) return { outcome: 'refused', ...left };
  return { outcome: 'granted', ledger: [...ledger, lease] };
}

export function endLease(ledger: LeaseLedger, key: string): LeaseLedger {
  return ledger.some((lease) => lease.key === key) ? ledger.filter((lease) => lease.key !== key) : ledger;
}

export function isSameOutcome(a: OutcomeRef, b: OutcomeRef): boolean {
  return a.market === b.market && a.side === b.side;
}
