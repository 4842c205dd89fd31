/**
 * What a taker pays, what a maker earns of it, and the stake of an order, in integers.
 *
 * Units       Price in ticks of one cent (1 … 99); shares and collateral in millionths, safe integers.
 * Source      protocol-facts §1, Fees: 0.02 × p × (1 − p) × shares; docs/assumptions.md#fee-reserve, #maker-rebate.
 */

/** Ticks in a dollar. */
export const TICKS = 100;
/** Largest order, in millionths of a share: keeps every product below 2^53. */
export const MAX_ORDER_SHARES = 1_000_000_000_000;
/** One part in this many of a taker's fee becomes the maker's pending reward. */
const REBATE_DIVISOR = 5;

/** Fee of a taker, rounded up: at the limit price it is the reserve, at the fill price the charge. */
export function takerFee(ticks: number, shares: number): number {
  return Math.ceil((2 * ticks * (TICKS - ticks) * shares) / 1_000_000);
}

export function makerRebate(fee: number): number {
  return Math.floor(fee / REBATE_DIVISOR);
}

/** Price × shares rounded up: what a bid must hold. */
export function stakeOf(ticks: number, shares: number): number {
  return Math.ceil((ticks * shares) / TICKS);
}

/** Price × shares rounded down. */
export function proceedsOf(ticks: number, shares: number): number {
  return Math.floor((ticks * shares) / TICKS);
}
