/**
 * Taker fee, maker rebate and order stake, in integers.
 *
 * Units       Price in ticks of one cent (1 … 99); shares and collateral in millionths, safe integers.
 * Source      0.02 × p × (1 − p) × shares; docs/assumptions.md#fee-reserve, #maker-rebate.
 */

/** Ticks in a dollar. */
export const TICKS = 100;
/** Largest order in millionths of a share; keeps every product below 2^53. */
export const MAX_ORDER_SHARES = 1_000_000_000_000;
/** Divisor of the taker's fee that gives the maker's pending reward. */
const REBATE_DIVISOR = 5;

/** Taker fee, rounded up: the reserve at the limit price, the charge at the fill price. */
export function takerFee(ticks: number, shares: number): number {
  return Math.ceil((2 * ticks * (TICKS - ticks) * shares) / 1_000_000);
}

export function makerRebate(fee: number): number {
  return Math.floor(fee / REBATE_DIVISOR);
}

/** Price × shares, rounded up: the collateral of a bid. */
export function stakeOf(ticks: number, shares: number): number {
  return Math.ceil((ticks * shares) / TICKS);
}

/** Price × shares, rounded down. */
export function proceedsOf(ticks: number, shares: number): number {
  return Math.floor((ticks * shares) / TICKS);
}
