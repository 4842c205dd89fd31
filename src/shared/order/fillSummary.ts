/**
 * Fill summary: average price and fees of the fills of an order, or of an outcome.
 *
 * Units       Millionths; the average is rounded to the nearest millionth.
 * Invariants  Pure. An order whose known fills are not all of what it filled has no summary.
 */

import type { Direction, Side } from '../market/outcome.ts';
import type { MarketId, OrderId } from '../units/ids.ts';
import { MICROS } from '../units/micros.ts';
import { toNumber } from '../units/numbers.ts';
import type { Price } from '../units/price.ts';
import { type Shares, toShares } from '../units/shares.ts';
import { toUsd, type Usd } from '../units/usd.ts';
import type { Fill } from './account/account.ts';

export interface FillSummary {
  readonly shares: Shares;
  /** Without fees, in the terms of the order's outcome. */
  readonly averagePrice: Price;
  /** Null where the exchange states no fee for one of the fills. */
  readonly fee: Usd | null;
}

/** Fills of one outcome in one direction, together. */
export interface FillGroup {
  readonly market: MarketId;
  readonly side: Side | null;
  readonly direction: Direction | null;
  readonly fills: number;
  readonly shares: Shares;
  /** Without fees, in the terms of the outcome. */
  readonly averagePrice: Price;
}

interface Sums {
  shares: number;
  /** Price × shares in millionths of a millionth. */
  value: bigint;
  fee: bigint | null;
}

/** Summaries by order, of the fills that name their order. */
export function summarizeFills(fills: Iterable<Fill>): ReadonlyMap<OrderId, FillSummary> {
  const sums = new Map<OrderId, Sums>();
  for (const fill of fills) {
    const { orderId, shares, fee } = fill;
    if (orderId === null || shares === 0) continue;
    const before = sums.get(orderId) ?? { shares: 0, value: 0n, fee: 0n };
    sums.set(orderId, {
      shares: before.shares + shares,
      value: before.value + worthOf(fill),
      fee: before.fee === null || fee === null ? null : before.fee + fee,
    });
  }
  return new Map([...sums].map(([orderId, sum]) => [orderId, toSummary(sum)]));
}

/** Names the group that a fill belongs to. */
export function fillGroupKey({ market, side, direction }: Pick<Fill, 'market' | 'side' | 'direction'>): string {
  return `${market} ${side ?? ''} ${direction ?? ''}`;
}

/** One group for each market, outcome and direction, in the order of their first fills. */
export function groupFills(fills: readonly Fill[]): readonly FillGroup[] {
  return [...Map.groupBy(fills, fillGroupKey).values()].flatMap((group) => {
    const [first] = group;
    const shares = group.reduce((sum, one) => sum + one.shares, 0);
    if (first === undefined || shares === 0) return [];
    const value = group.reduce((sum, one) => sum + worthOf(one), 0n);
    const { averagePrice } = toSummary({ shares, value, fee: null });
    const { market, side, direction } = first;
    return [{ market, side, direction, fills: group.length, shares: toShares(shares), averagePrice }];
  });
}

/** Price × shares in millionths of a millionth. */
function worthOf({ price, shares, value }: Fill): bigint {
  return value === null ? BigInt(price) * BigInt(shares) : value * BigInt(MICROS);
}

/** The summary of an order; null without a fill, and while not all of its fills are known. */
export function findFillSummary(
  order: { readonly orderId: OrderId | null; readonly filled: Shares },
  summaries: ReadonlyMap<OrderId, FillSummary>,
): FillSummary | null {
  const summary = order.orderId === null ? undefined : summaries.get(order.orderId);
  return summary !== undefined && summary.shares === order.filled ? summary : null;
}

function toSummary({ shares, value, fee }: Sums): FillSummary {
  const whole = BigInt(shares);
  return {
    shares: toShares(shares),
    averagePrice: toNumber((value + whole / 2n) / whole) as Price,
    fee: fee === null ? null : toUsd(fee),
  };
}
